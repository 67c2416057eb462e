/**
 * `npm run trial:disk`: writes until the disk is full, into a folder that becomes read-only, and under
 * `kill -9` with a full disk. Each time what was acknowledged must be there afterwards, and the file must
 * open and be sound.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { HttpClient } from './processes/http-client.ts'
import { mustRunVitrine, runVitrine, startVitrine } from './processes/vitrine.ts'

const { values: options } = parseArgs({ options: { megabytes: { type: 'string', default: '16' } } })

const folder = mkdtempSync(join(tmpdir(), 'vitrine-trial-disk-'))
const mount = join(folder, 'disk')
const trials: readonly (readonly [string, () => Promise<string>])[] = [
  ['full disk', () => onSmallDisk(fillAndRecover)],
  ['full disk and kill -9', () => onSmallDisk(fillAndKill)],
  ['read-only folder', refuseReadOnly],
]

try {
  for (const [name, run] of trials) console.log(`${name}: ${await run()}`)
  console.log('Every file opens and is sound, and nothing that was acknowledged is lost.')
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Runs a trial on a file system of a few megabytes; only root may mount one. */
async function onSmallDisk(trial: (dataDir: string) => Promise<string>): Promise<string> {
  mkdirSync(mount, { recursive: true })
  try {
    const size = `size=${options.megabytes}m,mode=700`
    execFileSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', mount], { stdio: 'ignore' })
  } catch {
    return 'skipped: a small disk cannot be mounted here (only root may)'
  }
  try {
    return await trial(join(mount, 'data'))
  } finally {
    execFileSync('umount', [mount], { stdio: 'ignore' })
  }
}

interface FillResult {
  readonly acknowledged: readonly string[]
  readonly refusal: string
}

async function fillAndRecover(dataDir: string): Promise<string> {
  const key = await prepare(dataDir)
  const server = await startVitrine(dataDir).listening
  const client = new HttpClient(server.baseUrl, key, 4)
  const filled = await writeUntilRefused(client)
  await expectAll(client, filled.acknowledged)
  const isReading = (await client.send({ method: 'GET', path: '/products?limit=1' })).status === 200
  if (!isReading) throw new Error('The full disk keeps the catalog from being read.')
  rmSync(join(mount, 'ballast'))
  const again = await client.send({ method: 'POST', path: '/products', body: bodyOf('after', 10) })
  if (again.status !== 201) throw new Error(`With room again a write answers ${again.status}: ${again.text}`)
  client.close()
  await server.stop()
  await expectSound(dataDir)
  return `${filled.acknowledged.length} writes, then “${filled.refusal}”; writes go on once there is room`
}

async function fillAndKill(dataDir: string): Promise<string> {
  const key = await prepare(dataDir)
  const server = await startVitrine(dataDir).listening
  const client = new HttpClient(server.baseUrl, key, 4)
  const filled = await writeUntilRefused(client)
  client.close()
  await server.kill()
  // Opening a file for writing needs a little room for its lock and journal.
  rmSync(join(mount, 'ballast'))
  const next = await startVitrine(dataDir).listening
  const reader = new HttpClient(next.baseUrl, key)
  await expectAll(reader, filled.acknowledged)
  reader.close()
  await next.stop()
  await expectSound(dataDir)
  return `${filled.acknowledged.length} acknowledged writes are all there after the kill`
}

/**
 * Checks that a folder that takes no file is refused with advice, and left as it was. Root may write
 * anywhere but on a read-only disk.
 */
async function refuseReadOnly(): Promise<string> {
  if (process.getuid?.() === 0) {
    return onSmallDisk((dataDir) =>
      expectRefusal(dataDir, (isReadOnly) =>
        execFileSync('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, mount], { stdio: 'ignore' }),
      ),
    )
  }
  const dataDir = join(folder, 'read-only')
  return expectRefusal(dataDir, (isReadOnly) =>
    chmodSync(join(dataDir, 'workspaces'), isReadOnly ? 0o500 : 0o700),
  )
}

async function expectRefusal(dataDir: string, lock: (isReadOnly: boolean) => unknown): Promise<string> {
  await prepare(dataDir)
  lock(true)
  try {
    const { exitCode, errorText } = await runVitrine(dataDir, ['check', '--workspace', 'Trial'])
    if (exitCode !== 1 || !/cannot be (written to|used)/.test(errorText))
      throw new Error(`A read-only folder is answered with ${exitCode}: ${errorText}`)
    return `“${errorText.trim()}”`
  } finally {
    lock(false)
    await expectSound(dataDir)
  }
}

async function prepare(dataDir: string): Promise<string> {
  await mustRunVitrine(dataDir, ['workspace', 'create', 'Trial'])
  const { lines } = await mustRunVitrine(dataDir, [
    'key',
    'create',
    '--workspace',
    'Trial',
    '--scopes',
    'all',
  ])
  const key = lines.find((line) => typeof line['key'] === 'string')?.['key'] as string
  const server = await startVitrine(dataDir).listening
  const client = new HttpClient(server.baseUrl, key)
  const text = { entity_type: 'product', data_type: 'multi_line_text_field' }
  for (const attribute of [
    { ...text, key: 'sku', name: 'SKU', data_type: 'single_line_text_field', is_primary: true },
    { ...text, key: 'note', name: 'Note' },
  ])
    await client.json({ method: 'POST', path: '/attributes', body: attribute })
  client.close()
  await server.stop()
  if (dataDir.startsWith(mount)) writeFileSync(join(mount, 'ballast'), Buffer.alloc(freeBytes() / 2))
  return key
}

function freeBytes(): number {
  const { bavail, bsize } = statfsSync(mount)
  return Math.floor((bavail * bsize) / 2) * 2
}

function bodyOf(sku: string, kilobytes: number): object {
  return { attributes: { sku, note: sku.padEnd(kilobytes * 1000, ' lorem') } }
}

async function writeUntilRefused(client: HttpClient): Promise<FillResult> {
  const acknowledged: string[] = []
  for (let index = 0; ; index++) {
    const answer = await client.send({ method: 'POST', path: '/products', body: bodyOf(`P${index}`, 40) })
    if (answer.status === 201) {
      acknowledged.push((JSON.parse(answer.text) as { data: { id: string } }).data.id)
      continue
    }
    const { error } = JSON.parse(answer.text) as { error: { message: string } }
    if (!/disk is full/i.test(error.message)) throw new Error(`The full disk is told as: ${error.message}`)
    return { acknowledged, refusal: error.message }
  }
}

async function expectAll(client: HttpClient, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) throw new Error('The disk was full before anything was written.')
  for (const id of ids) await client.json({ method: 'GET', path: `/products/${id}?fields=sku` })
}

async function expectSound(dataDir: string): Promise<void> {
  const { exitCode, errorText } = await runVitrine(dataDir, ['check', '--workspace', 'Trial'])
  if (exitCode !== 0) throw new Error(`The file is not sound: ${errorText}`)
}

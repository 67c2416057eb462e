import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const program = join(import.meta.dirname, 'vitrine.mjs')
let folder: string
let csv: string

interface Ran {
  readonly code: number
  readonly lines: unknown[]
  readonly stderr: string
}

function vitrine(...args: string[]): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [program, ...args, '--json', '--data', join(folder, 'data')],
      (error, stdout, stderr) => {
        const lines = stdout.split('\n').filter((line) => line !== '')
        resolve({
          code: error ? Number(error.code) : 0,
          lines: lines.map((line) => JSON.parse(line)),
          stderr,
        })
      },
    )
  })
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-cli-'))
  csv = join(folder, 'products.csv')
  await writeFile(csv, 'sku;name;price\nA;one;1.50\nB;two;\n')
})

afterAll(() => rm(folder, { recursive: true }))

async function serve(): Promise<{ child: ChildProcess; told: Record<string, string> }> {
  const child = spawn(process.execPath, [
    program,
    'serve',
    '--port',
    '0',
    '--json',
    '--data',
    join(folder, 'data'),
  ])
  const told = await new Promise<Record<string, string>>((resolve, reject) => {
    child.stdout.once('data', (chunk) => resolve(JSON.parse(String(chunk))))
    child.once('exit', (code) => reject(new Error(`serve ended with ${code}`)))
  })
  return { child, told }
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('exit', resolve))
}

// The same commands once in a process of their own, once through a running server.
describe.each([false, true])('with a server running: %s', (isServed) => {
  const workspace = isServed ? 'Served' : 'Alone'
  let server: Awaited<ReturnType<typeof serve>> | undefined

  beforeAll(async () => {
    if (isServed) server = await serve()
  })

  afterAll(async () => {
    if (!server) return
    const end = ended(server.child)
    server.child.kill('SIGTERM')
    await end
  })

  test('a workspace is made, filled by an import, checked and copied [CLI-01]', async () => {
    const made = await vitrine('workspace', 'create', workspace)
    const listed = await vitrine('workspace', 'list')
    const imported = await vitrine(
      'import',
      csv,
      '--workspace',
      workspace,
      '--type',
      'product',
      '--merge-key',
      'sku',
    )
    const again = await vitrine(
      'import',
      csv,
      '--workspace',
      workspace,
      '--type',
      'product',
      '--merge-key',
      'sku',
      '--dry-run',
    )
    const checked = await vitrine('check', '--workspace', workspace)
    const copy = join(folder, `${workspace}.vitrine`)
    const copied = await vitrine('backup', '--workspace', workspace, '--to', copy)

    const { id, file } = made.lines[0] as { id: string; file: string }
    expect(made).toEqual({ code: 0, lines: [{ id, name: workspace, file }], stderr: '' })
    expect(listed.lines).toContainEqual({ id, name: workspace, file })
    expect(imported.code).toBe(0)
    expect(imported.lines.at(-1)).toMatchObject({ status: 'completed', result: { created: 2, failed: 0 } })
    expect(again.lines.at(-1)).toMatchObject({ result: { unchanged: 2, dry_run: true } })
    expect(checked).toMatchObject({ code: 0, lines: [{ ok: true, file }] })
    expect(copied).toMatchObject({ code: 0, lines: [{ file: copy }] })
    expect(existsSync(copy)).toBe(true)
  })

  test('a backup is made, listed and put back; what was there before is a backup too [BACKUP-01]', async () => {
    const named = ['--workspace', workspace]
    const made = await vitrine('backup', ...named)
    const { id, file } = made.lines[0] as { id: string; file: string }
    expect([made.code, existsSync(file)]).toEqual([0, true])
    const more = join(folder, `${workspace}-more.csv`)
    await writeFile(more, 'sku;name\nC;three\n')
    await vitrine('import', more, ...named, '--type', 'product', '--merge-key', 'sku')

    const restored = await vitrine('restore', id, ...named)
    expect(restored).toMatchObject({
      code: 0,
      lines: [{ restored: { id }, previous: { reason: 'restore' } }],
    })
    const listed = (await vitrine('backup', 'list', ...named)).lines as { id: string; reason: string }[]
    expect(listed[0]?.reason).toBe('restore')
    expect(listed.map((backup) => backup.id)).toContain(id)
    const again = await vitrine(
      'import',
      more,
      ...named,
      '--type',
      'product',
      '--merge-key',
      'sku',
      '--dry-run',
    )
    expect(again.lines.at(-1)).toMatchObject({ result: { created: 1, unchanged: 0 } })

    const unknown = await vitrine('restore', '2020-01-01T00-00-00-000Z-manual', ...named)
    expect([unknown.code, unknown.lines]).toEqual([1, []])
    expect(unknown.stderr).toContain('2020-01-01T00-00-00-000Z-manual')
  })

  test('an import with a mapping keeps its bad rows in a file, and is taken back as a whole [IMPORT-09]', async () => {
    const [file, mapping, errors] = ['rows.jsonl', 'mapping.json', 'errors.csv'].map((name) =>
      join(folder, `${workspace}-${name}`),
    ) as [string, string, string]
    await writeFile(file, '{"Code":"M","name":"m","Preis":"1,5"}\n{"Code":"N","Preis":"viel"}\n')
    await writeFile(mapping, '{"Code":"sku","Preis":{"key":"price","decimal":"comma"}}')
    const named = ['--workspace', workspace]
    const options = ['--type', 'product', '--merge-key', 'sku', '--mapping', mapping, '--errors', errors]
    const imported = await vitrine('import', file, ...named, ...options)
    const job = imported.lines.at(-1) as { id: string; result: object }
    const undone = await vitrine('undo', job.id, ...named)

    expect(job.result).toMatchObject({
      format: 'jsonl',
      created: 1,
      failed: 1,
      errors_file: `/jobs/${job.id}/errors`,
    })
    expect(readFileSync(errors, 'utf8')).toContain('Preis: expected_number')
    expect(undone.code).toBe(0)
    expect(undone.lines.at(-1)).toMatchObject({ result: { trashed: 1, changed: 0, kept: 0 } })
  })

  test('what is exported is imported again without a change [CLI-05]', async () => {
    const file = join(folder, `${workspace}.csv`)
    const named = ['--workspace', workspace, '--type', 'product']
    const exported = await vitrine(
      'export',
      ...named,
      '--to',
      file,
      '--fields',
      'sku,name,price',
      '--sort=-sku',
    )
    const again = await vitrine('import', file, ...named, '--merge-key', 'sku')

    expect(exported.lines.at(-1)).toMatchObject({ status: 'completed', result: { rows: 2 }, saved_to: file })
    expect(readFileSync(file, 'utf8')).toBe('sku,name,price\r\nB,two,\r\nA,one,1.5\r\n')
    expect(again.lines.at(-1)).toMatchObject({ result: { created: 0, updated: 0, unchanged: 2, failed: 0 } })
  })

  test('a channel that is not enabled and a view that is not there are told with what to do [CLI-02]', async () => {
    const ask = ['export', '--workspace', workspace, '--type', 'product']
    const off = await vitrine(...ask, '--channel', 'shopify')
    const unseen = await vitrine(...ask, '--view', 'nope')

    expect(off).toMatchObject({
      code: 2,
      stderr: 'This channel is not enabled in the workspace. Enable it in the app, under Channels.\n',
    })
    expect(unseen).toMatchObject({
      code: 2,
      stderr: 'There is no such view; none is saved for this type.\n',
    })
  })

  test('a key is made once, listed without its secret, and revoked [CLI-01] [CLI-04]', async () => {
    const made = await vitrine(
      'key',
      'create',
      '--workspace',
      workspace.toUpperCase(),
      '--scopes',
      'read:products, read:jobs',
    )
    const { id, key } = made.lines[0] as { id: string; key: string }
    const listed = await vitrine('key', 'list', '--workspace', workspace)
    const revoked = await vitrine('key', 'revoke', id)
    const after = await vitrine('key', 'list')

    expect(key).toMatch(/^vtr_live_\w{40}$/)
    expect(made.lines[0]).toMatchObject({ workspace, scopes: ['read:products', 'read:jobs'] })
    expect(listed.lines).toEqual([expect.objectContaining({ id, workspace })])
    expect(JSON.stringify(listed.lines)).not.toContain(key)
    expect(revoked).toMatchObject({ code: 0, lines: [{ id, revoked: true }] })
    expect(JSON.stringify(after.lines)).not.toContain(id)
  })
})

test.each([
  [
    'an unknown workspace',
    ['import', 'CSV', '--workspace', 'Nope', '--type', 'product'],
    1,
    'There is no workspace "Nope".',
  ],
  [
    'a missing file',
    ['import', 'none.csv', '--workspace', 'Alone', '--type', 'product'],
    1,
    'There is no file',
  ],
  [
    'a bad file',
    ['import', program, '--workspace', 'Alone', '--type', 'product', '--merge-key', 'nope'],
    1,
    'The import failed.',
  ],
  ['an unknown type', ['import', 'CSV', '--workspace', 'Alone', '--type', 'thing'], 2, '--type'],
  [
    'an unknown encoding',
    ['import', 'CSV', '--workspace', 'Alone', '--type', 'product', '--encoding', 'utf-7'],
    2,
    '--encoding takes utf-8, ',
  ],
  [
    'an unknown channel',
    ['export', '--workspace', 'Alone', '--channel', 'ebay'],
    2,
    'There is no channel ebay.',
  ],
  [
    'a folder that is not there',
    ['export', '--workspace', 'Alone', '--type', 'product', '--to', join(program, 'x', 'y.csv')],
    1,
    'There is no folder',
  ],
  [
    'an unknown scope',
    ['key', 'create', '--workspace', 'Alone', '--scopes', 'read:all'],
    2,
    'there is no read:all',
  ],
  ['a past expiry', ['key', 'create', '--workspace', 'Alone', '--expires', '2020-01-01'], 1, '--expires'],
  ['a name that is taken', ['workspace', 'create', 'Alone'], 1, 'already a workspace named'],
  ['a bad rate limit', ['serve', '--rate-limit', 'many'], 2, '--rate-limit takes a number'],
  ['an unknown key', ['key', 'revoke', 'nope'], 1, 'There is no key with the id nope.'],
])('%s: one clear line and its code [CLI-02]', async (_what, args, code, message) => {
  const ran = await vitrine(...args.map((word) => (word === 'CSV' ? csv : word)))

  expect(ran.code).toBe(code)
  expect(ran.stderr.trimEnd().split('\n')).toEqual([expect.stringContaining(message)])
})

test('serve ends cleanly on SIGTERM and leaves nothing that names it [CLI-03]', async () => {
  const { child, told } = await serve()
  const end = ended(child)
  const wasThere = existsSync(join(folder, 'data', 'server.json'))
  child.kill('SIGTERM')

  expect(told).toMatchObject({ event: 'listening', base_url: `${told['origin']}/api/v1` })
  expect(wasThere).toBe(true)
  expect(await end).toBe(0)
  expect(existsSync(join(folder, 'data', 'server.json'))).toBe(false)
})

/**
 * `npm run trial:feeds`: kills the server at random moments of the runs of a feed without a merge key, so that a
 * file that is taken twice makes its products twice. Afterwards every row of every file is one product, and each
 * file was taken by one run: no run was lost, and none repeated. See README.md in this folder.
 */
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { HttpClient } from './processes/http-client.ts'
import { startVitrine } from './processes/vitrine.ts'
import { askOwner } from './trial/generation/generation-folder.ts'
import { seededRandom } from './random.ts'
import { killWhileStarting } from './trial/one-kill.ts'
import { createTrialFolder, removeTrialFolder } from './trial/trial-folder.ts'

const { values: options } = parseArgs({
  options: {
    kills: { type: 'string', default: '40' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const kills = Number(options.kills)
const random = seededRandom(Number(options.seed))
const startedAt = performance.now()
console.log(`trial:feeds with --kills ${kills} --seed ${options.seed}`)

const folder = await createTrialFolder()
const drop = join(folder.path, 'drop')
let files = 0
let rows = 0
let before = 0
await prepare()
for (let kill = 0; kill < kills; kill += 1) {
  await dropAndKill()
  if ((kill + 1) % 10 === 0) console.log(`${kill + 1} kills, ${files} files`)
}
await verify()
const seconds = Math.round((performance.now() - startedAt) / 1000)
console.log(
  `${kills} kills in ${seconds} s: ${files} files of ${rows} rows, each row one product and each file one run.`,
)
removeTrialFolder(folder)

/** A feed that takes every file, and whose first file was let go. */
async function prepare(): Promise<void> {
  await mkdir(drop)
  const { dataDir } = folder
  const server = await startVitrine(dataDir).listening
  const listed = await askOwner<{ data: { id: string }[] }>({ server, dataDir }, '/app/v1/workspaces')
  const owner = { server, dataDir, workspaceId: listed.data[0]?.id ?? '' }
  const send = (path: string, body: object) => askOwner(owner, `/app/v1${path}`, body)
  const settings = { imported_rows: 'new' }
  await send('/import-profiles', { name: 'Rows', entity_type: 'product', settings })
  await send('/connections', { name: 'Drop', kind: 'folder', settings: { path: drop } })
  const shield = { max_changed: 1e9, max_created: 1e9, max_missing: 1e9, max_cleared: 1e9 }
  await send('/feeds', {
    name: 'Rows',
    direction: 'import',
    connection: 'Drop',
    profile: 'Rows',
    file: '*.csv',
    trigger: { on: 'file' },
    shield,
  })
  await dropFile()
  const client = new HttpClient(server.baseUrl, folder.key)
  before = await countProducts(client)
  const first = await untilJob(client, ({ metadata }) => metadata.paused !== undefined)
  await send(`/jobs/${first}/retry`, {})
  await untilJob(client, ({ status }) => status === 'completed')
  client.close()
  await server.stop()
}

interface FeedJob {
  readonly id: string
  readonly status: string
  readonly metadata: { readonly file: string; readonly paused?: unknown }
}

interface JobPage {
  readonly data: readonly FeedJob[]
  readonly pagination: { readonly has_more: boolean; readonly next_cursor: string }
}

async function untilJob(client: HttpClient, isMeant: (job: FeedJob) => boolean): Promise<string> {
  for (;;) {
    const { data } = await client.json<{ data: FeedJob[] }>({
      method: 'GET',
      path: '/jobs?name=import&limit=5',
    })
    const found = data.find(isMeant)
    if (found) return found.id
    await sleep(100)
  }
}

async function readRuns(client: HttpClient): Promise<FeedJob[]> {
  const runs: FeedJob[] = []
  for (let cursor = ''; ;) {
    const path = `/jobs?name=import&status=completed&limit=200${cursor}`
    const { data, pagination } = await client.json<JobPage>({ method: 'GET', path })
    runs.push(...data)
    if (!pagination.has_more) return runs
    cursor = `&cursor=${encodeURIComponent(pagination.next_cursor)}`
  }
}

/** Puts a file of new rows there as a whole. */
async function dropFile(): Promise<void> {
  files += 1
  const count = random.between(5, 300)
  const lines = Array.from({ length: count }, (_, row) => `F${files}-${row},Row ${row}`)
  rows += count
  const part = join(drop, `list-${files}.part`)
  await writeFile(part, ['sku,product_name', ...lines, ''].join('\n'))
  await rename(part, join(drop, `list-${String(files).padStart(4, '0')}.csv`))
}

/** Kills the server while it looks for files, takes one, tries it out, writes it, or starts. */
async function dropAndKill(): Promise<void> {
  if (random.chance(0.1)) return killWhileStarting(folder, random)
  const server = await startVitrine(folder.dataDir).listening
  for (let count = random.between(1, 3); count > 0; count -= 1) await dropFile()
  await sleep(random.between(0, 8000))
  await server.kill()
}

async function countProducts(client: HttpClient): Promise<number> {
  const path = '/products?limit=1'
  const { pagination } = await client.json<{ pagination: { total: number } }>({ method: 'GET', path })
  return pagination.total
}

async function verify(): Promise<void> {
  const server = await startVitrine(folder.dataDir).listening
  const client = new HttpClient(server.baseUrl, folder.key)
  const count = async () => (await countProducts(client)) - before
  const deadline = Date.now() + 300_000
  while ((await count()) < rows && Date.now() < deadline) await sleep(500)
  // What would repeat a run would do so in the next seconds.
  await sleep(8000)
  const total = await count()
  const runs = await readRuns(client)
  client.close()
  await server.stop()
  const taken = new Set(runs.map(({ metadata }) => metadata.file)).size
  if (total === rows && taken === files && runs.length === files) return
  throw new Error(
    `${total} products of ${rows} rows, ${taken} of ${files} files by ${runs.length} runs. The data is left in ${folder.path}.`,
  )
}

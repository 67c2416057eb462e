/**
 * `npm run trial:automations`: kills the server at random moments of writes, of what is gathered of them, and
 * of the runs of an automation that counts up each new vendor once. Afterwards every vendor was counted once:
 * no run was lost, and none repeated. See README.md in this folder.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { HttpClient } from './processes/http-client.ts'
import { mustRunVitrine, startVitrine } from './processes/vitrine.ts'
import { seededRandom } from './random.ts'
import { killWhileStarting } from './trial/one-kill.ts'
import { createTrialFolder, removeTrialFolder, workspaceName } from './trial/trial-folder.ts'

const { values: options } = parseArgs({
  options: {
    kills: { type: 'string', default: '40' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const kills = Number(options.kills)
const random = seededRandom(Number(options.seed))
const startedAt = performance.now()
console.log(`trial:automations with --kills ${kills} --seed ${options.seed}`)

interface Vendor {
  readonly id: string
  readonly attributes: { readonly counted?: number; readonly answered?: number }
}

const folder = await createTrialFolder()
await prepare()
let written = 0
for (let kill = 0; kill < kills; kill += 1) {
  written += await writeAndKill()
  if ((kill + 1) % 10 === 0) console.log(`${kill + 1} kills, ${written} writes`)
}
const { vendors, runs } = await verify()
const seconds = Math.round((performance.now() - startedAt) / 1000)
console.log(
  `${kills} kills in ${seconds} s: ${written} acknowledged writes, ${vendors} vendors counted once each by ${runs} runs, and each answered once by a second automation.`,
)
removeTrialFolder(folder)

/** Two automations: one counts up what is new, the other answers what the first has written. */
async function prepare(): Promise<void> {
  const send = (path: string, body: object) =>
    mustRunVitrine(folder.dataDir, [
      'api',
      'POST',
      path,
      '--workspace',
      workspaceName,
      ...Object.entries(body).flatMap(([name, value]) => ['-F', `${name}=${JSON.stringify(value)}`]),
    ])
  for (const key of ['counted', 'answered'])
    await send('/attributes', { name: key, key, entity_type: 'vendor', data_type: 'number' })
  const common = { entity_type: 'vendor', is_on: true, unbounded: true }
  await send('/automations', {
    ...common,
    name: 'Count',
    trigger: { on: 'change', created: true },
    actions: [{ set: { counted: { add: 1 } } }],
  })
  await send('/automations', {
    ...common,
    name: 'Answer',
    trigger: { on: 'enters' },
    filter: 'filter[counted][gt]=0',
    actions: [{ set: { answered: { add: 1 } } }],
  })
}

/** Writes vendors for a while, and kills the server while it gathers them, runs over them or starts. */
async function writeAndKill(): Promise<number> {
  if (random.chance(0.1)) {
    await killWhileStarting(folder, random)
    return 0
  }
  const server = await startVitrine(folder.dataDir).listening
  const client = new HttpClient(server.baseUrl, folder.key)
  let count = 0
  const until = Date.now() + random.between(50, 400)
  while (Date.now() < until) {
    const attributes = { vendor_name: `Vendor ${random.between(0, 1e9)}`, counted: 0, answered: 0 }
    await client.json({ method: 'POST', path: '/vendors', body: { attributes } })
    count += 1
  }
  // Changes are gathered for two seconds, so most kills hit a run or what follows it.
  await sleep(random.between(0, 5200))
  await server.kill()
  client.close()
  return count
}

async function verify(): Promise<{ vendors: number; runs: number }> {
  const server = await startVitrine(folder.dataDir).listening
  const client = new HttpClient(server.baseUrl, folder.key)
  const deadline = Date.now() + 60_000
  let vendors: Vendor[] = []
  const isDone = () => vendors.every(({ attributes }) => (attributes.answered ?? 0) > 0)
  do {
    await sleep(500)
    vendors = await listNew(client)
  } while (!isDone() && Date.now() < deadline)
  // What would repeat a run would do so in the next seconds.
  await sleep(6000)
  vendors = await listNew(client)
  const jobs = await client.json<{ pagination: { total: number } }>({
    method: 'GET',
    path: '/jobs?name=automation&status=completed&limit=1',
  })
  const failed = await client.json<{ pagination: { total: number } }>({
    method: 'GET',
    path: '/jobs?name=automation&status=failed&limit=1',
  })
  client.close()
  await server.stop()
  const wrong = vendors.filter(({ attributes }) => attributes.counted !== 1 || attributes.answered !== 1)
  if (wrong.length > 0 || failed.pagination.total > 0)
    throw new Error(
      `${wrong.length} of ${vendors.length} vendors were not counted once, such as ${JSON.stringify(wrong[0])}; ${failed.pagination.total} runs failed. The data is left in ${folder.path}.`,
    )
  return { vendors: vendors.length, runs: jobs.pagination.total }
}

/** The vendors that have been made here, which have a number to count up. */
async function listNew(client: HttpClient): Promise<Vendor[]> {
  const vendors: Vendor[] = []
  for (let cursor = ''; ;) {
    const path = `/vendors?filter[counted][exists]=true&limit=200${cursor}`
    const page = await client.json<{ data: Vendor[]; pagination: { next_cursor: string | null } }>({
      method: 'GET',
      path,
    })
    vendors.push(...page.data)
    if (page.pagination.next_cursor === null || page.data.length === 0) return vendors
    cursor = `&cursor=${page.pagination.next_cursor}`
  }
}

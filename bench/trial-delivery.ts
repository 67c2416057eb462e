/**
 * `npm run trial:delivery`: kills the server at random moments of the runs of a feed, of automations that answer
 * writes, each other and the feed, and of the deliveries of a webhook. Afterwards no run was lost or repeated,
 * and every event was delivered, in order and signed. See trial/README.md.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Job } from '#shared/jobs.ts'
import { HttpClient } from './processes/http-client.ts'
import { startVitrine } from './processes/vitrine.ts'
import { seededRandom } from './random.ts'
import { countAll, createDeliveryFolder, dropFile, readAll } from './trial/delivery/delivery-folder.ts'
import { startReceiver } from './trial/delivery/signed-receiver.ts'
import { killWhileStarting } from './trial/one-kill.ts'
import { removeTrialFolder } from './trial/trial-folder.ts'

const { values: options } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const kills = Number(options.kills)
const random = seededRandom(Number(options.seed))
const startedAt = performance.now()
process.env['VITRINE_WEBHOOK_TRIES'] = Array.from({ length: 60 }, () => '0.2').join(',')
console.log(`trial:delivery with --kills ${kills} --seed ${options.seed}`)

const receiver = await startReceiver(random)
const folder = await createDeliveryFolder(random, receiver.url)
receiver.secret = folder.secret
let written = 0
try {
  for (let kill = 0; kill < kills; kill += 1) {
    await workAndKill()
    if ((kill + 1) % 10 === 0)
      console.log(`${kill + 1} kills, ${folder.files.count} files, ${receiver.counts.deliveries} deliveries`)
  }
  const { runs, events } = await verify()
  const { deliveries, refused, again } = receiver.counts
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  console.log(
    `${kills} kills in ${seconds} s: ${folder.files.count} files of ${folder.files.rows} rows, each file one run and each row one product that was counted once; ${written} acknowledged vendors, each counted and answered once, by ${runs} runs of automations; ${events} events delivered in order by ${deliveries} deliveries, ${refused} refused first, ${again} sent twice with the same id and text, every one signed.`,
  )
} finally {
  receiver.close()
}
removeTrialFolder(folder)

/** Writes vendors, drops files, and kills the server while it takes, gathers, runs, delivers or starts. */
async function workAndKill(): Promise<void> {
  if (random.chance(0.1)) return killWhileStarting(folder, random)
  const server = await startVitrine(folder.dataDir).listening
  const client = new HttpClient(server.baseUrl, folder.key)
  for (let count = random.between(0, 2); count > 0; count -= 1) await dropFile(folder, random)
  const until = Date.now() + random.between(50, 400)
  while (Date.now() < until) {
    const attributes = { vendor_name: `Vendor ${random.between(0, 1e9)}`, counted: 0, answered: 0 }
    await client.json({ method: 'POST', path: '/vendors', body: { attributes } })
    written += 1
  }
  // A file rests for two seconds before it is taken, and changes are gathered for two.
  await sleep(random.between(0, 8000))
  await server.kill()
  client.close()
}

async function verify(): Promise<{ runs: number; events: number }> {
  const server = await startVitrine(folder.dataDir).listening
  const client = new HttpClient(server.baseUrl, folder.key)
  const deadline = Date.now() + 300_000
  let faults = await findFaults(client)
  while (faults.length > 0 && Date.now() < deadline) {
    await sleep(1000)
    faults = await findFaults(client)
  }
  // A run that is repeated would be so in the next seconds.
  await sleep(8000)
  faults = await findFaults(client)
  const runs = await countAll(client, '/jobs?name=automation&status=completed&limit=1')
  client.close()
  await server.stop()
  if (faults.length > 0) throw new Error(`${faults.join(' ')} The data is left in ${folder.path}.`)
  return { runs, events: receiver.sequences().length }
}

/** The faults that are found in the end. */
async function findFaults(client: HttpClient): Promise<string[]> {
  const count = (path: string) => countAll(client, `${path}&limit=1`)
  const { rows, count: files } = folder.files
  const imports = await readAll<Job>(client, '/jobs?name=import&status=completed')
  const vendors = await count('/vendors?filter[counted][exists]=true')
  const checks: Readonly<Record<string, readonly [is: number, isToBe: number]>> = {
    'products of the rows': [await count('/products?filter[counted][exists]=true'), rows],
    'products in all': [await count('/products?sort=sku'), folder.before + rows],
    'products counted once': [await count('/products?filter[counted]=1'), rows],
    'files taken': [new Set(imports.map(({ metadata }) => metadata['file'])).size, files],
    'runs of the feed': [imports.length, files],
    'vendors counted and answered once': [
      await count('/vendors?filter[counted]=1&filter[answered]=1'),
      vendors,
    ],
    'vendors lost': [Math.max(0, written - vendors), 0],
    'runs that failed': [await count('/jobs?name=automation&status=failed'), 0],
    'deliveries without a signature': [receiver.counts.unsigned, 0],
    'deliveries with another text under the same id': [receiver.counts.changed, 0],
    'events delivered in their order': [await countInOrder(client), -1],
  }
  return Object.entries(checks)
    .filter(([, [is, isToBe]]) => is !== isToBe)
    .map(([what, [is, isToBe]]) => `${what}: ${is} in place of ${isToBe}.`)
}

/** How many events were delivered as they are in the feed before the first that was not; -1 where all were. */
async function countInOrder(client: HttpClient): Promise<number> {
  const delivered = receiver.sequences()
  const events: { sequence: number; event: string }[] = []
  for (let after = folder.first; ; after = events.at(-1)?.sequence ?? after) {
    const path = `/events?after=${after}&limit=200`
    const { data } = await client.json<{ data: typeof events }>({ method: 'GET', path })
    events.push(...data)
    if (data.length < 200) break
  }
  // The webhook does not tell of itself.
  const wanted = events.filter(({ event }) => event !== 'webhook.created').map(({ sequence }) => sequence)
  const differs = wanted.findIndex((sequence, at) => delivered[at] !== sequence)
  return differs < 0 && wanted.length === delivered.length ? -1 : Math.max(0, differs)
}

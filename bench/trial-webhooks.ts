/**
 * `npm run trial:webhooks`: kills the server at random moments of writes whose events go to a webhook, whose
 * receiver fails at times. Afterwards every event was delivered, none out of order, each signed, and what
 * came twice came with the same id and text. See README.md in this folder.
 */
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { HttpClient } from './processes/http-client.ts'
import { mustRunVitrine, startVitrine } from './processes/vitrine.ts'
import { seededRandom } from './random.ts'
import { killWhileStarting } from './trial/one-kill.ts'
import { createTrialFolder, removeTrialFolder, workspaceName } from './trial/trial-folder.ts'

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
console.log(`trial:webhooks with --kills ${kills} --seed ${options.seed}`)

interface Delivery {
  readonly id: string
  readonly text: string
  readonly sequences: readonly number[]
}

const taken: Delivery[] = []
const texts = new Map<string, string>()
let secret = ''
let refused = 0
let unsigned = 0
let changed = 0

const receiver = createServer((request, response) => {
  void text(request).then((body) => {
    const id = String(request.headers['webhook-id'])
    const signed = [id, request.headers['webhook-timestamp'], body].join('.')
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    const wanted = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
    if (request.headers['webhook-signature'] !== wanted) unsigned += 1
    if ((texts.get(id) ?? body) !== body) changed += 1
    texts.set(id, body)
    if (random.chance(0.2)) {
      refused += 1
      return response.writeHead(503).end()
    }
    const data: { sequence: number }[] = JSON.parse(body).data
    taken.push({ id, text: body, sequences: data.map(({ sequence }) => sequence) })
    return response.writeHead(204).end()
  })
}).listen(0, '127.0.0.1')
await once(receiver, 'listening')

const folder = await createTrialFolder()
try {
  const { port } = receiver.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/hook`
  const add = ['webhook', 'add', url, '--in-my-network', '--workspace', workspaceName]
  const [webhook] = (await mustRunVitrine(folder.dataDir, add)).lines
  secret = String(webhook?.['secret'])
  const first = Number(webhook?.['position'])
  let written = 0
  for (let kill = 0; kill < kills; kill += 1) {
    written += await writeAndKill()
    if ((kill + 1) % 10 === 0) console.log(`${kill + 1} kills, ${written} writes, ${taken.length} deliveries`)
  }
  await verify(first)
  const again = taken.length - new Set(taken.map(({ id }) => id)).size
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  console.log(
    `${kills} kills in ${seconds} s: ${written} acknowledged writes, every event delivered in order by ${taken.length} deliveries, ${refused} refused first, ${again} sent twice with the same id and text, every one signed.`,
  )
} finally {
  receiver.closeAllConnections()
  receiver.close()
}
removeTrialFolder(folder)

/** Writes vendors until the server is killed, at a moment of its start, its writes or its deliveries. */
async function writeAndKill(): Promise<number> {
  if (random.chance(0.1)) {
    await killWhileStarting(folder, random)
    return 0
  }
  const server = await startVitrine(folder.dataDir).listening
  const client = new HttpClient(server.baseUrl, folder.key)
  let count = 0
  const begun = Promise.withResolvers<void>()
  const writing = (async () => {
    for (;;) {
      const vendor_name = `Vendor ${random.between(0, 1e9)}`
      await client.json({ method: 'POST', path: '/vendors', body: { attributes: { vendor_name } } })
      count += 1
      begun.resolve()
    }
  })().catch(() => undefined)
  await Promise.race([begun.promise, writing])
  await sleep(random.between(0, 800))
  await server.kill()
  await writing
  client.close()
  return count
}

async function verify(first: number): Promise<void> {
  const server = await startVitrine(folder.dataDir).listening
  const client = new HttpClient(server.baseUrl, folder.key)
  const events: number[] = []
  for (let after = first; ; after = events.at(-1) ?? after) {
    const path = `/events?after=${after}&limit=200`
    const page = await client.json<{ data: { sequence: number; event: string }[] }>({ method: 'GET', path })
    events.push(...page.data.map(({ sequence }) => sequence))
    if (page.data.length < 200) break
  }
  // The webhook does not tell of itself.
  const own = await client.json<{ data: { sequence: number }[] }>({
    method: 'GET',
    path: '/events?event=webhook.created',
  })
  const wanted = events.filter((sequence) => !own.data.some((event) => event.sequence === sequence))
  const newest = wanted.at(-1) ?? 0
  const deadline = Date.now() + 60_000
  while ((taken.at(-1)?.sequences.at(-1) ?? 0) < newest && Date.now() < deadline) await sleep(50)
  client.close()
  await server.stop()
  const seen = new Set<string>()
  const delivered = taken
    .filter(({ id }) => !seen.has(id) && seen.add(id))
    .flatMap(({ sequences }) => sequences)
  const isInOrder = delivered.every((sequence, at) => at === 0 || sequence > (delivered[at - 1] ?? 0))
  const isWhole = JSON.stringify(delivered) === JSON.stringify(wanted)
  if (!isInOrder || !isWhole || unsigned > 0 || changed > 0)
    throw new Error(
      `in order: ${isInOrder}, whole: ${isWhole} (${delivered.length} of ${wanted.length}), unsigned: ${unsigned}, other text under the same id: ${changed}. The data is left in ${folder.path}.`,
    )
}

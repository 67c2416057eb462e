/**
 * `npm run trial:fuzz`: sends random requests to every route of the public API, good ones, mutated ones and bytes that are no
 * HTTP at all, and judges every answer. See README.md in this folder.
 */
import { parseArgs } from 'node:util'
import type { AttributeConfig, AttributeDefinition } from '#shared/attributes.ts'
import { splitList } from '#shared/text.ts'
import type { OpenApiDocument } from '../server/testing/document-calls.ts'
import { startVitrine } from './processes/vitrine.ts'
import { seededRandom } from './random.ts'
import type { Call, Received } from './trial/fuzz/call.ts'
import { goodCall, sourceReference } from './trial/fuzz/good-calls.ts'
import { createShapeCheck, judgeAny, judgeRefusal } from './trial/fuzz/judge.ts'
import { mutateCall } from './trial/fuzz/mutate-call.ts'
import { rawRequest } from './trial/fuzz/raw-requests.ts'
import { FuzzClient, sendBytes, splitAnswers } from './trial/fuzz/send-call.ts'
import { createFuzzFolder, World } from './trial/fuzz/world.ts'

const { values: options } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})

const requests = Number(options.requests)
const random = seededRandom(Number(options.seed))
const startedAt = performance.now()
console.log(`trial:fuzz with --requests ${requests} --seed ${options.seed}`)

const maxShown = 40
const faults: string[] = []
const counts = { accepted: 0, refused: 0, raw: 0 }
const acceptedRoutes = new Map<string, number>()
const statuses = new Map<number, number>()

const folder = await createFuzzFolder()
const server = await startVitrine(folder.dataDir).listening
const client = new FuzzClient(server.baseUrl, folder.key)
const narrow = new FuzzClient(server.baseUrl, folder.narrowKey)
const { host } = new URL(server.baseUrl)
const world = new World()
const document = await learnWorkspace()
const checkShape = createShapeCheck(document)

for (let sent = 0; sent < requests && faults.length < maxShown; sent += 1) {
  if (random.chance(0.08)) await sendRaw()
  else if (random.chance(0.6)) await sendCall(goodCall(random, world))
  else await sendCall(mutateCall(random, goodCall(random, world)))
  if ((sent + 1) % 2000 === 0) console.log(`${sent + 1} requests, ${faults.length} faults`)
}

client.close()
narrow.close()
await server.stop()
await folder.check()
report()

async function learnWorkspace(): Promise<OpenApiDocument> {
  const read = async (path: string): Promise<unknown> =>
    JSON.parse((await client.send({ route: '', method: 'GET', path })).text)
  await client.send({ route: '', method: 'POST', path: '/attributes', body: sourceReference })
  const { data } = (await read('/attributes')) as { data: AttributeDefinition[] }
  for (const definition of data) world.learnDefinition(definition)
  for (const path of ['/products', '/images', '/vendors', '/categories'])
    world.learn(await read(`${path}?limit=200`), path)
  return (await read('/openapi')) as OpenApiDocument
}

async function sendCall(call: Call): Promise<void> {
  const sender = random.chance(0.03) ? narrow : client
  try {
    const received = await sender.send(call)
    note(call, received)
  } catch (error) {
    addFault(call, [String(error)])
  }
}

function note(call: Call, received: Received): void {
  const { status, text } = received
  statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const isAccepted = status < 400
  counts[isAccepted ? 'accepted' : 'refused'] += 1
  if (isAccepted && call.route !== '')
    acceptedRoutes.set(call.route, (acceptedRoutes.get(call.route) ?? 0) + 1)
  // An answer to HEAD has no body, the envelope included.
  const refusal = isAccepted || call.method === 'HEAD' ? [] : judgeRefusal(received)
  const found = [...judgeAny(received), ...refusal, ...checkShape(call, received)]
  if (found.length > 0) addFault(call, found, received)
  if (!isAccepted || !text.startsWith('{')) return
  const body = JSON.parse(text) as { data: AttributeConfig }
  world.learn(body, call.path)
  if (call.route === 'POST /attributes')
    world.learnDefinition({ ...body.data, acceptable_values: splitList(body.data.acceptable_values ?? '') })
}

async function sendRaw(): Promise<void> {
  const raw = rawRequest(random, { host, key: folder.key })
  counts.raw += 1
  try {
    const answers = splitAnswers(await sendBytes(server.baseUrl, raw))
    if (!raw.hangsUp && answers.length < raw.answers)
      addFault(raw, [`${answers.length} answers instead of ${raw.answers}`])
    for (const received of answers) {
      const isAccepted = received.status < 400
      const isPage = String(received.headers['content-type']).startsWith('text/html')
      counts[isAccepted ? 'accepted' : 'refused'] += 1
      const found = [...judgeAny(received), ...(isAccepted || isPage ? [] : judgeRefusal(received))]
      if (found.length > 0) addFault(raw, found, received)
    }
  } catch (error) {
    addFault(raw, [String(error)])
  }
}

function addFault(subject: object, found: readonly string[], received?: Received): void {
  const shown = JSON.stringify(subject, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer'
      ? Buffer.from((value as unknown as { data: number[] }).data).toString('latin1')
      : value,
  )
  const answer = received ? `\n  answer ${received.status} ${received.text.slice(0, 1500)}` : ''
  faults.push(`${found.join('; ')}\n  request ${shown.slice(0, 1500)}${answer}`)
}

function report(): void {
  const answered = counts.accepted + counts.refused
  const share = (count: number) => `${Math.round((100 * count) / answered)} %`
  const untouched = Object.entries(document.paths)
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
    .filter((route) => !acceptedRoutes.has(route))
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  const perStatus = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
  console.log(`Answers by status: ${perStatus.join(', ')}; ${counts.raw} requests below HTTP.`)
  console.log(`Routes without an accepted request: ${untouched.join(', ') || 'none'}.`)
  for (const fault of faults) console.error(`FAULT ${fault}`)
  if (faults.length > 0) {
    console.error(`The data is left in ${folder.path}. Repeat with --seed ${options.seed}.`)
    process.exitCode = 1
    return
  }
  folder.remove()
  if (counts.accepted < answered * 0.3 || counts.refused < answered * 0.3) {
    console.error(`Only ${share(counts.accepted)} accepted and ${share(counts.refused)} refused.`)
    process.exitCode = 1
    return
  }
  console.log(
    `${answered} answers in ${seconds} s: ${share(counts.accepted)} accepted, ${share(counts.refused)} refused, ` +
      'none with status 5xx, outside the envelope or telling of the inside; the workspace is sound.',
  )
}

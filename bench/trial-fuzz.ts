/**
 * `npm run trial:fuzz`: sends random requests to every route of both surfaces, good ones, mutated ones and bytes that are no
 * HTTP at all, at a desktop or (`--team`) as people of every role, and judges every answer. See README.md in the folder trial.
 */
import { parseArgs } from 'node:util'
import type { AttributeConfig, AttributeDefinition } from '#shared/attributes.ts'
import { splitList } from '#shared/text.ts'
import type { OpenApiDocument } from '../server/testing/document-calls.ts'
import { seededRandom } from './random.ts'
import { startFuzzServer } from './trial/fuzz/asked-server.ts'
import { type Call, placeOf, type ReceivedAnswer } from './trial/fuzz/call.ts'
import { goodCall, sourceReference } from './trial/fuzz/good-calls.ts'
import { createShapeCheck, checkAnswer, checkRefusal } from './trial/fuzz/check-answers.ts'
import { learnFromRoute, learnFromWrite } from './trial/fuzz/known-ids.ts'
import { mutateCall } from './trial/fuzz/mutate-call.ts'
import { rawRequest } from './trial/fuzz/raw-requests.ts'
import { createRouteMatch, mayEnter, neededRole, type Sender } from './trial/fuzz/role-rules.ts'
import {
  createRouteDeck,
  fitCall,
  planCall,
  type PlannedRoute,
  plannedRoutes,
} from './trial/fuzz/route-plans.ts'
import { FuzzClient, sendBytes, splitAnswers } from './trial/fuzz/send-call.ts'
import { neverAccepted } from './trial/fuzz/own-plans.ts'
import { createFuzzFolder, World } from './trial/fuzz/world.ts'

const { values: options } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    team: { type: 'boolean', default: false },
  },
})

const requests = Number(options.requests)
const random = seededRandom(Number(options.seed))
const startedAt = performance.now()
console.log(`trial:fuzz with --requests ${requests} --seed ${options.seed}${options.team ? ' --team' : ''}`)

const endings: ReadonlySet<string> = new Set(['POST /sign-out', 'POST /account/password'])

const maxShown = 40
const confirmsEvery = 4000
/** With this many requests, the weights let every route accept one. */
const enoughForAll = 20_000
const faults: string[] = []
const counts = { accepted: 0, refused: 0, raw: 0, tooLow: 0 }
const accepted = new Map<string, number>()
const refusals = new Map<string, string>()
const statuses = new Map<number, number>()

const routes = plannedRoutes(options.team)
const matchRoute = createRouteMatch(routes)
const drawRoute = createRouteDeck(routes)
const world = new World()
const folder = await createFuzzFolder()
const asked = await startFuzzServer(folder, world, options.team)
const { baseUrl } = asked.server
const { host } = new URL(baseUrl)
const withKey = new FuzzClient(baseUrl, { authorization: `Bearer ${folder.key}` })
const narrow = new FuzzClient(baseUrl, { authorization: `Bearer ${folder.narrowKey}` })
const roles = [...asked.senders.clients.keys()]
const shapeChecks = await learnWorkspace()

for (let sent = 0; sent < requests && faults.length < maxShown; sent += 1) {
  if (random.chance(0.06)) await sendRaw()
  else await sendCall(drawCall())
  if (random.chance(0.004)) await asked.askForConsent(random.chance(0.4))
  if ((sent + 1) % confirmsEvery === 0) await asked.senders.confirm()
  if ((sent + 1) % 2000 === 0) console.log(`${sent + 1} requests, ${faults.length} faults`)
}

withKey.close()
narrow.close()
await asked.stop()
await folder.check()
report()

/** Half of the requests write and read entities, as most clients do; the others go to every route alike. */
function drawCall(): Call {
  const kind = random.next()
  if (kind < 0.3) return goodCall(random, world)
  if (kind < 0.4) return mutateCall(random, goodCall(random, world))
  if (kind < 0.7) return planCall(random, world, drawRoute(random))
  if (kind < 0.75) return planCall(random, world, drawUntouched() ?? drawRoute(random))
  if (kind < 0.87) return fitCall(random, world, drawRoute(random))
  return mutateCall(random, planCall(random, world, drawRoute(random)))
}

function drawUntouched(): PlannedRoute | undefined {
  const untouched = routes.filter((route) =>
    isUntouched(placeOf({ surface: route.surface, route: route.key })),
  )
  return untouched.length > 0 ? random.pick(untouched) : undefined
}

function isUntouched(path: string): boolean {
  return !accepted.has(path) && !neverAccepted.has(path)
}

async function learnWorkspace(): Promise<ReturnType<typeof createShapeCheck>[]> {
  const { owner } = asked
  const read = async (path: string, surface: 'api' | 'app' = 'api'): Promise<unknown> =>
    JSON.parse((await owner.send({ surface, route: '', method: 'GET', path })).text)
  await owner.send({ route: '', method: 'POST', path: '/attributes', body: sourceReference })
  const { data } = (await read('/attributes')) as { data: AttributeDefinition[] }
  for (const definition of data) world.learnDefinition(definition)
  for (const path of ['/products', '/images', '/vendors', '/categories'])
    world.learn(await read(`${path}?limit=200`))
  return [
    createShapeCheck('api', (await read('/openapi')) as OpenApiDocument),
    createShapeCheck('app', (await read('/openapi', 'app')) as OpenApiDocument),
  ]
}

function drawSender(call: Call): Sender {
  const route = matchRoute(call)
  const fitting = roles.filter((role) => route && mayEnter(role, neededRole(route)))
  return random.pick(fitting.length > 0 && random.chance(0.8) ? fitting : roles)
}

async function sendCall(call: Call): Promise<void> {
  const { surface = 'api', isLast = false } = call
  try {
    if (isLast) return note(call, await sendLast(call))
    if (surface === 'api' && random.chance(0.03)) return note(call, await narrow.send(call))
    if (surface === 'api' && !options.team && random.chance(0.8)) return note(call, await withKey.send(call))
    const sender = drawSender(call)
    const client = asked.senders.clients.get(sender) ?? asked.owner
    return note(call, await client.send(call), sender)
  } catch (error) {
    addFault(call, [String(error)])
  }
}

async function sendLast(call: Call): Promise<ReceivedAnswer> {
  const received = await (await asked.senders.expendable()).send(call)
  const hasEnded = received.status < 300 && endings.has(call.route)
  if ([401, 429].includes(received.status) || hasEnded || random.chance(0.01)) asked.senders.spent()
  return received
}

function note(call: Call, received: ReceivedAnswer, sender?: Sender): void {
  const { status, text } = received
  statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const isAccepted = status < 400
  counts[isAccepted ? 'accepted' : 'refused'] += 1
  if (isAccepted && call.route !== '') accepted.set(placeOf(call), (accepted.get(placeOf(call)) ?? 0) + 1)
  if (!isAccepted && call.route !== '') refusals.set(placeOf(call), `${status} ${text.slice(0, 400)}`)
  // An answer to HEAD has no body, the envelope included.
  const refusal = isAccepted || call.method === 'HEAD' ? [] : checkRefusal(received, call)
  const shape = shapeChecks.flatMap((check) => check(call, received))
  const found = [...checkAnswer(received), ...refusal, ...shape, ...checkRole(call, isAccepted, sender)]
  if (found.length > 0) addFault(call, found, received)
  if (!isAccepted || call.route === '') return
  learnFromWrite(world, call)
  if (!String(received.headers['content-type']).startsWith('application/json') || text === '') return
  const body = JSON.parse(text) as { data: AttributeConfig }
  world.learn(body)
  learnFromRoute(world, call.route, body)
  if (call.route !== 'POST /attributes') return
  world.learnDefinition({ ...body.data, acceptable_values: splitList(body.data.acceptable_values ?? '') })
  if (body.data.entity_type === 'product') world.note('/attributes', body.data.key)
}

/**
 * Finds senders accepted with a lower role than the row of the route says; the owner at a desktop may do
 * everything.
 */
function checkRole(call: Call, isAccepted: boolean, sender: Sender | undefined): string[] {
  if (!options.team || sender === undefined || call.method === 'OPTIONS') return []
  const route = matchRoute(call)
  // Workspaces without an owner of their own belong to the administrators.
  const [, named] = /^\/workspaces\/([^/?]+)/.exec(call.path) ?? []
  const isOwn = named !== undefined && named !== asked.senders.workspaceId && sender === 'administrator'
  const who = isOwn ? 'owner and administrator' : sender
  if (route === undefined || mayEnter(who, neededRole(route))) return []
  counts.tooLow += 1
  return isAccepted ? [`${sender} was let in, but it needs ${neededRole(route)}`] : []
}

async function sendRaw(): Promise<void> {
  const raw = rawRequest(random, { host, key: folder.key })
  counts.raw += 1
  try {
    const answers = splitAnswers(await sendBytes(baseUrl, raw))
    if (!raw.hangsUp && answers.length < raw.answers)
      addFault(raw, [`${answers.length} answers instead of ${raw.answers}`])
    for (const received of answers) {
      const isAccepted = received.status < 400
      const isPage = String(received.headers['content-type']).startsWith('text/html')
      counts[isAccepted ? 'accepted' : 'refused'] += 1
      const found = [...checkAnswer(received), ...(isAccepted || isPage ? [] : checkRefusal(received))]
      if (found.length > 0) addFault(raw, found, received)
    }
  } catch (error) {
    addFault(raw, [String(error)])
  }
}

function addFault(subject: object, found: readonly string[], received?: ReceivedAnswer): void {
  const shown = JSON.stringify(subject, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer'
      ? Buffer.from((value as unknown as { data: number[] }).data).toString('latin1')
      : value,
  )
  const answer = received ? `\n  answer ${received.status} ${received.text.slice(0, 1500)}` : ''
  faults.push(found.join('; '))
  console.error(`FAULT ${found.join('; ')}\n  request ${shown.slice(0, 1500)}${answer}`)
}

function report(): void {
  const answered = counts.accepted + counts.refused
  const share = (count: number) => `${Math.round((100 * count) / answered)} %`
  const places = routes.map(({ surface, key }) => `${surface} ${key}`)
  const untouched = places.filter(isUntouched)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  const perStatus = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
  console.log(`Answers by status: ${perStatus.join(', ')}; ${counts.raw} requests below HTTP.`)
  console.log(
    `${places.length} routes; without an accepted request: ${untouched.join(', ') || 'none'}` +
      ` (and, as they have to be, ${[...neverAccepted].filter((path) => places.includes(path)).join(', ')}).`,
  )
  for (const path of untouched) console.log(`  ${path}: ${refusals.get(path) ?? 'was not drawn'}`)
  if (options.team)
    console.log(`${counts.tooLow} requests of people whose role is too low for them, all refused.`)
  if (faults.length > 0) {
    console.error(`The data is left in ${folder.path}. Repeat with --seed ${options.seed}.`)
    process.exitCode = 1
    return
  }
  folder.remove()
  if (counts.accepted < answered * 0.3 || counts.refused < answered * 0.25) {
    console.error(`Only ${share(counts.accepted)} accepted and ${share(counts.refused)} refused.`)
    process.exitCode = 1
    return
  }
  if (untouched.length > 0 && requests >= enoughForAll) {
    console.error(`${untouched.length} routes have not been tried by a request that was accepted.`)
    process.exitCode = 1
    return
  }
  console.log(
    `${answered} answers in ${seconds} s: ${share(counts.accepted)} accepted, ${share(counts.refused)} refused, ` +
      'none with status 5xx, outside the envelope or telling of the inside; the workspace is sound.',
  )
}

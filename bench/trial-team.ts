/**
 * `npm run trial:team`: people edit and read one large catalog together, signed in, with the load generator on the same machine. See
 * README.md in the folder trial.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { findOrBuildCatalog } from './catalog/build-workspace.ts'
import { startVitrine } from './processes/vitrine.ts'
import { seededRandom } from './random.ts'
import { headersOf, type Person, signInPeople } from './trial/team/people.ts'
import { Membership } from './trial/team/memberships.ts'
import { untilQuiet } from './measure/target.ts'
import { askForLists, runTeam } from './trial/team/team-load.ts'

const { values: options } = parseArgs({
  options: {
    products: { type: 'string', default: '1000000' },
    editors: { type: 'string', default: '50' },
    readers: { type: 'string', default: '150' },
    seconds: { type: 'string', default: '300' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    replicate: { type: 'string' },
    cold: { type: 'boolean', default: false },
    'no-bounds': { type: 'boolean', default: false },
  },
})

/** In ms and MB. */
const bounds = { save: 250, seen: 1000, memory: 800 }

const [editors, readers, seconds] = [
  Number(options.editors),
  Number(options.readers),
  Number(options.seconds),
]
const products = Number(options.products)
console.log(
  `trial:team with --products ${products} --editors ${editors} --readers ${readers} --seconds ${seconds} --seed ${options.seed}`,
)

const catalog = await findOrBuildCatalog({ products, fresh: false, log: console.log })
const more = options.replicate === undefined ? [] : ['--replicate', options.replicate]
const start = (...port: string[]) => startVitrine(catalog.dataDir, [], ['--team', ...more, ...port]).listening
let server = await start()
const faults: string[] = []
try {
  const firstOwnerUrl = String(server.said['first_owner_url'])
  const first = { origin: new URL(server.baseUrl).origin, firstOwnerUrl }
  const { workspaceId, owner, people } = await signInPeople(first, [
    ...Array.from({ length: editors }, () => 'editor' as const),
    ...Array.from({ length: readers }, () => 'viewer' as const),
  ])
  console.log(`${people.length} people are signed in.`)
  if (options.cold) {
    await server.stop()
    // The names of cookies contain the port.
    server = await start('--port', new URL(first.origin).port)
  }
  const { origin } = new URL(server.baseUrl)
  const sit = (person: Person) => new Membership(origin, headersOf(origin, workspaceId, person))
  const membersOf = (role: string) => people.filter((person) => person.role === role).map(sit)
  const memberships = { editors: membersOf('editor'), readers: membersOf('viewer') }
  const random = seededRandom(Number(options.seed))
  const ownerPresence = sit(owner)
  if (options.cold) console.log('The server has just been started and was asked for nothing.')
  else {
    await askForLists(ownerPresence, random)
    await untilQuiet(server.pid)
    console.log('The indexes are made.')
  }
  const before = { server: cpuSeconds(server.pid), own: process.cpuUsage() }
  const memory = watchMemory(server.pid)
  const load = await runTeam({ ...memberships, seconds, random })
  const peak = memory.stop()
  const own = process.cpuUsage(before.own)
  const cpu = { server: cpuSeconds(server.pid) - before.server, own: (own.user + own.system) / 1_000_000 }

  let lost = 0
  for (const [id, value] of load.saved) {
    const text = await ownerPresence.ask('GET', `/api/v1/products/${id}?fields=product_name`)
    if (!text.includes(`"product_name":"${value}"`)) lost += 1
  }
  for (const membership of [ownerPresence, ...memberships.editors, ...memberships.readers]) membership.close()

  const p95 = {
    save: percentile(load.saves),
    heard: percentile(load.received),
    seen: percentile(load.seen),
    read: percentile(load.reads),
  }
  console.log(
    `${load.saves.length} saves, p95 ${p95.save} ms (longest ${Math.round(Math.max(...load.saves))}); heard by ${load.received.length} streams, p95 ${p95.heard} ms; ` +
      `seen in ${load.seen.length} rows, p95 ${p95.seen} ms; ${load.reads.length} lists, p95 ${p95.read} ms; ${load.errors.length} errors, ${lost} lost, ` +
      `${load.unheard} events unheard; memory ${peak.rss} MB at most, ${peak.anonymous} MB of it without pages of files; ` +
      `CPU ${cpu.server.toFixed(0)} s of the server, ${cpu.own.toFixed(0)} s of the load.`,
  )
  for (const error of [...new Set(load.errors)].slice(0, 5)) console.log(error)
  if (p95.save > bounds.save) faults.push('saves')
  if (p95.seen > bounds.seen || p95.heard > bounds.seen) faults.push('seen elsewhere')
  if (load.seen.length === 0) faults.push('nothing was seen elsewhere')
  if (load.errors.length + lost + load.unheard > 0) faults.push('errors or losses')
  if (peak.rss > bounds.memory) faults.push('memory')
} finally {
  await server.stop()
}
console.log(faults.length === 0 ? 'All bounds are kept.' : `Not within bounds: ${faults.join(', ')}.`)
if (faults.length > 0 && !options['no-bounds']) process.exitCode = 1

function percentile(values: readonly number[], share = 0.95): number {
  const sorted = values.toSorted((left, right) => left - right)
  return Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0)
}

function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return (Number(user) + Number(system)) / 100
}

/** Samples the memory of a process twice a second and returns the largest, in MB. */
function watchMemory(pid: number): { stop: () => { rss: number; anonymous: number } } {
  const peak = { rss: 0, anonymous: 0 }
  const look = () => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const inMb = (name: string) =>
      Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024)
    peak.rss = Math.max(peak.rss, inMb('VmRSS'))
    peak.anonymous = Math.max(peak.anonymous, inMb('RssAnon'))
  }
  const clock = setInterval(look, 500)
  return {
    stop: () => {
      clearInterval(clock)
      return peak
    },
  }
}

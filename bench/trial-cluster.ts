/**
 * `npm run trial:cluster`: two servers that share what lives in clusters of three nodes. Leaders, followers, disks and the server that
 * serves fail in the middle of a load. See README.md in the folder trial.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readClusterFile } from '../server/cluster/database/cluster-file.ts'
import { differingTables } from '../server/store/file/copies.ts'
import { seededRandom } from './random.ts'
import { disturbances, type Kind, kinds, type Scene } from './trial/cluster/disturbances.ts'
import { SteadyWriter } from './trial/cluster/steady-writer.ts'
import { databases, startTrialMachines } from './trial/cluster/trial-machines.ts'
import { makeSharedCatalog, startTrialServers, type TrialServer } from './trial/cluster/trial-servers.ts'
import { WriteWatch } from './trial/cluster/write-watch.ts'
import { assertCheckIsOk, plannersOf, verify } from './trial/one-kill.ts'
import { makeTargets } from './trial/trial-folder.ts'
import { WriteLog } from './trial/write-log.ts'

const { values: options } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    cuts: { type: 'string', default: '20' },
    wipes: { type: 'string', default: '3' },
    upgrades: { type: 'string', default: '2' },
    'holder-kills': { type: 'string', default: '10' },
    'holder-pauses': { type: 'string', default: '5' },
    'holder-cuts': { type: 'string', default: '5' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const counts = Object.fromEntries(kinds.map((kind) => [kind, Number(options[`${kind}s`])])) as Record<
  Kind,
  number
>
const promisedMs = 5000
const random = seededRandom(Number(options.seed))
const asked = kinds.map((kind) => `--${kind}s ${counts[kind]}`).join(' ')
console.log(`trial:cluster with ${asked} --seed ${options.seed}`)

const startedAt = performance.now()
const folder = mkdtempSync(join(tmpdir(), 'vitrine-trial-cluster-'))
await using cluster = await startTrialMachines(join(folder, 'nodes'))
const how =
  cluster.cutBy === 'network'
    ? 'by the network, each in a namespace of its own'
    : 'by stopping it where it stands'
console.log(`Three machines with two nodes each run; one that is cut off is so ${how}.`)

const servers = await startTrialServers(folder, cluster.file, cluster.setups)
const [first, second] = servers as [TrialServer, TrialServer]
const waits = Object.fromEntries(kinds.map((kind) => [kind, [] as number[]])) as Record<Kind, number[]>
try {
  const { key } = await makeSharedCatalog(first, second)
  const log = new WriteLog(join(folder, 'client.log'))
  const watch = new WriteWatch(log)
  const scene = {
    map: await readClusterFile(cluster.file),
    machines: cluster.machines,
    servers,
    watch,
    random,
    key,
    reads: { answered: 0, refused: 0 },
  }
  const writers = await underLoad(scene, { key, log })
  for (const server of servers) await server.kill()
  await verifyAll({ key, log })
  printReport(watch, writers, scene.reads)
  rmSync(folder, { recursive: true, force: true })
} catch (error) {
  console.error(`The data, the logs of the nodes and the client's log are left in ${folder}.`)
  throw error
} finally {
  for (const server of servers) await server.kill()
}

interface Load {
  readonly key: string
  readonly log: WriteLog
}

async function underLoad(scene: Scene, { key, log }: Load): Promise<SteadyWriter[]> {
  const client = second.client(key)
  const targets = await makeTargets(client)
  client.close()
  let serial = 0
  let isOver = false
  const planners = plannersOf({ log, ...targets }, random, () => ++serial)
  const writers = planners.map((planner, connection) => {
    const near = connection % 2 === 0 ? servers : servers.toReversed()
    const ways = near.map((server) => ({ client: server.client(key), isOut: () => server.isPaused }))
    return new SteadyWriter({ connection, ways, planner, watch: scene.watch, isOver: () => isOver })
  })
  const load = Promise.all(writers.map((writer) => writer.run()))
  await Promise.race([
    disturb(scene),
    load.then(() => Promise.reject(new Error('The load ended by itself.'))),
  ])
  isOver = true
  await load
  return writers
}

async function disturb(scene: Scene): Promise<void> {
  const { watch } = scene
  const rounds = kinds.flatMap((kind) => Array.from({ length: counts[kind] }, () => kind))
  await watch.untilWritten(30_000)
  for (let done = 1; rounds.length > 0; done++) {
    const [kind = 'kill'] = rounds.splice(random.below(rounds.length), 1)
    await sleep(random.between(100, 1500))
    const waited = await disturbances[kind](scene)
    waits[kind].push(waited)
    if (waited > promisedMs) console.log(`${kind}: written again after ${(waited / 1000).toFixed(1)} s`)
    if (done % 10 === 0) console.log(`${done} disturbances, ${watch.acknowledged} writes acknowledged`)
  }
}

/**
 * Reads everything from a fresh copy that a server makes from the clusters, and compares the nodes' own
 * files with it. Then all three machines lose their disks at once and are restored from that copy; the
 * other server reads it from them.
 */
async function verifyAll(load: Load): Promise<void> {
  rmSync(copyOf(first, 'Trial'), { force: true })
  for (const ending of ['-wal', '-shm']) rmSync(copyOf(first, 'Trial') + ending, { force: true })
  await compareAll(first, load)
  const nodes = cluster.machines.flatMap((machine) => databases.map((database) => machine.nodes[database]))
  await Promise.all(nodes.map((node) => node.stop()))
  for (const node of nodes) node.wipe()
  for (const node of nodes) node.start()
  await Promise.all(nodes.map((node) => node.untilReady()))
  await compareAll(first, load)
  await compareAll(second, load)
}

function copyOf({ dataDir }: TrialServer, database: (typeof databases)[number]): string {
  return database === 'Trial' ? join(dataDir, 'workspaces', 'trial.vitrine') : join(dataDir, database)
}

async function compareAll(server: TrialServer, { key, log }: Load): Promise<void> {
  await server.start()
  const client = server.client(key)
  try {
    await verify({ log, workspaceFile: copyOf(server, 'Trial') }, client)
    await assertCheckIsOk(server, server.within)
  } finally {
    client.close()
    await server.stop()
  }
  for (const { nodes } of cluster.machines)
    for (const database of databases) {
      await nodes[database].untilReady()
      const tables = differingTables(copyOf(server, database), nodes[database].file)
      if (tables.length > 0)
        throw new Error(`Node ${nodes[database].id} of ${database} differs in ${tables.join(', ')}.`)
    }
}

function printReport(watch: WriteWatch, writers: readonly SteadyWriter[], reads: Scene['reads']): void {
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  const happened = writers.reduce((sum, { unconfirmed }) => sum + unconfirmed.happened, 0)
  const not = writers.reduce((sum, { unconfirmed }) => sum + unconfirmed.not, 0)
  console.log(
    `In ${seconds} s all of ${watch.acknowledged} acknowledged writes are there, none twice, and the three copies are equal; ` +
      `of ${happened + not} that were not confirmed ${happened} are there, whole.`,
  )
  const names: Record<Kind, string> = {
    kill: 'leaders killed',
    cut: 'machines cut off',
    wipe: 'disks wiped',
    upgrade: 'times all nodes started anew one by one',
    'holder-kill': 'times the server that serves killed',
    'holder-pause': 'times it stood still',
    'holder-cut': 'times it was cut off from all but people',
  }
  for (const kind of kinds) {
    const sorted = waits[kind].toSorted((one, other) => one - other)
    const [half, longest] = [sorted[sorted.length >> 1] ?? 0, sorted.at(-1) ?? 0]
    console.log(
      `${waits[kind].length} ${names[kind]}: written again after ${(half / 1000).toFixed(1)} s mostly, ${(longest / 1000).toFixed(1)} s at most`,
    )
  }
  console.log(
    `Of reads at a server that was paused or cut off ${reads.answered} were answered, none from an older state, and ${reads.refused} refused.`,
  )
  const late = kinds.flatMap((kind) => waits[kind]).filter((ms) => ms > promisedMs)
  if (late.length > 0) {
    console.log(`${late.length} times that took more than ${promisedMs / 1000} s.`)
    process.exitCode = 1
  }
}

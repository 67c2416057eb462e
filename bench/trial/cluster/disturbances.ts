import { setTimeout as sleep } from 'node:timers/promises'
import type { ClusterMap, DatabaseCluster } from '../../../server/cluster/database/cluster-file.ts'
import { type ClusterHealth, readClusterHealth } from '../../../server/cluster/nodes/cluster-health.ts'
import type { RqliteNode } from '../../../server/testing/rqlite-nodes.ts'
import type { Random } from '../../random.ts'
import { type Database, databases, type TrialMachine } from './trial-machines.ts'
import { type ReadCounts, readNothingOld } from './old-reads.ts'
import type { TrialServer } from './trial-servers.ts'
import type { WriteWatch } from './write-watch.ts'

export const kinds = ['kill', 'cut', 'wipe', 'upgrade', 'holder-kill', 'holder-pause', 'holder-cut'] as const
export type Kind = (typeof kinds)[number]

export interface Scene {
  readonly map: ClusterMap
  readonly machines: readonly TrialMachine[]
  readonly servers: readonly TrialServer[]
  readonly watch: WriteWatch
  readonly random: Random
  readonly key: string
  /** The answers of servers that were paused or cut off. */
  readonly reads: ReadCounts
}

/**
 * The disturbances; each returns how long it took, in ms, until a write that was sent afterwards was
 * acknowledged.
 */
export const disturbances: Record<Kind, (scene: Scene) => Promise<number>> = {
  kill: killLeader,
  cut: cutOff,
  wipe,
  upgrade,
  'holder-kill': killHolder,
  'holder-pause': pauseHolder,
  'holder-cut': isolateHolder,
}

const patienceMs = 20_000
const underLoad = 20

async function killLeader(scene: Scene): Promise<number> {
  const { machines, random, watch } = scene
  const database = random.pick(databases)
  const leader = (machines[await leaderOf(scene, database)] as TrialMachine).nodes[database]
  await leader.stop()
  const waited = await watch.untilWritten(patienceMs)
  leader.start()
  await untilCaughtUp(scene, [leader])
  return waited
}

async function cutOff(scene: Scene): Promise<number> {
  const { random, watch } = scene
  const machine = await follower(scene)
  machine.cut(true)
  const apart = await watch.untilWritten(patienceMs)
  await sleep(random.between(500, 4000))
  machine.cut(false)
  const again = await watch.untilWritten(patienceMs)
  await untilCaughtUp(scene, nodesOf(machine))
  return Math.max(apart, again)
}

async function wipe(scene: Scene): Promise<number> {
  const nodes = nodesOf(await follower(scene))
  await Promise.all(nodes.map((node) => node.stop()))
  for (const node of nodes) node.wipe()
  const waited = await scene.watch.untilWritten(patienceMs)
  for (const node of nodes) node.start()
  await untilCaughtUp(scene, nodes)
  return waited
}

async function upgrade(scene: Scene): Promise<number> {
  const leaders = await Promise.all(databases.map((database) => leaderOf(scene, database)))
  const order = scene.machines.toSorted(
    (one, other) =>
      Number(leaders.includes(scene.machines.indexOf(one))) -
      Number(leaders.includes(scene.machines.indexOf(other))),
  )
  let longest = 0
  for (const node of order.flatMap(nodesOf)) {
    await node.stop('SIGTERM')
    longest = Math.max(longest, await scene.watch.untilWritten(patienceMs))
    node.start()
    await untilCaughtUp(scene, [node])
  }
  return longest
}

/** Kills the serving server with kill -9, and restarts it once the other has taken over. */
async function killHolder(scene: Scene): Promise<number> {
  const holder = await holderOf(scene)
  await holder.kill()
  const waited = await scene.watch.untilWritten(patienceMs)
  await holder.start()
  return waited
}

async function pauseHolder(scene: Scene): Promise<number> {
  const { watch, random } = scene
  const holder = await holderOf(scene)
  holder.pause(true)
  const waited = await watch.untilWritten(patienceMs)
  await sleep(random.between(100, 2000))
  return whileReading(scene, holder, async () => {
    holder.pause(false)
    return Math.max(waited, await watch.untilWritten(patienceMs))
  })
}

/** Cuts the serving server off from the nodes and the other server, while people still reach it. */
async function isolateHolder(scene: Scene): Promise<number> {
  const { watch, random } = scene
  const holder = await holderOf(scene)
  if (!holder.canBeIsolated) return 0
  return whileReading(scene, holder, async () => {
    holder.isolate(true)
    const apart = await watch.untilWritten(patienceMs)
    await sleep(random.between(2500, 5000))
    holder.isolate(false)
    return Math.max(apart, await watch.untilWritten(patienceMs))
  })
}

/** Reads at a server in doubt for as long as something is done to it and a while longer; nothing that is read may be old. */
async function whileReading(
  { servers, key, reads }: Scene,
  holder: TrialServer,
  act: () => Promise<number>,
): Promise<number> {
  const other = servers.find((server) => server !== holder) as TrialServer
  const clients = [holder.client(key), other.client(key)] as const
  let isOver = false
  const reading = readNothingOld(...clients, () => isOver)
  try {
    const waited = await Promise.race([act(), reading.then(() => 0)])
    await Promise.race([sleep(1000), reading])
    isOver = true
    const { answered, refused } = await reading
    reads.answered += answered
    reads.refused += refused
    return waited
  } finally {
    isOver = true
    for (const client of clients) client.close()
  }
}

/**
 * Waits as docs/team.md requires, since no other node may fail before. rqlite reports a node as ready once
 * it has the log, also while it still applies it, and a node that becomes leader meanwhile confirms
 * nothing until it is done.
 */
async function untilCaughtUp(scene: Scene, nodes: readonly RqliteNode[]): Promise<void> {
  for (const node of nodes) {
    await node.untilReady(60_000)
    const database = databases.find((name) => scene.machines.some((machine) => machine.nodes[name] === node))
    await until(`node ${node.id} to catch up`, async () => {
      const { nodes: states } = await healthOf(scene, database ?? 'Trial')
      const { behind = null } = states.find(({ id }) => id === node.id) ?? {}
      return behind !== null && behind <= underLoad ? true : undefined
    })
  }
}

function nodesOf(machine: TrialMachine): RqliteNode[] {
  return databases.map((database) => machine.nodes[database])
}

function clusterOf({ map }: Scene, database: Database): DatabaseCluster {
  const found = map.databases.find((cluster) => cluster.database === database)
  if (found) return found
  throw new Error(`The file of clusters does not name ${database}.`)
}

function healthOf(scene: Scene, database: Database): Promise<ClusterHealth> {
  return readClusterHealth(clusterOf(scene, database))
}

function leaderOf(scene: Scene, database: Database): Promise<number> {
  return until(`a leader of ${database}`, async () => {
    const { leader } = await healthOf(scene, database)
    const index = scene.machines.findIndex(({ nodes }) => nodes[database].id === leader)
    return index < 0 ? undefined : index
  })
}

async function follower(scene: Scene): Promise<TrialMachine> {
  const leaders = await Promise.all(databases.map((database) => leaderOf(scene, database)))
  return scene.random.pick(scene.machines.filter((_, index) => !leaders.includes(index)))
}

function holderOf(scene: Scene): Promise<TrialServer> {
  return until('a server that serves', async () => {
    const { server } = await healthOf(scene, 'vitrine.db')
    return scene.servers.find(({ dataDir }) => server?.endsWith(`:${dataDir}`))
  })
}

async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 600; tries++) {
    const found = await look()
    if (found !== undefined) return found
    await sleep(100)
  }
  throw new Error(`Waited in vain for ${what}.`)
}

/**
 * `npm run trial:cluster`: three nodes of rqlite and a server that writes to them; leaders are killed, followers cut off and disks wiped
 * in the middle of a load. See README.md in the folder trial.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readClusterFile } from '../server/cluster/cluster-file.ts'
import { readClusterHealth } from '../server/cluster/cluster-health.ts'
import { differingTables } from '../server/store/file/compare-copies.ts'
import type { RqliteNode } from '../server/testing/rqlite-nodes.ts'
import { startVitrine } from './processes/vitrine.ts'
import { seededRandom } from './random.ts'
import { startTrialNodes } from './trial/cluster/trial-nodes.ts'
import { WriteWatch } from './trial/cluster/write-watch.ts'
import { writeUntilKilled } from './trial/load.ts'
import { assertCheckIsOk, plannersOf, startAndVerify } from './trial/one-kill.ts'
import { createTrialFolder, removeTrialFolder } from './trial/trial-folder.ts'

const { values: options } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    cuts: { type: 'string', default: '20' },
    wipes: { type: 'string', default: '3' },
    upgrades: { type: 'string', default: '2' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})

const kinds = ['kill', 'cut', 'wipe', 'upgrade'] as const
type Kind = (typeof kinds)[number]

const promisedMs = 5000
/** Nodes are asked one after the other while writing goes on. */
const underLoad = 20
const disturbances: Record<Kind, () => Promise<number>> = {
  kill: killLeader,
  cut: cutOff,
  wipe,
  upgrade,
}
const random = seededRandom(Number(options.seed))
console.log(
  `trial:cluster with --kills ${options.kills} --cuts ${options.cuts} --wipes ${options.wipes} --upgrades ${options.upgrades} --seed ${options.seed}`,
)

const startedAt = performance.now()
const folder = await createTrialFolder()
await using cluster = await startTrialNodes(join(folder.path, 'nodes'))
const map = await readClusterFile(cluster.file)
const how =
  cluster.cutBy === 'network'
    ? 'by the network, each in a namespace of its own'
    : 'by stopping it where it stands'
console.log(`Three nodes run; a follower is cut off ${how}.`)

const serve = ['--cluster', cluster.file]
const server = await startVitrine(folder.dataDir, [], serve).listening
const watch = new WriteWatch(folder.log)
let serial = 0
const access = { baseUrl: server.baseUrl, key: folder.key }
const planners = plannersOf(folder, random, () => ++serial)
const load = Promise.all(
  planners.map((planner, connection) => writeUntilKilled(connection, access, watch, planner)),
)
const waits: Record<Kind, number[]> = { kill: [], cut: [], wipe: [], upgrade: [] }
try {
  // A writer that is refused ends the trial.
  await Promise.race([disturb(), load.then(() => Promise.reject(new Error('The load ended by itself.')))])
} catch (error) {
  console.error(`The data, the logs of the nodes and the client's log are left in ${folder.path}.`)
  await server.kill()
  throw error
}
await server.kill()
await load
await verify()
removeTrialFolder(folder)
tell()

/** Each kind as often as it was asked for, in any order. */
async function disturb(): Promise<void> {
  const rounds = kinds.flatMap((kind) => Array.from({ length: Number(options[`${kind}s`]) }, () => kind))
  await watch.untilWritten(30_000)
  for (let done = 1; rounds.length > 0; done++) {
    const [kind = 'kill'] = rounds.splice(random.below(rounds.length), 1)
    await sleep(random.between(100, 1500))
    waits[kind].push(await disturbances[kind]())
    if (done % 10 === 0) console.log(`${done} disturbances, ${watch.acknowledged} writes acknowledged`)
  }
}

async function killLeader(): Promise<number> {
  const leader = await nodeThat(({ leads }) => leads)
  await leader.stop()
  const waited = await watch.untilWritten(20_000)
  leader.start()
  await untilCaughtUp(leader)
  return waited
}

async function cutOff(): Promise<number> {
  const follower = await nodeThat(({ leads }) => !leads)
  cluster.cut(follower, true)
  const apart = await watch.untilWritten(20_000)
  await sleep(random.between(500, 4000))
  cluster.cut(follower, false)
  const again = await watch.untilWritten(20_000)
  await untilCaughtUp(follower)
  return Math.max(apart, again)
}

async function wipe(): Promise<number> {
  const follower = await nodeThat(({ leads }) => !leads)
  await follower.stop()
  follower.wipe()
  const waited = await watch.untilWritten(20_000)
  follower.start()
  await untilCaughtUp(follower)
  return waited
}

/** As for a new version: one node after the other is ended and started again, the leader last. */
async function upgrade(): Promise<number> {
  const leader = await nodeThat(({ leads }) => leads)
  let longest = 0
  for (const node of [...cluster.nodes.filter((other) => other !== leader), leader]) {
    await node.stop('SIGTERM')
    longest = Math.max(longest, await watch.untilWritten(20_000))
    node.start()
    await untilCaughtUp(node)
  }
  return longest
}

/**
 * As docs/team.md has it: nothing else may fail before. A node is ready for rqlite once it has the log, also while it is working that off,
 * and one that is made the leader meanwhile confirms nothing until it has.
 */
async function untilCaughtUp(node: RqliteNode): Promise<void> {
  await node.untilReady(60_000)
  const [database] = map.databases
  if (!database) throw new Error('The file of clusters names nothing.')
  for (let tries = 0; tries < 600; tries++) {
    const { nodes } = await readClusterHealth(database)
    const { behind = null } = nodes.find(({ id }) => id === node.id) ?? {}
    if (behind !== null && behind <= underLoad) return
    await sleep(100)
  }
  throw new Error(`Node ${node.id} does not catch up.`)
}

/** A node that leads, or one of those that do not. */
async function nodeThat(isWanted: (node: { readonly leads: boolean }) => boolean): Promise<RqliteNode> {
  const [database] = map.databases
  if (!database) throw new Error('The file of clusters names nothing.')
  for (let tries = 0; tries < 100; tries++) {
    const { leader } = await readClusterHealth(database)
    const found = cluster.nodes.filter(({ id }) => isWanted({ leads: id === leader }))
    const [node] = found.splice(random.below(found.length), 1)
    if (leader !== null && node) return node
    await sleep(100)
  }
  throw new Error('The cluster has no leader.')
}

/**
 * Everything is read from a copy that a server makes anew from the cluster, and the nodes' own files are compared with it. Then all three
 * lose their disks at once, and get everything back from that copy.
 */
async function verify(): Promise<void> {
  for (const ending of ['', '-wal', '-shm']) rmSync(folder.workspaceFile + ending, { force: true })
  await compareAll()
  await Promise.all(cluster.nodes.map((node) => node.stop()))
  for (const node of cluster.nodes) node.wipe()
  for (const node of cluster.nodes) node.start()
  await Promise.all(cluster.nodes.map((node) => node.untilReady()))
  await compareAll()
}

async function compareAll(): Promise<void> {
  const started = await startAndVerify(folder, serve)
  try {
    await assertCheckIsOk(folder)
    for (const node of cluster.nodes) {
      await node.untilReady()
      const tables = differingTables(folder.workspaceFile, node.file)
      if (tables.length > 0) throw new Error(`Node ${node.id} differs in ${tables.join(', ')}.`)
    }
  } finally {
    await started.stop()
  }
}

function tell(): void {
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  const longest = (kind: Kind) => (Math.max(0, ...waits[kind]) / 1000).toFixed(1)
  console.log(
    `${waits.kill.length} leaders killed, ${waits.cut.length} followers cut off, ${waits.wipe.length} disks wiped, all nodes started anew ${waits.upgrade.length} times one by one in ${seconds} s: ` +
      `all of ${watch.acknowledged} acknowledged writes are there, none twice, and the three copies are equal. ` +
      `Written again after at most ${longest('kill')} s, ${longest('cut')} s, ${longest('wipe')} s and ${longest('upgrade')} s.`,
  )
  const late = kinds.flatMap((kind) => waits[kind]).filter((ms) => ms > promisedMs)
  if (late.length > 0) {
    console.log(`${late.length} times that took more than ${promisedMs / 1000} s.`)
    process.exitCode = 1
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { withinTime } from '#shared/interrupted.ts'
import type { ClusterMeasure } from '../../catalog/connections/cluster-seam.ts'
import { beatMs, silenceMs } from '../database/lease.ts'
import type { DatabaseCluster } from '../database/cluster-file.ts'
import { ClusterNodes, isReport, type Member, type NodeReport, type SilentNode } from './cluster-nodes.ts'

export interface NodeState {
  readonly address: string | null
  readonly id: string | null
  readonly raft: string | null
  readonly answers: boolean
  readonly reachable: boolean | null
  readonly voter: boolean | null
  readonly leader: boolean
  /**
   * The number of log entries that the node lacks or has not applied yet: a leader in that state confirms
   * nothing.
   */
  readonly behind: number | null
  readonly sequence: number | null
  readonly version: string | null
  readonly fault: string | null
}

export interface ClusterHealth {
  readonly database: string
  readonly writable: boolean
  readonly leader: string | null
  readonly server: string | null
  /** Whether the server that holds the lease renews it; null where no server does. */
  readonly server_alive: boolean | null
  readonly nodes: readonly NodeState[]
}

export async function readClusterHealth(
  cluster: DatabaseCluster,
  nodes = new ClusterNodes(cluster),
): Promise<ClusterHealth> {
  try {
    const reports = await Promise.all(cluster.nodes.map((address) => nodes.report(address)))
    const answering = reports.filter(isReport)
    const asked = answering.find(({ isLeader }) => isLeader) ?? answering.find(({ leader }) => leader)
    const members = asked ? await membersBy(asked.address, nodes, answering) : []
    const health = clusterHealthOf(cluster.database, reports, members)
    const server = asked ? await nodes.holder(asked.address) : undefined
    if (!asked || !server) return { ...health, server: null, server_alive: null }
    const isAlive = await renewsLease(nodes, asked.address, server)
    return { ...health, writable: health.writable && isAlive, server: server.name, server_alive: isAlive }
  } finally {
    await nodes.close()
  }
}

const measuredWithinMs = 1500

/** How many nodes of each database answer, and how far each one is behind; slow ones count as silent. */
export async function measureNodes(databases: readonly DatabaseCluster[]): Promise<ClusterMeasure[]> {
  return (await Promise.all(databases.map((cluster) => measureCluster(cluster)))).flat()
}

async function measureCluster(cluster: DatabaseCluster): Promise<ClusterMeasure[]> {
  const { database } = cluster
  const nodes = new ClusterNodes(cluster)
  const reports: NodeReport[] = []
  const asking = cluster.nodes.map(async (address) => {
    const report = await nodes.report(address)
    if (isReport(report)) reports.push(report)
  })
  await withinTime(Promise.all(asking), measuredWithinMs)
  const answered = [...reports]
  void nodes.close()
  const newest = newestOf(answered)
  const leaders = answered.filter(({ isLeader }) => isLeader)
  const counts = [
    ['vitrine_cluster_nodes', cluster.nodes.length],
    ['vitrine_cluster_nodes_answering', answered.length],
    ['vitrine_cluster_leaders', leaders.length],
  ] as const
  return [
    ...counts.map(([name, value]) => ({ name, labels: { database }, value })),
    ...answered.map((report) => ({
      name: 'vitrine_cluster_node_lag_entries' as const,
      labels: { database, node: report.id },
      value: behindBy(report, newest),
    })),
  ]
}

/** Whether the beat of a lease moves within the time after which another server would take it. */
async function renewsLease(
  nodes: ClusterNodes,
  address: string,
  seen: { readonly name: string; readonly beat: string },
): Promise<boolean> {
  for (let waited = 0; waited <= silenceMs; waited += beatMs) {
    await sleep(beatMs)
    const now = await nodes.holder(address)
    if (now === undefined || now.beat !== seen.beat) return now !== undefined
  }
  return false
}

/**
 * Asks again where a node that answers here is called unreachable: after a restart the first answer may
 * rest on a closed connection.
 */
async function membersBy(
  address: string,
  nodes: ClusterNodes,
  answering: readonly NodeReport[],
): Promise<Member[]> {
  const members = await nodes.members(address).catch(() => [])
  const isAnswering = ({ id }: Member) => answering.some((report) => report.id === id)
  const isAsSeenHere = members.every((member) => member.reachable || !isAnswering(member))
  return isAsSeenHere ? members : nodes.members(address).catch(() => members)
}

export function clusterHealthOf(
  database: string,
  reports: readonly (NodeReport | SilentNode)[],
  members: readonly Member[],
): Omit<ClusterHealth, 'server' | 'server_alive'> {
  const leader = members.find((member) => member.leader)
  const newest = newestOf(reports.filter(isReport))
  const named = reports.map((report) => stateOf(report, members, newest))
  const known = new Set(named.map(({ id }) => id))
  // A node that is down has no address but the one by which other nodes know it.
  const unnamed = members.filter(({ id }) => !known.has(id)).map(stateOfMember)
  const writable = leader !== undefined && hasMajority(members.filter(({ voter }) => voter))
  return { database, writable, leader: leader?.id ?? null, nodes: [...named, ...unnamed] }
}

export function hasMajority(voters: readonly Member[]): boolean {
  return voters.filter(({ reachable }) => reachable).length > voters.length / 2
}

interface Newest {
  readonly committed: number
  readonly sequence: number
}

export function newestOf(reports: readonly NodeReport[]): Newest {
  return {
    committed: Math.max(0, ...reports.map(({ committed }) => committed)),
    sequence: Math.max(0, ...reports.map(({ sequence = 0 }) => sequence)),
  }
}

/**
 * Returns how far a node is behind: rqlite counts an entry as applied before it has run, so the catalog's
 * own sequence counts too.
 */
export function behindBy({ applied, sequence = 0 }: NodeReport, newest: Newest): number {
  return Math.max(0, newest.committed - applied, newest.sequence - sequence)
}

function stateOf(report: NodeReport | SilentNode, members: readonly Member[], newest: Newest): NodeState {
  if (!isReport(report))
    return { ...nothingKnown, address: report.address, answers: false, fault: report.fault }
  const { address, id, raft, version, sequence, damage = null } = report
  const member = members.find((one) => one.id === id)
  return {
    address,
    id,
    raft,
    answers: true,
    reachable: member?.reachable ?? null,
    voter: member?.voter ?? null,
    leader: member?.leader ?? false,
    behind: behindBy(report, newest),
    sequence: sequence ?? null,
    version,
    fault: damage,
  }
}

const nothingKnown = {
  id: null,
  raft: null,
  reachable: null,
  voter: null,
  leader: false,
  behind: null,
  sequence: null,
  version: null,
} as const

function stateOfMember({ id, raft, voter, reachable, leader }: Member): NodeState {
  return { ...nothingKnown, address: null, id, raft, answers: false, voter, reachable, leader, fault: null }
}

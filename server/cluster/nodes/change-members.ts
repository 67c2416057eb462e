import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseCluster } from '../database/cluster-file.ts'
import { ClusterNodes, isReport, type Member, NodeError, type NodeReport } from './cluster-nodes.ts'
import { behindBy, hasMajority, newestOf } from './cluster-health.ts'

const patienceMs = 120_000
const lookEveryMs = 250

/** Waits until a node that was started with `-join` is a member that has everything. Rejects with NodeError. */
export async function awaitMember(
  cluster: DatabaseCluster,
  address: string,
  interrupted: AbortSignal,
): Promise<NodeReport> {
  return withNodes(cluster, async (nodes) => {
    const { members, asked, reports } = await membersOf(cluster, nodes)
    const newest = newestOf(reports)
    const until = Date.now() + patienceMs
    for (;;) {
      const report = await nodes.report(address)
      if (!isReport(report)) throw new NodeError(`${report.fault} ${howToStart(members)}`)
      if (!isAmong(await nodes.members(asked.address), report))
        throw new NodeError(
          `${address} is no member of this cluster. Stop it, empty its folder and start it anew. ${howToStart(members)}`,
        )
      const missing = behindBy(report, newest)
      if (report.leader !== undefined && missing === 0) return report
      if (Date.now() > until)
        throw new NodeError(`${address} is a member, but still ${missing} entries behind. Look at its log.`)
      await sleep(lookEveryMs, undefined, { signal: interrupted })
    }
  })
}

export interface RemovedMember extends Member {
  /** Its address in the file of clusters; undefined where it does not answer and another one does not, too. */
  readonly address: string | undefined
}

/**
 * Removes a member, named by its address or id, where the others can go on without it. Rejects with
 * NodeError.
 */
export async function removeMember(cluster: DatabaseCluster, named: string): Promise<RemovedMember> {
  return withNodes(cluster, async (nodes) => {
    const { members, asked, reports } = await membersOf(cluster, nodes)
    const id = reports.find(({ address }) => address === named)?.id ?? named
    const member = members.find((one) => one.id === id)
    if (!member)
      throw new NodeError(
        `No member is known by ${named}. A node that does not answer is named by its id: ${members.map((one) => one.id).join(', ')}.`,
      )
    refuseLoss(members, member)
    const address = addressOf(member, cluster, reports)
    if (cluster.nodes.length === 1 && address !== undefined)
      throw new NodeError(
        'The file of clusters names this node alone. Name another one first, with vitrine cluster add.',
      )
    await nodes.remove(asked.address, member.id)
    return { ...member, address }
  })
}

async function membersOf(cluster: DatabaseCluster, nodes: ClusterNodes) {
  const answers = await Promise.all(cluster.nodes.map((address) => nodes.report(address)))
  const reports = answers.filter(isReport)
  const asked = reports.find(({ isLeader }) => isLeader) ?? reports.find(({ leader }) => leader !== undefined)
  const members = asked ? await nodes.members(asked.address) : []
  // A leader that has lost the others takes a moment to notice.
  if (asked && hasMajority(members.filter(({ voter }) => voter))) return { reports, asked, members }
  throw new NodeError(
    `"${cluster.database}" has no leader, and without one its members stay as they are. vitrine cluster status says what to do.`,
  )
}

/** A silent node does not say its id: its address is the only one of the file that does not answer. */
function addressOf(
  { id }: Member,
  { nodes }: DatabaseCluster,
  reports: readonly NodeReport[],
): string | undefined {
  const known = reports.find((report) => report.id === id)?.address
  const silent = nodes.filter((node) => reports.every(({ address }) => address !== node))
  return known ?? (silent.length === 1 ? silent[0] : undefined)
}

function refuseLoss(members: readonly Member[], leaving: Member): void {
  const rest = members.filter(({ id, voter }) => voter && id !== leaving.id)
  if (rest.length === 0) throw new NodeError('The last node cannot be taken out: it holds everything.')
  if (!hasMajority(rest))
    throw new NodeError(
      `Without ${leaving.id} most of the others do not reach each other, and nothing could be written. Start those that are down first.`,
    )
}

function isAmong(members: readonly Member[], { id, raft }: NodeReport): boolean {
  return members.some((member) => member.id === id && member.raft === raft)
}

function howToStart(members: readonly Member[]): string {
  const join = members.map(({ raft }) => raft).join(',')
  return `Start it with rqlited -node-id NAME -http-addr HOST:4001 -raft-addr HOST:4002 -fk -join ${join} FOLDER, and say this again.`
}

async function withNodes<T>(cluster: DatabaseCluster, work: (nodes: ClusterNodes) => Promise<T>): Promise<T> {
  const nodes = new ClusterNodes(cluster)
  try {
    return await work(nodes)
  } finally {
    await nodes.close()
  }
}

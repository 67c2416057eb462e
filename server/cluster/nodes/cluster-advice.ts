import type { ClusterHealth, NodeState } from './cluster-health.ts'
import { readFile, writeFile } from 'node:fs/promises'
import { replaceFile } from '../../catalog/storage-fault.ts'

type OfCluster = (state: ClusterHealth) => string | false
type OfNode = (node: NodeState, state: ClusterHealth) => string | false

const farBehind = 100

/** Returns the faults of a cluster with their remedies, the worst first; empty where all is well. */
export function adviceFor(state: ClusterHealth): string[] {
  const { nodes } = state
  return [
    ...wholeFirst.map((advise) => advise(state)),
    ...ofNodes.flatMap((advise) => nodes.map((node) => advise(node, state))),
    ...wholeLast.map((advise) => advise(state)),
  ].filter((advice) => advice !== false)
}

const wholeFirst: readonly OfCluster[] = [
  ({ nodes }) =>
    nodes.every(({ answers }) => !answers) &&
    'No node answers here. Check that rqlited runs and that this computer reaches it.',
  ({ server, server_alive: isAlive }) =>
    isAlive === false &&
    `${server} holds the lease and does not renew it, and no other server has taken it. Look at its log and at that of the others, and start one.`,
  ({ nodes, writable, server_alive: isAlive }) =>
    !writable &&
    isAlive !== false &&
    nodes.some(({ answers }) => answers) &&
    'Most of the nodes do not reach each other, so nothing can be written; a single server goes on reading, servers that share a vitrine.db do not. Start the nodes that are down, or mend the network between them.',
]

const ofNodes: readonly OfNode[] = [
  ({ answers, address, fault }) =>
    !answers && address !== null && `${fault} Start its rqlited again with the command it was started with.`,
  ({ answers, reachable, address }) =>
    answers &&
    reachable === false &&
    `${address} answers here, but the leader does not reach it. Check the network between the nodes.`,
  ({ answers, voter, address }, { leader }) =>
    answers &&
    voter === null &&
    leader !== null &&
    `${address} is no member. Add it with vitrine cluster add, or take it out of the file.`,
  ({ address, id, raft }, { nodes }) =>
    address === null &&
    nodes.every((node) => node.answers || node.address === null) &&
    `The member ${id} at ${raft} is not in the file. Name its address there, or take it out of the cluster with vitrine cluster remove ${id}.`,
  ({ answers, fault, address }) =>
    answers &&
    fault !== null &&
    `${address} cannot read its database (${fault}). Stop it, empty its folder and start it again; it gets everything from the others.`,
  ({ behind, address, fault }) =>
    fault === null &&
    (behind ?? 0) > farBehind &&
    `${address} is ${behind} entries behind. It catches up by itself, and until then no other node may fail; if the number grows, its disk or network is too slow.`,
]

const wholeLast: readonly OfCluster[] = [
  ({ nodes }) => {
    const versions = [...new Set(nodes.flatMap(({ version }) => version ?? []))].toSorted()
    return (
      versions.length > 1 &&
      `The nodes run versions ${versions.join(' and ')}: finish the upgrade, one after the other.`
    )
  },
  ({ nodes, writable }) => {
    const voters = nodes.filter(({ voter }) => voter).length
    if (!writable || voters % 2 === 1)
      return writable && voters === 1 && 'One node alone bears no failure. Add two more.'
    return `${voters} nodes bear no more failures than ${voters - 1} do. Add one, or remove one.`
  },
]

/** Adds a node of a database to the file of clusters, or removes it; the rest of the file stays as it is. */
export async function nameNode(
  file: string,
  {
    database,
    address,
    isNamed,
    known,
  }: {
    readonly database: string
    readonly address: string
    readonly isNamed: boolean
    /** The nodes where the file does not name the database, as vitrine.db does. */
    readonly known: readonly string[]
  },
): Promise<void> {
  const document = JSON.parse(await readFile(file, 'utf8'))
  const { nodes } = (document.databases[database] ??= { nodes: known }) as { nodes: string[] }
  const others = nodes.filter((node) => URL.parse(node)?.origin !== address)
  document.databases[database].nodes = isNamed ? [...others, address] : others
  const whole = `${file}.new`
  await writeFile(whole, `${JSON.stringify(document, undefined, 2)}\n`, { mode: 0o600 })
  await replaceFile(whole, file)
}

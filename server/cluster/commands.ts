import type { DatabaseCluster, ClusterMap } from './database/cluster-file.ts'
import type { ClusterHealth, NodeState } from './nodes/cluster-health.ts'
import { readClusterOption } from '../cli/serve-options.ts'
import {
  CommandError,
  type Invocation,
  type OptionValues,
  type Output,
  textOption,
  UsageError,
} from '../cli/command.ts'

export async function sayStatus({ output, options }: Invocation): Promise<number> {
  const wanted = databasesOf(await requireClusters(options), textOption(options, 'workspace'))
  const [{ readClusterHealth }, { adviceFor }] = await Promise.all([
    import('./nodes/cluster-health.ts'),
    import('./nodes/cluster-advice.ts'),
  ])
  const states = await Promise.all(wanted.map((cluster) => readClusterHealth(cluster)))
  for (const state of states) printNode(output, state, adviceFor(state))
  return states.every(({ writable }) => writable) ? 0 : 1
}

export async function addNode({ output, options, positionals, interrupted }: Invocation): Promise<number> {
  const clusters = await requireClusters(options)
  const cluster = oneOf(databasesOf(clusters, textOption(options, 'workspace')))
  const address = addressOf(positionals)
  const { awaitMember } = await import('./nodes/change-members.ts')
  const { id } = await explained(awaitMember(cluster, address, interrupted))
  await nameInFile(clusters, cluster, { address, isNamed: true })
  output.print(
    { database: cluster.database, id, address },
    `${id} at ${address} holds all of "${cluster.database}" and is named in the file. ${takeNotice}`,
  )
  return 0
}

export async function removeNode({
  output,
  options,
  positionals: [named = ''],
}: Invocation): Promise<number> {
  const clusters = await requireClusters(options)
  const cluster = oneOf(databasesOf(clusters, textOption(options, 'workspace')))
  const address = URL.parse(named)?.origin ?? named
  const { removeMember } = await import('./nodes/change-members.ts')
  const removed = await explained(removeMember(cluster, cluster.nodes.includes(address) ? address : named))
  const { id, raft, address: known = null } = removed
  if (known !== null) await nameInFile(clusters, cluster, { address: known, isNamed: false })
  const left = `Its address is not known, since it does not answer: take it out of ${clusters.file}.`
  output.print(
    { database: cluster.database, id, raft, address: known },
    `${id} at ${raft} is out of "${cluster.database}". Stop its rqlited and delete its folder. ${known === null ? left : takeNotice}`,
  )
  return 0
}

const takeNotice =
  'Servers that run learn it from the cluster; the file of a server has to name one node that answers when it starts.'

async function requireClusters(given: OptionValues): Promise<ClusterMap> {
  const clusters = await readClusterOption(given)
  if (clusters) return asVitrineDbSays(clusters as ClusterMap)
  throw new UsageError('Name the file of clusters with --cluster FILE, as vitrine serve is given it.')
}

/** The file of this machine may be older than the last move of a workspace. */
async function asVitrineDbSays(clusters: ClusterMap): Promise<ClusterMap> {
  const registry = clusters.ofRegistry()
  if (!registry) return clusters
  const { readSharedPlacement } = await import('./database/placement.ts')
  const text = await readSharedPlacement(registry)
  if (text === undefined) return clusters
  return clusters.agree({ read: () => Promise.resolve(text), write: () => Promise.resolve() })
}

function databasesOf({ databases }: ClusterMap, name: string | undefined): readonly DatabaseCluster[] {
  if (name === undefined) return databases
  const wanted = name.trim().toLowerCase()
  const found = databases.filter(({ database }) => database.toLowerCase() === wanted)
  if (found.length > 0) return found
  throw new UsageError(
    `The file does not name "${name}". It names ${databases.map(({ database }) => database).join(', ')}.`,
  )
}

function oneOf(databases: readonly DatabaseCluster[]): DatabaseCluster {
  const [cluster, another] = databases
  if (cluster && !another) return cluster
  throw new UsageError('The file names several workspaces: say which one with --workspace NAME.')
}

function addressOf([text = '']: Invocation['positionals']): string {
  const url = URL.parse(text)
  if (url && ['http:', 'https:'].includes(url.protocol)) return url.origin
  throw new UsageError(`A node is named by its address, such as https://db4.example:4001, not "${text}".`)
}

async function nameInFile(
  { file }: ClusterMap,
  { database, nodes: known }: DatabaseCluster,
  change: { readonly address: string; readonly isNamed: boolean },
): Promise<void> {
  const { nameNode } = await import('./nodes/cluster-advice.ts')
  await nameNode(file, { database, known, ...change })
}

async function explained<T>(work: Promise<T>): Promise<T> {
  const { NodeError } = await import('./nodes/cluster-nodes.ts')
  return work.catch((error: unknown) => {
    throw error instanceof NodeError ? new CommandError(error.message, { cause: error }) : error
  })
}

function printNode(output: Output, state: ClusterHealth, advice: readonly string[]): void {
  const { database, writable, server, nodes } = state
  const by = server === null ? '' : `, served by ${server}`
  output.print(
    { ...state, advice },
    [
      `${database}: ${writable ? 'can be written' : 'cannot be written'}${by}`,
      ...nodes.map((node) => `  ${describeNode(node)}`),
      ...advice.map((sentence) => `  ! ${sentence}`),
    ].join('\n'),
  )
}

function describeNode({ address, id, answers, leader, voter, behind, sequence }: NodeState): string {
  const name = [id, address].filter((part) => part !== null).join(' at ')
  if (address === null) return `${name}: not named in the file`
  if (!answers) return `${name}: does not answer`
  return [
    `${name}: ${leader ? 'leader' : voter === null ? 'no member' : voter ? 'follower' : 'reader without a vote'}`,
    ...(sequence === null ? [] : [`change ${sequence}`]),
    behind === 0 ? 'up to date' : `${behind} behind`,
  ].join(', ')
}

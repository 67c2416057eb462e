import type { DatabaseCluster, ClusterMap } from '../../cluster/cluster-file.ts'
import type { ClusterHealth, NodeState } from '../../cluster/cluster-health.ts'
import { clusterOptions, readClusterOption } from '../serve-options.ts'
import {
  type Command,
  CommandError,
  type Invocation,
  type OptionValues,
  type Output,
  textOption,
  UsageError,
} from '../command.ts'

const options = {
  ...clusterOptions,
  workspace: {
    type: 'string',
    help: 'The workspace, as the file names it; all of them where it is left out',
  },
} as const

/** Says how the clusters are and what to do where something is wrong. */
export const clusterStatus: Command = {
  name: 'cluster status',
  summary: 'Say how the nodes of workspaces that live in clusters are',
  arguments: '--cluster FILE [--workspace NAME]',
  positionals: 0,
  options,
  async run({ output, options: given }) {
    const wanted = databasesOf(await requireClusters(given), textOption(given, 'workspace'))
    const [{ readClusterHealth }, { adviceFor }] = await Promise.all([
      import('../../cluster/cluster-health.ts'),
      import('../../cluster/cluster-advice.ts'),
    ])
    const states = await Promise.all(wanted.map((cluster) => readClusterHealth(cluster)))
    for (const state of states) printNode(output, state, adviceFor(state))
    return states.every(({ writable }) => writable) ? 0 : 1
  },
}

/** Waits until a node that was started is a member, and names it in the file. */
export const clusterAdd: Command = {
  name: 'cluster add',
  summary: 'Take a node that was started into the file once it has everything',
  arguments: 'ADDRESS --cluster FILE [--workspace NAME]',
  positionals: 1,
  options,
  async run({ output, options: given, positionals, interrupted }) {
    const clusters = await requireClusters(given)
    const cluster = oneOf(databasesOf(clusters, textOption(given, 'workspace')))
    const address = addressOf(positionals)
    const { awaitMember } = await import('../../cluster/change-members.ts')
    const { id } = await explained(awaitMember(cluster, address, interrupted))
    await nameInFile(clusters, { database: cluster.database, address, isNamed: true })
    output.print(
      { database: cluster.database, id, address },
      `${id} at ${address} holds all of "${cluster.database}" and is named in the file. ${takeNotice}`,
    )
    return 0
  },
}

/** Takes a node out of its cluster and of the file. */
export const clusterRemove: Command = {
  name: 'cluster remove',
  summary: 'Take a node out of its cluster and of the file',
  arguments: 'ADDRESS|ID --cluster FILE [--workspace NAME]',
  positionals: 1,
  options,
  async run({ output, options: given, positionals: [named = ''] }) {
    const clusters = await requireClusters(given)
    const cluster = oneOf(databasesOf(clusters, textOption(given, 'workspace')))
    const address = URL.parse(named)?.origin ?? named
    const { removeMember } = await import('../../cluster/change-members.ts')
    const { id, raft } = await explained(
      removeMember(cluster, cluster.nodes.includes(address) ? address : named),
    )
    await nameInFile(clusters, { database: cluster.database, address, isNamed: false })
    output.print(
      { database: cluster.database, id, raft },
      `${id} at ${raft} is out of "${cluster.database}". Stop its rqlited and delete its folder. ${takeNotice}`,
    )
    return 0
  },
}

const takeNotice = 'Servers read the file when they start.'

async function requireClusters(given: OptionValues): Promise<ClusterMap> {
  const clusters = await readClusterOption(given)
  if (clusters) return clusters
  throw new UsageError('Name the file of clusters with --cluster FILE, as vitrine serve is given it.')
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
  change: { readonly database: string; readonly address: string; readonly isNamed: boolean },
): Promise<void> {
  const { nameNode } = await import('../../cluster/cluster-advice.ts')
  await nameNode(file, change)
}

async function explained<T>(work: Promise<T>): Promise<T> {
  const { NodeError } = await import('../../cluster/cluster-nodes.ts')
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
  if (!answers) return `${name}: does not answer`
  return [
    `${name}: ${leader ? 'leader' : voter === null ? 'no member' : voter ? 'follower' : 'reader without a vote'}`,
    ...(sequence === null ? [] : [`change ${sequence}`]),
    behind === 0 ? 'up to date' : `${behind} behind`,
  ].join(', ')
}

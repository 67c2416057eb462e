/**
 * Where workspaces live, as vitrine.db says it: every server that opens it knows, and no file is copied.
 * The file of clusters says how vitrine.db itself is reached, and where a workspace lives that vitrine.db
 * does not name yet.
 */
import { Check } from 'typebox/schema'
import { type Static, Type } from 'typebox'
import type { ClusterDatabases, PlacementStore } from '../../catalog/connections/cluster-seam.ts'
import { ClusterMap, type DatabaseCluster, type NodesByDatabase, registryName } from './cluster-file.ts'
import { isLeftBehind } from './cluster-state.ts'
import { RqliteClient } from './rqlite-client.ts'

const Nodes = Type.Record(Type.String(), Type.Array(Type.String()))
const StoredPlacement = Type.Object({
  databases: Nodes,
  /** Moves that have begun: without nodes into the file of the workspace. */
  moving: Nodes,
})
type StoredPlacement = Static<typeof StoredPlacement>

export const placementKey = 'cluster_placement'

/**
 * The clusters of all databases by the file and vitrine.db, which counts where they differ: except for a
 * cluster that its workspace has left, and for a move that this server has completed in its file.
 */
export async function agreePlacement(map: ClusterMap, store: PlacementStore): Promise<ClusterMap> {
  const text = await store.read()
  const stored = parse(text)
  const named = map.nodesByDatabase()
  const agreed: Record<string, readonly string[]> = {}
  for (const name of new Set([...Object.keys(named), ...Object.keys(stored.databases)])) {
    const nodes = await placeOf(map, name, stored)
    if (nodes !== undefined && nodes.length > 0) agreed[name] = nodes
  }
  const next = toText({ databases: agreed, moving: {} })
  if (next !== text && (text !== undefined || Object.keys(agreed).length > 0)) await store.write(next)
  return map.with(agreed, store)
}

async function placeOf(
  map: ClusterMap,
  name: string,
  { databases, moving }: StoredPlacement,
): Promise<readonly string[] | undefined> {
  const inFile = map.nodesByDatabase()[name]
  const [known, target] = [databases[name], moving[name]]
  if (known === undefined && target === undefined) return inFile
  if (target !== undefined && isSame(target, inFile)) return target
  if (known === undefined) return undefined
  const isAgreed = target === undefined && isSame(known, inFile)
  return isAgreed || !(await isLeft(map.with({ [name]: known }), name)) ? known : (target ?? inFile)
}

async function isLeft(map: ClusterMap, name: string): Promise<boolean> {
  const cluster = map.databases.find(({ database }) => database === name)
  const origin = cluster && (await ask(cluster, 'SELECT origin FROM cluster_state'))
  return origin !== undefined && isLeftBehind({ origin, sequence: 0, digest: '' })
}

/**
 * Asks each cluster who its members are. What is returned keeps them in vitrine.db, where the workspace is
 * still in that cluster, so that a server that starts finds nodes that are alive.
 */
export async function learnPlacement(
  map: ClusterMap,
): Promise<(now: ClusterDatabases) => Promise<ClusterDatabases>> {
  const named = map.nodesByDatabase()
  const learned = await Promise.all(
    Object.keys(named).map(async (name) => [name, await membersOf(map, name)] as const),
  )
  const changed = learned.filter(([name, nodes]) => nodes.length > 0 && !isSame(nodes, named[name]))
  return async (now) => {
    if (changed.length === 0 || !(now instanceof ClusterMap)) return now
    const present = now.nodesByDatabase()
    const still = changed.filter(([name]) => isSame(present[name] ?? [], named[name]))
    const next = now.with({ ...present, ...Object.fromEntries(still) })
    await now.store?.write(placementText(next.nodesByDatabase()))
    return next
  }
}

async function membersOf(map: ClusterMap, name: string): Promise<readonly string[]> {
  const cluster = map.databases.find(({ database }) => database === name)
  if (!cluster) return []
  const client = new RqliteClient(cluster)
  try {
    return await client.members()
  } catch {
    return []
  } finally {
    await client.close()
  }
}

/** The placement that the cluster of vitrine.db holds; undefined where it does not answer or has none. */
export function readSharedPlacement(registry: DatabaseCluster): Promise<string | undefined> {
  return ask(registry, `SELECT value FROM setting WHERE key = '${placementKey}'`)
}

async function ask(cluster: DatabaseCluster, question: string): Promise<string | undefined> {
  const client = new RqliteClient(cluster)
  try {
    // The table may be missing in an empty cluster.
    const rows = await client.query(question).catch(() => undefined)
    const value = rows?.[0]?.[0]
    return typeof value === 'string' ? value : undefined
  } finally {
    await client.close()
  }
}

/** The same as text for vitrine.db; a move that has begun is beside where the workspace lives until then. */
export function placementText(databases: NodesByDatabase, moving: NodesByDatabase = {}): string {
  return toText({ databases, moving })
}

function toText({ databases, moving }: { databases: NodesByDatabase; moving: NodesByDatabase }): string {
  const sorted = (nodes: NodesByDatabase) =>
    Object.fromEntries(
      Object.entries(nodes)
        .filter(([name]) => name !== registryName)
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    )
  return JSON.stringify({ databases: sorted(databases), moving: sorted(moving) })
}

function parse(text: string | undefined): StoredPlacement {
  const value: unknown = text === undefined ? undefined : JSON.parse(text)
  return Check(StoredPlacement, value) ? value : { databases: {}, moving: {} }
}

function isSame(one: readonly string[], other: readonly string[] = []): boolean {
  return one.toSorted().join() === other.toSorted().join()
}

/**
 * The program's interface to clusters of rqlite. `server/cluster` implements it and is loaded only where a
 * database lives in one; without that folder everything but its two loaders (`thread-work.ts` and
 * `index.ts`) works.
 */
import type { MessagePort } from 'node:worker_threads'
import type { Workspace } from '#shared/app-surface.ts'

/** A database in a cluster; only `server/cluster` knows how to connect to it. */
export interface ClusterDatabase {
  readonly database: string
}

/** Measurements of clusters for monitors of a server: gauges of Prometheus with their labels. */
export const clusterGauges = {
  vitrine_cluster_lease: { help: 'Whether this server holds the lease of vitrine.db', labels: [] },
  vitrine_cluster_beat_age_seconds: {
    help: 'Time since the beat of the lease was confirmed, or seen to move by a server that stands by',
    labels: [],
  },
  vitrine_cluster_nodes: { help: 'Nodes that the file of clusters names', labels: ['database'] },
  vitrine_cluster_nodes_answering: { help: 'Nodes that answer this server', labels: ['database'] },
  vitrine_cluster_leaders: {
    help: 'Nodes that lead; without one nothing is written',
    labels: ['database'],
  },
  vitrine_cluster_node_lag_entries: { help: 'Changes that a node lacks', labels: ['database', 'node'] },
} as const

export interface ClusterMeasure {
  readonly name: keyof typeof clusterGauges
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** Where vitrine.db keeps in which clusters workspaces live. */
export interface PlacementStore {
  read(): Promise<string | undefined>
  write(text: string): Promise<void>
}

export interface ClusterDatabases {
  /** The databases by vitrine.db, which is told what it does not know yet. */
  agree(store: PlacementStore): Promise<ClusterDatabases>
  /** Asks the clusters who their members are, and returns what tells vitrine.db of those that have changed. */
  learn(): Promise<(now: ClusterDatabases) => Promise<ClusterDatabases>>
  ofWorkspace(workspace: Pick<Workspace, 'name' | 'file'>): ClusterDatabase | undefined
  ofRegistry(): ClusterDatabase | undefined
  /** Rejects with validation_failed or conflict where the workspace cannot be on these nodes. */
  planMove(workspace: Workspace, nodes: readonly string[]): Promise<MovePlan>
}

export interface MoveOrder {
  readonly cluster: ClusterDatabase | undefined
}

export interface MovePlan {
  readonly database: string
  readonly order: MoveOrder
  readonly databases: ClusterDatabases
  /** Tells vitrine.db that the move begins, so that a crash in it can be settled by any server. */
  begin(): Promise<void>
  /** Tells vitrine.db how it has ended. */
  settle(isMoved: boolean): Promise<void>
  discard(): void
}

/** The identity under which a server writes; plain data that only `server/cluster` makes and reads. */
export interface WriteClaim {
  readonly wish: { readonly holder: string }
  readonly held?: { readonly term: number } | undefined
}

export interface WriteFeed {
  take(news: unknown): void
  /** Resolves once no other server answers from an older state; undefined where none does now. */
  held(): Promise<void> | undefined
  end(): void
}

/** Given to one of several servers with shared databases while it is the writer. */
export interface SharedWriting {
  readonly ofRegistry: WriteClaim
  readonly ofWorkspaces: WriteClaim
  confirm(): Promise<void>
  openFeed(): WriteFeed
}

/** The start data of the thread that talks to a cluster while the writer sleeps. */
export interface LinkStart {
  readonly cluster: ClusterDatabase
  readonly port: MessagePort
  readonly answered: Int32Array
}

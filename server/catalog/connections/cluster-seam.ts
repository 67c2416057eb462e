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

export interface ClusterDatabases {
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

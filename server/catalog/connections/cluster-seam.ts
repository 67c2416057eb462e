/**
 * What the program knows of clusters of rqlite. `server/cluster` implements it, and is loaded only where a database
 * lives in one; a program without that folder has all but its two loaders (`thread-work.ts` and `index.ts`).
 */
import type { MessagePort } from 'node:worker_threads'
import type { Workspace } from '#shared/app-surface.ts'

/** A database that lives in a cluster; what it takes to reach it is known to `server/cluster` alone. */
export interface ClusterDatabase {
  readonly database: string
}

/** Which databases live in clusters. */
export interface ClusterDatabases {
  /** Undefined where the workspace is a file of its own. */
  ofWorkspace(workspace: Pick<Workspace, 'name' | 'file'>): ClusterDatabase | undefined
  /** Undefined where vitrine.db is a file. */
  ofRegistry(): ClusterDatabase | undefined
  /** Rejects with validation_failed or conflict where the workspace cannot be on these nodes. */
  planMove(workspace: Workspace, nodes: readonly string[]): Promise<MovePlan>
}

/** Where a workspace is to live; its file is all there is where no cluster is named. */
export interface MoveOrder {
  readonly cluster: ClusterDatabase | undefined
}

export interface MovePlan {
  readonly database: string
  readonly order: MoveOrder
  /** How databases lie once the workspace is there. */
  readonly databases: ClusterDatabases
  /** Removes what was written for a move that was not completed. */
  discard(): void
}

/** In whose name a server writes; plain data that only `server/cluster` makes and reads. */
export interface WriteClaim {
  readonly wish: { readonly holder: string }
  readonly held?: { readonly term: number } | undefined
}

/** Passes what is written on to other servers that answer reads from copies of their own. */
export interface WriteFeed {
  /** What the writer reports, for `server/cluster` alone. */
  take(news: unknown): void
  /** Resolves once no other server answers what is older; undefined where none does now. */
  held(): Promise<void> | undefined
  end(): void
}

/** What one of several servers that share their databases is given while it is the one that writes. */
export interface SharedWriting {
  readonly ofRegistry: WriteClaim
  readonly ofWorkspaces: WriteClaim
  /** Rejects unless this server is still the one that writes. */
  confirm(): Promise<void>
  openFeed(): WriteFeed
}

/** What the thread starts with that talks to a cluster while the writer sleeps. */
export interface LinkStart {
  readonly cluster: ClusterDatabase
  readonly port: MessagePort
  readonly answered: Int32Array
}

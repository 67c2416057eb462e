/** The result of `startServer()`, and the interface of servers that share a catalog. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Workspace } from '#shared/app-surface.ts'
import type { Backup } from '#shared/backups.ts'
import type { Command } from './cli/command.ts'
import type { Services } from './edge/services.ts'
import type { ServerLog } from './log/server-log.ts'
import type { NetworkGuard } from './network/network-guard.ts'
import type {
  ClusterDatabases,
  ClusterMeasure,
  SharedWriting,
  WriteFeed,
} from './catalog/connections/cluster-seam.ts'

export interface RunningServer {
  readonly origin: string
  readonly port: number
  readonly baseUrl: string
  readonly dataDir: string
  readonly sessionToken: string
  readonly commandOrigin: string
  /**
   * A link, valid once and for an hour, that makes the first account of a team; undefined where there is
   * one.
   */
  firstOwnerUrl(): Promise<string | undefined>
  /** An address that opens the app with the owner's session, once; for a team, where it signs in. */
  appUrl(): string
  openWorkspaceFile(path: string): Promise<Workspace>
  /**
   * Makes a workspace from the readable content of a file that cannot be opened as it is. Rejects with
   * WorkspaceFileError.
   */
  rescueWorkspaceFile(path: string): Promise<Workspace>
  createWorkspaceFile(path: string, name: string): Promise<Workspace>
  workspaces(): Promise<Workspace[]>
  /** How many jobs run at this moment, in all workspaces. */
  runningJobs(): number
  latestBackup(workspaceId: string): Promise<Backup | undefined>
  /**
   * Replaces a workspace by a backup; the former state is kept. Rejects with the reason, and nothing is
   * changed.
   */
  restoreBackup(workspaceId: string, backupId: string): Promise<void>
  note(message: string, details?: object): void
  /** Ends open streams, finishes running requests and closes every file. Safe to call again. */
  close(): Promise<void>
}

export interface PeerAddress {
  readonly host: string
  readonly port?: number | undefined
}

/** The part of an app for other servers: the port outlives it, and other servers have one of their own. */
export interface SharedPort {
  readonly serverOptions: object
  readonly isFromPeer: (request: FastifyRequest) => boolean
  /**
   * Whether the lease was confirmed in the last two seconds; otherwise another server may have it, and newer
   * changes.
   */
  readonly isConfirmed: () => boolean
  /** The lease as this server sees it, for who watches it. */
  readonly measure: () => readonly ClusterMeasure[]
  readonly routes: (app: FastifyInstance, parts: { readonly services: Services }) => Promise<void>
}

export interface SharedServing extends SharedWriting {
  readonly port: SharedPort
  attach(app: FastifyInstance, feedOf: (workspaceId: string) => Promise<WriteFeed | undefined>): Promise<void>
  /** Waits for requests that are being answered, where the whole server ends and not only the app. */
  appCloses(): Promise<void>
}

export interface SharedServerParts {
  readonly version: string
  readonly dataDir: string
  readonly port: number
  readonly clusters: ClusterDatabases
  readonly readDeadlineMs: number | undefined
  readonly peer: PeerAddress
  readonly guard: NetworkGuard
  readonly log: ServerLog
  readonly serve: (shared: SharedServing) => Promise<RunningServer>
  readonly preload: () => void
}

/** The parts of `server/cluster` for the command line and for `startServer()`. */
export interface Clusters {
  /** Rejects with an error of the name ClusterFileError. */
  readonly readClusterFile: (path: string) => Promise<ClusterDatabases>
  /** Serves in turns with other servers. Rejects where it cannot listen, or has to serve and cannot. */
  readonly serve: (parts: SharedServerParts) => Promise<RunningServer>
  /** How the nodes of all databases are. */
  readonly measure: (databases: ClusterDatabases) => Promise<readonly ClusterMeasure[]>
  readonly commands: Readonly<Record<'status' | 'add' | 'remove', Command['run']>>
}

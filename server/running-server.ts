/** What `startServer()` gives, and how one of several servers that share a catalog is served. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Workspace } from '#shared/app-surface.ts'
import type { Backup } from '#shared/backups.ts'
import type { Command } from './cli/command.ts'
import type { Services } from './edge/services.ts'
import type { ServerLog } from './log/server-log.ts'
import type { NetworkGuard } from './network/network-guard.ts'
import type { ClusterDatabases, SharedWriting, WriteFeed } from './catalog/connections/cluster-seam.ts'

export interface RunningServer {
  readonly origin: string
  readonly port: number
  readonly baseUrl: string
  readonly dataDir: string
  readonly sessionToken: string
  readonly commandOrigin: string
  /** A link, good once and for an hour, by which the first account of a team is made; undefined where there is one. */
  firstOwnerUrl(): Promise<string | undefined>
  /** An address that opens the app with the owner's session, once; for a team, where it signs in. */
  appUrl(): string
  openWorkspaceFile(path: string): Promise<Workspace>
  /** Makes a workspace of what is known in a file that is not opened as it is. Rejects with WorkspaceFileError. */
  rescueWorkspaceFile(path: string): Promise<Workspace>
  createWorkspaceFile(path: string, name: string): Promise<Workspace>
  workspaces(): Promise<Workspace[]>
  latestBackup(workspaceId: string): Promise<Backup | undefined>
  /** Puts a backup in the place of its workspace; what was there is kept. Rejects with the reason, and nothing is changed. */
  restoreBackup(workspaceId: string, backupId: string): Promise<void>
  note(message: string, details?: object): void
  /** Ends open streams, finishes what is running and closes every file. Safe to call again. */
  close(): Promise<void>
}

/** Where the other servers that share a catalog reach this one. */
export interface PeerAddress {
  readonly host: string
  /** A free one if none is given. */
  readonly port?: number | undefined
}

/** The part of an app that is there for other servers: its port outlives it, and they call it by one of their own. */
export interface SharedPort {
  /** For Fastify. */
  readonly serverOptions: object
  readonly isFromPeer: (request: FastifyRequest) => boolean
  readonly routes: (app: FastifyInstance, parts: { readonly services: Services }) => Promise<void>
}

/** What a server is given while it is the one that serves. */
export interface SharedServing extends SharedWriting {
  readonly port: SharedPort
  /** Lets requests in. `feedOf` opens the workspace of an id. */
  attach(app: FastifyInstance, feedOf: (workspaceId: string) => Promise<WriteFeed | undefined>): Promise<void>
  /** Waits for requests that are being answered, where the whole server ends and not only the app. */
  appCloses(): Promise<void>
}

export interface SharedServerParts {
  readonly dataDir: string
  readonly port: number
  readonly clusters: ClusterDatabases
  readonly readDeadlineMs: number | undefined
  readonly peer: PeerAddress
  readonly guard: NetworkGuard
  readonly log: ServerLog
  /** Opens the data folder and serves it. */
  readonly serve: (shared: SharedServing) => Promise<RunningServer>
  /** Loads the code that serving takes. */
  readonly preload: () => void
}

/** What `server/cluster` offers to the command line and to `startServer()`. */
export interface Clusters {
  /** Rejects with an error of the name ClusterFileError. */
  readonly readClusterFile: (path: string) => Promise<ClusterDatabases>
  /** Serves in turns with other servers. Rejects where it cannot listen, or has to serve and cannot. */
  readonly serve: (parts: SharedServerParts) => Promise<RunningServer>
  readonly commands: Readonly<Record<'status' | 'add' | 'remove', Command['run']>>
}

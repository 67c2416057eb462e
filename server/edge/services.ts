import type { ApiKeys } from '../access/api-keys.ts'
import type { AuditLog } from '../access/audit-log.ts'
import type { Consents } from '../access/consents.ts'
import type { Grants } from '../access/grants.ts'
import type { Session } from '../access/session.ts'
import type { Team } from '../access/team/team.ts'
import type { Collaboration } from '../access/team/collaboration.ts'
import type { WorkspaceDownloads } from '../workspaces/workspace-downloads.ts'
import type { JobRunner } from '../workspaces/job-runner.ts'
import type { AssetLibraries } from '../workspaces/asset-libraries.ts'
import type { Backups } from '../workspaces/backups.ts'
import type { ServerLease } from '../replication/standby/server-lease.ts'
import type { Replication } from '../replication/replication.ts'
import type { Automations } from '../automations/automations.ts'
import type { Feeds } from '../feeds/feeds.ts'
import type { Connections } from '../feeds/connections.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'
import type { WatchedFolders } from '../feeds/watched-folders.ts'
import type { RegistryThread, ModelThread } from '../threads/idle-thread.ts'
import type { Providers } from '../providers/providers.ts'
import type { SettingsKeeper } from '../workspaces/owner-settings.ts'
import type { PackageOpenings } from '../workspaces/package-openings.ts'
import type { Renditions } from '../workspaces/renditions.ts'
import type { Workspaces } from '../workspaces/registry.ts'
import type { Address } from './host-and-origin.ts'
import type { ReadOnlyServing } from './fence-requests.ts'
import type { CliListener } from './cli-listener.ts'
import type { IdempotentRequests } from './idempotency.ts'
import type { RateLimit, AnonymousRateLimit } from './rate-limit.ts'
import type { ClusterMeasure } from '../catalog/connections/cluster-seam.ts'
import type { Snapshots } from './snapshots.ts'

/** The dependencies of the edge on the rest of the server; `startServer` assembles them. */
export interface Services {
  readonly version: string
  /**
   * Whether all routes are registered. A server for one command leaves out those that no command calls: half of
   * its start is registering routes.
   */
  readonly takesAnyRequest: boolean
  readonly registry: RegistryThread
  readonly address: () => Address
  readonly session: Session
  readonly team: Team | undefined
  readonly cliListener: CliListener | undefined
  readonly collaboration: Collaboration | undefined
  readonly workspaceDownloads: WorkspaceDownloads | undefined
  readonly audit: AuditLog
  readonly keys: ApiKeys
  readonly grants: Grants
  readonly consents: Consents
  readonly rateLimit: RateLimit
  readonly anonymousRateLimit: AnonymousRateLimit | undefined
  readonly snapshots: Snapshots
  readonly idempotentRequests: IdempotentRequests
  readonly renditions: Renditions
  readonly workspaces: Workspaces
  readonly packageOpenings: PackageOpenings
  readonly settings: SettingsKeeper
  readonly backups: Backups
  readonly providers: Providers
  readonly models: ModelThread
  readonly watchedFolders: WatchedFolders
  readonly webhooks: Webhooks
  readonly automations: Automations
  readonly connections: Connections
  readonly feeds: Feeds
  readonly assetLibraries: AssetLibraries
  readonly replication: Replication | undefined
  readonly lease: ServerLease | undefined
  /** Whether it was confirmed a moment ago that this one of several servers is the one that serves. */
  readonly isConfirmed: (() => boolean) | undefined
  /** How the clusters are that databases live in; undefined where none does. */
  readonly measureClusters: (() => Promise<readonly ClusterMeasure[]>) | undefined
  readonly readOnly: ReadOnlyServing | undefined
  readonly jobsOf: (workspaceId: string) => JobRunner
  readonly fillWithSample: (workspaceId: string) => Promise<void>
  readonly dataDir: string
  readonly lastChecks: ReadonlyMap<string, LastCheck>
  readonly uploadsDir: string
  readonly pictureFolders: readonly string[] | undefined
  readonly exportsDir: string
}

export interface LastCheck {
  readonly checked_at: string
  readonly damage: string[]
}

import type { BatchFeed } from '../cluster/batch-feed.ts'
import type { DatabaseCluster } from '../cluster/cluster-file.ts'
import type { LeaseWish } from '../cluster/lease.ts'
import type { ThreadEntry } from './thread.ts'

export interface WorkspaceThreadsOptions {
  /** Where the copy made before a migration goes; without it beside the file. */
  readonly backupFolder?: string
  /** Hears what the check after an unclean end found; an empty list means sound. */
  readonly onCheckedAfterUncleanEnd?: (damage: readonly string[]) => void
  /** How long one read may take. */
  readonly readDeadlineMs?: number | undefined
  /** Litestream replicates the file. */
  readonly isReplicated?: boolean | undefined
  /** The cluster of rqlite that the workspace lives in; without one its file is all there is. */
  readonly cluster?: DatabaseCluster | undefined
  /** The server that is to write to the cluster, where several share it. */
  readonly wish?: LeaseWish | undefined
  /** What is written is told to other servers by it, which answer reads from copies of their own. */
  readonly steps?: BatchFeed | undefined
  /** Another server writes, and this one reads. */
  readonly follows?: boolean | undefined
  /** Whether the file is still the one that was opened; asked before threads that had ended for want of use are started again. */
  readonly isStillOwn?: () => boolean
  /** Called when threads that had ended for want of use are started again. */
  readonly onWoken?: () => void
  /** The file comes from elsewhere: it is looked at more closely before it is written to. */
  readonly isForeign?: boolean | undefined
  /** What the threads run, where it is not the program's own (tests). */
  readonly entry?: ThreadEntry
}

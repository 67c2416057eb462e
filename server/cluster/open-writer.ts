/** Opens databases in clusters for threads; `thread-work.ts` loads it with the first such database. */
import type { ClusterThreads } from '../threads/roles.ts'
import { startLink } from '../threads/thread.ts'
import type { DatabaseCluster } from './database/cluster-file.ts'
import type { HeldLease, LeaseRequest } from './database/lease.ts'
import type { MoveOrder } from './database/plan-move.ts'
import type { ThreadStart } from '../threads/channel.ts'

export const clusterThreads: ClusterThreads = {
  async openWriter({ file, backupFolder, ...start }, report) {
    const { openClusterWriter } = await import('./database/cluster-writer.ts')
    const { wish } = claimOf(start)
    const cluster = clusterOf(start)
    return openClusterWriter(file, { backupFolder, cluster, startLink, wish, onSteps: report })
  },
  async openCopy(start, work) {
    const { openFollower } = await import('./database/open-follower.ts')
    return openFollower(start, clusterOf(start), work)
  },
  async openRegistry({ file, isReplicated, ...start }) {
    const { openClusterRegistry } = await import('./database/cluster-registry.ts')
    const { wish, held } = claimOf(start)
    if (!wish || !held) throw new Error('A server opens vitrine.db once it has the lease.')
    return openClusterRegistry(file, { cluster: clusterOf(start), startLink, wish, held, isReplicated })
  },
  async moveWriter(writer, order, { file, ...start }, onSteps) {
    const [{ moveWriter }, { wishOf }] = await Promise.all([
      import('./database/move-writer.ts'),
      import('./database/cluster-writer.ts'),
    ])
    const wish = claimOf(start).wish ?? wishOf(file)
    return moveWriter(writer, { ...(order as MoveOrder), file, wish, startLink, onSteps })
  },
  async compareNodes(file, cluster) {
    const { compareNodes } = await import('./database/compare-nodes.ts')
    return compareNodes(file, cluster as DatabaseCluster)
  },
  async serveLink({ cluster, ...link }, onClosed) {
    const { serveLink } = await import('./database/serve-link.ts')
    serveLink({ ...link, cluster: cluster as DatabaseCluster }, onClosed)
  },
  async load(role) {
    await loaders[role]?.()
  },
}

const loaders: Readonly<Partial<Record<ThreadStart['role'], () => Promise<unknown>>>> = {
  registry: () => import('./database/cluster-registry.ts'),
  writer: () => import('./database/cluster-writer.ts'),
  link: () => import('./database/serve-link.ts'),
}

function clusterOf({ cluster }: Pick<ThreadStart, 'cluster'>): DatabaseCluster {
  if (!cluster) throw new Error('What is opened here lives in a cluster.')
  return cluster as DatabaseCluster
}

function claimOf({ claim }: Pick<ThreadStart, 'claim'>): { wish?: LeaseRequest; held?: HeldLease } {
  return (claim ?? {}) as { wish?: LeaseRequest; held?: HeldLease }
}

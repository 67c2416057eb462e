import { withinTime } from '#shared/within-time.ts'
import type { Services } from '../edge/services.ts'

/** What anybody may hear. */
export interface Health {
  readonly status: 'ok' | 'failing'
}

export interface HealthDetails extends Health {
  readonly version: string
  readonly uptime_seconds: number
  readonly memory_bytes: number
  readonly workspaces: readonly WorkspaceHealth[]
  readonly replication: readonly { readonly database: string; readonly lag_seconds: number }[]
}

interface WorkspaceHealth {
  readonly id: string
  readonly name: string
  readonly is_open: boolean
  /** What the check after an unclean end found, if there was one. */
  readonly is_damaged: boolean
  readonly waiting_reads: number
  readonly waiting_writes: number
}

const answerWithinMs = 2000
/** Whoever asks more often is told what was found a moment ago. */
const keptMs = 1000

const kept = new WeakMap<Services, { readonly until: number; readonly health: Promise<Health> }>()

/** Whether the server can do its work: the thread of its database answers. One workspace that does not is no reason to take the others away. */
export function checkHealth(services: Services, now = Date.now()): Promise<Health> {
  const last = kept.get(services)
  if (last && last.until > now) return last.health
  const health = askRegistry(services)
  kept.set(services, { until: now + keptMs, health })
  return health
}

async function askRegistry({ registry }: Services): Promise<Health> {
  const asking = registry.call('getSetting', { key: 'last_port' })
  const hasAnswered = await withinTime(asking, answerWithinMs).catch(() => false)
  return { status: hasAnswered ? 'ok' : 'failing' }
}

/** What somebody who looks after the server wants to know besides. */
export function describeHealth(services: Services, health: Health): HealthDetails {
  const { version, workspaces, lastChecks, replication } = services
  return {
    ...health,
    version,
    uptime_seconds: Math.round(process.uptime()),
    memory_bytes: process.memoryUsage.rss(),
    workspaces: workspaces.list().map(({ id, name }) => {
      const threads = workspaces.opened(id)
      const { reads = 0, writes = 0 } = threads?.load() ?? {}
      return {
        id,
        name,
        is_open: threads !== undefined,
        is_damaged: (lastChecks.get(id)?.damage ?? []).length > 0,
        waiting_reads: reads,
        waiting_writes: writes,
      }
    }),
    replication: (replication?.lags() ?? []).map(({ database, seconds }) => ({
      database,
      lag_seconds: seconds,
    })),
  }
}

import type { FastifyInstance } from 'fastify'
import { CatalogError } from '../catalog/errors.ts'
import type { Services } from '../edge/services.ts'
import { mayLookInside, tokenVariable } from './look-inside.ts'
import type { Monitor } from './monitor.ts'
import { type FailureReason, findFailures, type HealthFailure } from './health-failures.ts'

interface Health {
  readonly status: 'ok' | 'failing'
  readonly reasons?: readonly FailureReason[]
}

interface HealthDetails extends Health {
  readonly failures: readonly HealthFailure[]
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
  readonly is_damaged: boolean
  readonly waiting_reads: number
  readonly waiting_writes: number
}

const cacheMs = 1000

interface CachedFailures {
  readonly until: number
  readonly failures: Promise<readonly HealthFailure[]>
}

const cache = new WeakMap<Services, CachedFailures>()

/** Looks at most once a second, however many ask. */
function failuresOf(services: Services, now = Date.now()): Promise<readonly HealthFailure[]> {
  const last = cache.get(services)
  if (last && last.until > now) return last.failures
  const failures = findFailures(services)
  cache.set(services, { until: now + cacheMs, failures })
  return failures
}

/** Everybody hears the reasons, but not the names and folders in the sentences. */
function toHealth(failures: readonly HealthFailure[]): Health {
  if (failures.length === 0) return { status: 'ok' }
  return { status: 'failing', reasons: [...new Set(failures.map(({ reason }) => reason))] }
}

function describeHealth(services: Services, failures: readonly HealthFailure[]): HealthDetails {
  const { version, workspaces, lastChecks, replication } = services
  return {
    ...toHealth(failures),
    failures,
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

/** Routes for load balancers and monitors: the health of the server, and its measurements. */
export async function monitorRoutes(
  app: FastifyInstance,
  { services, monitor }: { services: Services; monitor: Monitor },
): Promise<void> {
  const options = { config: { anyHost: true }, exposeHeadRoute: true }
  app.get('/health', options, async (request, reply) => {
    const failures = await failuresOf(services)
    reply.code(failures.length === 0 ? 200 : 503).header('cache-control', 'no-store')
    return mayLookInside(request) ? describeHealth(services, failures) : toHealth(failures)
  })

  app.get('/metrics', options, async (request, reply) => {
    if (!mayLookInside(request)) throw needsToken()
    const { type, text } = await monitor.read(services, app.server)
    return reply.header('cache-control', 'no-store').type(type).send(text)
  })
}

function needsToken(): CatalogError {
  return new CatalogError(
    'unauthorized',
    `Measurements are for this computer itself and for who sends the token of the server as Authorization: Bearer …. The server takes it from the variable ${tokenVariable}.`,
  )
}

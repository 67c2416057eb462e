import type { IncomingMessage, ServerResponse } from 'node:http'
import { clusterGauges, type ClusterMeasure } from '../../catalog/connections/cluster-seam.ts'
import { CatalogError } from '../../catalog/errors.ts'
import { mayLookInside } from '../../monitoring/look-inside.ts'
import type { NetworkGuard } from '../../network/network-guard.ts'
import { answerPlainly } from './peer-listener.ts'
import type { GroupStanding } from './server-group.ts'

interface CopyLag {
  readonly workspace_id: string
  readonly lag_seconds: number
}

interface MonitorParts {
  readonly version: string
  readonly guard: NetworkGuard
  readonly standing: () => GroupStanding | undefined
  /** How far each copy that this server keeps is behind. */
  readonly lags: () => readonly CopyLag[]
  readonly measureNodes: () => Promise<readonly ClusterMeasure[]>
}

const paths: ReadonlySet<string> = new Set(['/health', '/metrics'])

/**
 * Answers monitors of a server that stands by with how it is itself, by the rules of the one that serves;
 * that one is asked at its own address.
 */
export class StandbyMonitor {
  readonly #parts: MonitorParts

  constructor(parts: MonitorParts) {
    this.#parts = parts
  }

  answers({ method, url = '' }: IncomingMessage): boolean {
    return (method === 'GET' || method === 'HEAD') && paths.has(url.split('?')[0] ?? '')
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    const { guard } = this.#parts
    this.#answer(request, response).catch((error: unknown) => {
      if (error instanceof CatalogError) answerPlainly(response, error, guard.origin)
      else response.destroy()
    })
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { guard } = this.#parts
    for (const [name, value] of Object.entries(guard.headers)) response.setHeader(name, value)
    const { headers } = request
    const protocol = guard.dependencies.tls ? 'https' : String(headers['x-forwarded-proto'] ?? 'http')
    if (guard.check({ headers, protocol, raw: request }, true) !== undefined) throw guard.needsTls
    response.setHeader('cache-control', 'no-store')
    const isInside = mayLookInside({ headers, raw: request })
    if (request.url?.startsWith('/health') === true) this.#sendHealth(response, isInside)
    else await this.#sendMetrics(response, isInside)
  }

  /** It takes what it is sent while it knows a server to pass it on to. */
  #sendHealth(response: ServerResponse, isInside: boolean): void {
    const { isServed = false, obstacle } = this.#parts.standing() ?? {}
    const reasons = [
      ...(isServed ? [] : ['no_server']),
      ...(obstacle === undefined ? [] : ['cannot_take_over']),
    ]
    const status = reasons.length === 0 ? 'ok' : 'failing'
    const inside = isInside && {
      version: this.#parts.version,
      role: 'standby',
      can_take_over: obstacle === undefined,
      obstacle: obstacle ?? null,
      copies: this.#parts.lags(),
    }
    response.writeHead(isServed ? 200 : 503, { 'content-type': 'application/json; charset=utf-8' })
    response.end(JSON.stringify({ status, ...(reasons.length > 0 && { reasons }), ...inside }))
  }

  async #sendMetrics(response: ServerResponse, isInside: boolean): Promise<void> {
    if (!isInside)
      throw new CatalogError(
        'unauthorized',
        'Measurements are for this computer itself and for who sends VITRINE_METRICS_TOKEN.',
      )
    const nodes = await this.#parts.measureNodes()
    const cluster = [...measureStanding(this.#parts.standing()), ...nodes].map((measure) => toGauge(measure))
    const text = toText([...this.#measureSelf(), ...cluster])
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
    response.end(text)
  }

  #measureSelf(): Gauge[] {
    const { rss, heapUsed } = process.memoryUsage()
    const { isServed = false, obstacle } = this.#parts.standing() ?? {}
    const own: readonly [string, string, number][] = [
      ['vitrine_standby', 'Whether this server stands by', 1],
      ['vitrine_standby_served', 'Whether the server that serves was seen a moment ago', Number(isServed)],
      [
        'vitrine_standby_obstacles',
        'Whether something keeps it from taking over',
        Number(obstacle !== undefined),
      ],
      ['process_resident_memory_bytes', 'Resident memory size in bytes', rss],
      ['nodejs_heap_size_used_bytes', 'Heap in use in bytes', heapUsed],
      ['process_uptime_seconds', 'Time since the start', Math.round(process.uptime())],
    ]
    const copies = this.#parts.lags().map(({ workspace_id: workspace, lag_seconds: value }) => ({
      name: 'vitrine_standby_copy_lag_seconds',
      help: 'Time since a copy was last known to have everything',
      labels: { workspace },
      value,
    }))
    return [...own.map(([name, help, value]) => ({ name, help, labels: {}, value })), ...copies]
  }
}

interface Gauge extends Omit<ClusterMeasure, 'name'> {
  readonly name: string
  readonly help: string
}

/** The lease as a server of the group sees it, whether it holds it or stands by. */
export function measureStanding(standing: GroupStanding | undefined): ClusterMeasure[] {
  if (!standing) return []
  const { isHolder, beatAgeMs } = standing
  const measures = [
    ['vitrine_cluster_lease', Number(isHolder)],
    ['vitrine_cluster_beat_age_seconds', beatAgeMs / 1000],
  ] as const
  return measures.flatMap(([name, value]) => (Number.isFinite(value) ? [{ name, labels: {}, value }] : []))
}

function toGauge(measure: ClusterMeasure): Gauge {
  return { ...measure, help: clusterGauges[measure.name].help }
}

/** The text form of Prometheus, without loading its client. */
function toText(gauges: readonly Gauge[]): string {
  const byName = Map.groupBy(gauges, ({ name }) => name)
  return [...byName].map(([name, values]) => describe(name, values)).join('')
}

function describe(name: string, values: readonly Gauge[]): string {
  const lines = values.map(({ labels, value }) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}=${JSON.stringify(text)}`)
    return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}\n`
  })
  return `# HELP ${name} ${values[0]?.help}\n# TYPE ${name} gauge\n${lines.join('')}`
}

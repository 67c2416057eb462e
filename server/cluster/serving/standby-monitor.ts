import type { IncomingMessage, ServerResponse } from 'node:http'
import { mayLookInside } from '../../monitoring/look-inside.ts'
import type { GroupStanding } from './server-group.ts'

interface MonitorParts {
  readonly version: string
  readonly standing: () => GroupStanding | undefined
}

const paths: ReadonlySet<string> = new Set(['/health', '/metrics'])

/** Answers monitors of a server that stands by with how it is itself; the server that serves is asked at its own address. */
export class StandbyMonitor {
  readonly #parts: MonitorParts

  constructor(parts: MonitorParts) {
    this.#parts = parts
  }

  answers({ method, url = '' }: IncomingMessage): boolean {
    return (method === 'GET' || method === 'HEAD') && paths.has(url.split('?')[0] ?? '')
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    const isInside = mayLookInside({ headers: request.headers, raw: request })
    response.setHeader('cache-control', 'no-store')
    if (request.url?.startsWith('/health') === true) this.#sendHealth(response, isInside)
    else this.#sendMetrics(response, isInside)
  }

  /** It takes what it is sent while it knows a server to pass it on to. */
  #sendHealth(response: ServerResponse, isInside: boolean): void {
    const { isServed = false, obstacle } = this.#parts.standing() ?? {}
    const reasons = [
      ...(isServed ? [] : ['no_server']),
      ...(obstacle === undefined ? [] : ['cannot_take_over']),
    ]
    const status = reasons.length === 0 ? 'ok' : 'failing'
    const inside = isInside && { version: this.#parts.version, role: 'standby', obstacle: obstacle ?? null }
    response.writeHead(isServed ? 200 : 503, { 'content-type': 'application/json; charset=utf-8' })
    response.end(JSON.stringify({ status, ...(reasons.length > 0 && { reasons }), ...inside }))
  }

  #sendMetrics(response: ServerResponse, isInside: boolean): void {
    const { isServed = false, obstacle } = this.#parts.standing() ?? {}
    if (!isInside) {
      response.writeHead(401, { 'content-type': 'text/plain; charset=utf-8' })
      response.end('Measurements are for this computer itself and for who sends VITRINE_METRICS_TOKEN.\n')
      return
    }
    const { rss, heapUsed } = process.memoryUsage()
    const values: readonly [string, string, number][] = [
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
    const text = values.map(
      ([name, help, value]) => `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}\n`,
    )
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
    response.end(text.join(''))
  }
}

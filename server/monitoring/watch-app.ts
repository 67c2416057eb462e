import type { FastifyInstance } from 'fastify'
import { nameOfCaller, toActor } from '../edge/caller.ts'
import type { Services } from '../edge/services.ts'
import type { Monitor } from './monitor.ts'

const maxPathLength = 200

/** A server for several people watches this of itself, beside what its log has anyway. */
export interface WatchingOptions {
  /** Whether each answered request is a line of the log. */
  readonly logsRequests?: boolean | undefined
  /** Whether measurements begin with the start, and not when somebody asks for them first. */
  readonly measuresAtOnce?: boolean | undefined
}

interface WatchedApp {
  readonly services: Services
  readonly monitor: Monitor
  readonly watching: WatchingOptions | undefined
}

export function watchApp(app: FastifyInstance, { services, monitor, watching = {} }: WatchedApp): void {
  if (watching.logsRequests === true) logRequests(app)
  if (watching.measuresAtOnce === true)
    app.addHook('onReady', async () => void (await monitor.start(services, app.server)))
}

/** Writes a line of the log for each answered request: who asked for what, and how long it took. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { id, method, url, ip, caller } = request
    const line = {
      event: 'request',
      request_id: id,
      method,
      // A query string may carry a ticket.
      path: url.split('?')[0]?.slice(0, maxPathLength),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      person: caller ? (toActor(caller).name ?? nameOfCaller(caller)) : null,
      address: ip,
    }
    request.log.info(line, 'request')
    done()
  })
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { validationFailed } from '../../catalog/errors.ts'
import { EventStream } from '../event-stream.ts'
import { readQuery } from '../query-string.ts'
import { callerOf, workspaceOf } from '../request-context.ts'
import type { Services } from '../services.ts'

/** The live change feed as server-sent events, resumable by Last-Event-ID. */
export async function eventRoutes(app: FastifyInstance, { keys }: Pick<Services, 'keys'>): Promise<void> {
  const open = new Set<EventStream>()
  // An open stream would keep the server from closing.
  app.addHook('preClose', async () => {
    for (const stream of open) stream.end()
  })

  app.get(
    '/events/stream',
    { config: { scopes: ['read:events'] }, schema: { summary: 'Follow changes as server-sent events' } },
    async (request, reply) => {
      const faults = readQuery(request).settle()
      const after = readLastEventId(request)
      if (after === null) faults.push({ field: 'Last-Event-ID', issue: 'expected_non_negative_integer' })
      if (faults.length > 0) throw validationFailed(faults)

      reply.hijack()
      reply.raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      const caller = callerOf(request)
      const mayRead = () => caller.kind === 'owner' || keys.isValid(caller.key)
      const stream = new EventStream(reply.raw, workspaceOf(request), mayRead)
      open.add(stream)
      reply.raw.on('close', () => open.delete(stream))
      stream.start(after ?? undefined).catch((error: unknown) => {
        request.log.error({ err: error, request_id: request.id }, 'event stream failed')
        stream.end()
      })
    },
  )
}

/** The sequence number to resume behind; undefined where none is given, null where it is no number. */
function readLastEventId({ headers }: FastifyRequest): number | undefined | null {
  const text = headers['last-event-id']
  if (text === undefined || text === '') return undefined
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : null
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { entityTypes, pluralOf } from '#shared/entities.ts'
import type { ListEventsRequest } from '../../catalog/events/list-events.ts'
import { validationFailed } from '../../catalog/errors.ts'
import { EventStream } from '../event-stream.ts'
import { takePaging } from '../../edge/list-params.ts'
import { readQuery } from '../../edge/query-string.ts'
import { callerOf, workspaceOf } from '../../edge/request-context.ts'
import { sendAnswer } from '../../edge/send-answer.ts'

/** The change feed of the workspace and of each entity, and the live one as server-sent events. */
export async function eventRoutes(app: FastifyInstance): Promise<void> {
  const config = { scopes: ['read:events'] } as const
  const open = new Set<EventStream>()
  // An open stream would keep the server from closing.
  app.addHook('preClose', async () => {
    for (const stream of open) stream.end()
  })

  app.get('/events', { config, schema: { summary: 'List changes of the workspace' } }, (request, reply) =>
    sendAnswer(reply, workspaceOf(request).call('listEvents', readFilters(request))),
  )

  for (const type of entityTypes) {
    app.get<{ Params: { id: string } }>(
      `/${pluralOf[type]}/:id/events`,
      { config, schema: { summary: `List changes of one ${type}` } },
      (request, reply) => {
        const of = { type, id: request.params.id }
        return sendAnswer(reply, workspaceOf(request).call('listEvents', { of, ...readFilters(request) }))
      },
    )
  }

  app.get(
    '/events/stream',
    { config, schema: { summary: 'Follow changes as server-sent events' } },
    async (request, reply) => {
      const faults = readQuery(request).settle()
      const after = readLastEventId(request)
      if (after === null) faults.push({ field: 'Last-Event-ID', issue: 'expected_non_negative_integer' })
      else if (await isAhead(request, after)) faults.push({ field: 'Last-Event-ID', issue: 'invalid_value' })
      if (faults.length > 0) throw validationFailed(faults)

      reply.hijack()
      reply.raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      const caller = callerOf(request)
      const mayRead = () => caller.kind === 'owner' || caller.access.isValid()
      const stream = new EventStream(reply.raw, workspaceOf(request), { mayRead })
      open.add(stream)
      reply.raw.on('close', () => open.delete(stream))
      // Nobody hangs up a half: who ends the connection no longer listens.
      request.raw.socket.once('end', () => stream.end())
      stream.start(after ?? undefined).catch((error: unknown) => {
        request.log.error({ err: error, request_id: request.id }, 'event stream failed')
        stream.end()
      })
    },
  )
}

const noSequence = -1

function readFilters(request: FastifyRequest): Omit<ListEventsRequest, 'of'> {
  const query = readQuery(request)
  const after = query.takeInteger('after', noSequence, [0, Number.MAX_SAFE_INTEGER])
  return {
    ...takePaging(query),
    after: after === noSequence ? undefined : after,
    filters: {
      type: query.takeOne('type'),
      event: query.takeOne('event'),
      attribute: query.takeOne('attribute'),
      via: query.takeOne('via'),
      job_id: query.takeOne('job_id'),
      since: query.takeOne('since'),
      until: query.takeOne('until'),
    },
    faults: query.settle(),
  }
}

/** The sequence number to resume behind; undefined where none is given, null where it is no number. */
function readLastEventId({ headers }: FastifyRequest): number | undefined | null {
  const text = headers['last-event-id']
  if (text === undefined || text === '') return undefined
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : null
}

/**
 * Nothing has happened yet behind such a number: the workspace was put back to an earlier copy, and a stream that waited
 * for the number to come would skip what happens until then. The client has to read the catalog anew.
 */
async function isAhead(request: FastifyRequest, after: number | undefined): Promise<boolean> {
  if (after === undefined) return false
  const { newest } = await workspaceOf(request).call('readEventsAfter', { sequence: after, limit: 0 })
  return after > newest
}

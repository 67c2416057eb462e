import type { FastifyInstance, FastifyRequest } from 'fastify'
import { entityTypes, parseUuid, pluralOf } from '#shared/entities.ts'
import { forEachType } from '#shared/routes/parameters.ts'
import { eventRoutes } from '#shared/routes/events.ts'
import type { ListEventsRequest } from '../../catalog/query/list-events.ts'
import { CatalogError, rateLimited } from '../../catalog/errors.ts'
import { area, type Handler } from '../../edge/area.ts'
import type { Call } from '../../edge/call.ts'
import { type Caller, countedAs, currentRoleOf, isStillGood, personIdOf } from '../../edge/caller.ts'
import { callerOf, workspaceOf, workspaceIdOf } from '../../edge/request-context.ts'
import { EventStream, wantedBy } from '../event-stream.ts'
import type { ServerResponse } from 'node:http'
import { presenceHeader } from '#shared/team.ts'
import type { Services } from '../../edge/services.ts'

export const eventArea = area(eventRoutes, (app) => {
  const follow = followEvents(app)
  return {
    'GET /events': (call) => call.workspace.call('listEvents', readFilters(call), call.client),

    ...forEachType(
      entityTypes,
      'GET /{plural}/{id}/events',
      (type): Handler<'GET /products/{id}/events', OfOne> =>
        (call) =>
          call.workspace.call(
            'listEvents',
            { of: { type, ...call.params }, ...readFilters(call) },
            call.client,
          ),
    ),

    'GET /events/stream': follow,
  }
})

type Feed = (typeof eventRoutes)['GET /events']
type Stream = (typeof eventRoutes)['GET /events/stream']
type OfOne = (typeof eventRoutes)['GET /products/{id}/events']

function readFilters({ query, paging, faults }: Call<unknown, Feed | OfOne>): Omit<ListEventsRequest, 'of'> {
  const { after, ...filters } = query
  return { ...paging, after, filters, faults }
}

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
} as const

// Each costs memory as long as it is open, and a client needs only one.
const maxStreamsOfCaller = 100

/**
 * The open streams of a server, by caller; they are ended first, since an open one would keep the server
 * from closing.
 */
function followEvents(app: FastifyInstance): Handler<unknown, Stream> {
  const open = new Map<EventStream, string>()
  app.addHook('preClose', async () => {
    for (const stream of open.keys()) stream.end()
  })

  return async (call) => {
    const { request, reply, workspace } = call
    const { after, isInFilter } = await readStart(call)
    const caller = callerOf(request)
    const name = countedAs(caller)
    if (countOf(open, name) >= maxStreamsOfCaller) throw tooManyStreams(caller)

    if (request.method === 'HEAD') {
      reply.headers(streamHeaders).send()
      return
    }
    reply.hijack()
    const { socket } = request.raw
    if (socket.destroyed) return
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      ...streamHeaders,
    })
    const mayRead = () => isStillGood(caller, ['read:events'])
    const role = () => currentRoleOf(caller)
    const stream = new EventStream(reply.raw, workspace, { mayRead, isInFilter, role })
    open.set(stream, name)
    joinPresence(request, call.services, reply.raw)
    reply.raw.on('close', () => open.delete(stream))
    stream.start(after).catch((error: unknown) => {
      request.log.error({ err: error, request_id: request.id }, 'event stream failed')
      stream.end()
    })
    // A client that ends its half of the connection no longer listens.
    if (socket.readableEnded) stream.end()
    else socket.once('end', () => stream.end())
  }
}

async function readStart({ request, workspace, query, faults }: Call<unknown, Stream>) {
  const { after: asked, ...filters } = query
  const sent = readLastEventId(request)
  const after = sent ?? asked
  if (sent === null) faults.push({ field: 'Last-Event-ID', issue: 'expected_non_negative_integer' })
  else if (await isAhead(request, after))
    faults.push({ field: sent === undefined ? 'after' : 'Last-Event-ID', issue: 'invalid_value' })
  const filter = await workspace.call('checkEventFilters', { filters, faults })
  const isNarrowed = Object.values(filter).some((value) => value !== undefined)
  return { after, isInFilter: isNarrowed ? wantedBy(filter) : undefined }
}

function countOf(open: ReadonlyMap<EventStream, string>, name: string): number {
  let count = 0
  for (const other of open.values()) if (other === name) count += 1
  return count
}

function tooManyStreams(caller: Caller): CatalogError {
  const isKeyAlone = personIdOf(caller) === undefined
  const isOfAccount = caller.kind === 'access' && caller.access.serviceAccount !== undefined
  const account = isOfAccount
    ? 'The service account has, with all its keys,'
    : 'You have, with all your keys,'
  const who = isKeyAlone ? 'This key has' : account
  return rateLimited(
    `${who} ${maxStreamsOfCaller} event streams open. Close some of them, then open another.`,
    1,
  )
}

function readLastEventId({ headers }: FastifyRequest): number | undefined | null {
  const text = headers['last-event-id']
  if (text === undefined || text === '') return undefined
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : null
}

/**
 * The workspace was restored from an earlier backup, so the number is in the future, and a stream that
 * waited for it would skip events. The client has to read the catalog again.
 */
async function isAhead(request: FastifyRequest, after: number | undefined): Promise<boolean> {
  if (after === undefined) return false
  const { newest } = await workspaceOf(request).call('readEventsAfter', { sequence: after, limit: 0 })
  return after > newest
}

// A list of everybody is small: a client with this much unread is not waited for.
const maxUnreadBytes = 256 * 1024

/**
 * Adds the presence of other people to a person's stream of changes, where the request names a presence
 * id. It has no stream of its own, since a browser allows six connections to a server over all its
 * windows. Where there are too many members the stream carries changes alone.
 */
function joinPresence(
  request: FastifyRequest,
  { collaboration: team }: Services,
  response: ServerResponse,
): void {
  const caller = callerOf(request)
  const presenceId = parseUuid(String(request.headers[presenceHeader] ?? ''))
  if (team === undefined || caller.kind !== 'person' || !presenceId) return
  const { id, name } = caller.person
  const line = {
    send: (text: string) => {
      if (response.writableEnded || response.destroyed) return true
      if (response.writableLength > maxUnreadBytes) return false
      response.write(text)
      return true
    },
    mayRead: (type: keyof typeof pluralOf) => isStillGood(caller, [`read:${pluralOf[type]}`]),
  }
  try {
    const leave = team.presence.join(presenceId, {
      workspaceId: workspaceIdOf(request),
      person: { id, name },
      line,
    })
    response.on('close', leave)
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
  }
}

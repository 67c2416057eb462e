import type { FastifyInstance } from 'fastify'
import { type Notification, hasRole } from '#shared/team.ts'
import { pluralOf } from '#shared/entities.ts'
import { notificationRoutes, presenceRoutes } from '#shared/routes/collaboration.ts'
import type { Collaboration } from '../access/team/collaboration.ts'
import { area } from '../edge/area.ts'
import { chooseWorkspace } from '../edge/authenticate.ts'
import { refuseMissing, workspacesOf } from '../edge/require-rights.ts'
import { callerOf, workspaceIdOf } from '../edge/request-context.ts'
import type { Call } from '../edge/call.ts'
import type { Route } from '#shared/routes/route.ts'
import type { Services } from '../edge/services.ts'
import { worklistRoutes } from '#shared/routes/views.ts'
import type { CountRows, RowsAsRead, Worklists } from '../access/team/worklists.ts'
import { parseAnswer } from '../catalog/answer.ts'
import { CatalogError, validationFailed } from '../catalog/errors.ts'
import { roleOf, toActor } from '../edge/caller.ts'
import { readFilterText } from '../edge/list-params.ts'
import type { ReadClient } from '../threads/read-lanes.ts'
import type { CalledThreads } from '../threads/pool.ts'
import { toIso } from '#shared/iso-times.ts'

const worklistArea = area(worklistRoutes, {
  'GET /worklists': (call) =>
    worklistsOf(call).list(workspaceIdOf(call.request), asRead(call, countIfPossible)),

  'POST /worklists': async (call) => ({
    data: await worklistsOf(call).create(doing(call), call.checkedBody(), asRead(call, countWith)),
  }),

  'PATCH /worklists/{id}': async (call) => {
    const { id } = call.params
    const rows = asRead(call, countIfPossible)
    return { data: await worklistsOf(call).change(doing(call), id, call.checkedBody(), rows) }
  },

  'DELETE /worklists/{id}': async (call) => {
    await worklistsOf(call).delete(workspaceIdOf(call.request), call.params.id)
    return call.reply.code(204).send()
  },
})

function worklistsOf({ services: { collaboration } }: TeamCall): Worklists {
  if (collaboration === undefined) throw new Error('This route is there for a team only.')
  return collaboration.worklists
}

function doing({ request }: TeamCall) {
  const caller = callerOf(request)
  const role = roleOf(caller)
  const isEditor = role !== undefined && hasRole(role, 'editor')
  return { workspaceId: workspaceIdOf(request), actor: toActor(caller), isEditor }
}

type WorkspaceCall = Pick<Call<unknown, Route>, 'request' | 'workspace'>

function asRead(
  { request, workspace }: WorkspaceCall,
  count: (workspace: CalledThreads) => CountRows,
): RowsAsRead {
  return {
    role: roleOf(callerOf(request)),
    count: count(workspace),
    areReadable: (texts) => workspace.call('areReadable', { texts }, counter),
  }
}

/** One person's leaving stops no count: others wait for it too. */
const counter: ReadClient = { key: 'worklists', onGone: () => () => undefined }

function countWith(workspace: CalledThreads): CountRows {
  return async ({ entityType: type, filter: text, q }) => {
    const { filter = { clauses: [], join: 'and' as const }, faults } = readFilterText(text, 'filter')
    const search = q.trim() === '' ? {} : { q: q.trim() }
    const request = { limit: 1, offset: 0, sort: [], fields: [], ...filter, ...search }
    try {
      const answer = await workspace.call('listEntities', { type, request, faults }, counter)
      return parseAnswer<{ pagination: { total: number } }>(answer).pagination.total
    } catch (error) {
      throw error instanceof CatalogError ? atFilter(error) : error
    }
  }
}

/** A filter that was valid once may be so no longer: attributes are deleted, and catalogs grow. */
function countIfPossible(workspace: CalledThreads): CountRows {
  const count = countWith(workspace)
  return async (rows) => {
    try {
      return await count(rows)
    } catch (error) {
      if (error instanceof CatalogError && error.code === 'validation_failed') return null
      throw error
    }
  }
}

function atFilter(error: CatalogError): CatalogError {
  if (error.code !== 'validation_failed') return error
  return validationFailed(
    error.fieldErrors.map((fault) => ({ ...fault, field: fault.field === 'q' ? 'q' : 'filter' })),
  )
}

export async function collaborationAreas(app: FastifyInstance, services: Services): Promise<void> {
  await notificationArea(app, services)
  app.register(async (inWorkspace) => {
    inWorkspace.addHook('onRequest', chooseWorkspace(services))
    await presenceArea(inWorkspace, services)
    await worklistArea(inWorkspace, services)
  })
}

const notificationArea = area(notificationRoutes, {
  'GET /notifications': async (call) => {
    const rows = await collaborationOf(call).notifications.list(personOf(call))
    // A person who has left a workspace receives nothing of it.
    const workspaces = new Map(workspacesOf(call.request, call.services).map(({ id, name }) => [id, name]))
    const data = rows.flatMap((row): Notification[] => {
      const name = workspaces.get(row.workspaceId)
      if (name === undefined) return []
      const { uuid: id, kind, subject, actor, createdAt, readAt } = row
      const created_at = toIso(createdAt)
      return [
        {
          id,
          kind,
          workspace: { id: row.workspaceId, name },
          ...subject,
          actor,
          created_at,
          is_read: readAt !== null,
        },
      ]
    })
    return { data, unread: data.filter(({ is_read: isRead }) => !isRead).length }
  },

  'POST /notifications/read': async (call) => {
    const { ids, is_read: isRead } = call.checkedBody()
    await collaborationOf(call).notifications.read(personOf(call), ids, isRead)
    return call.reply.code(204).send()
  },
})

const presenceArea = area(presenceRoutes, {
  'POST /presence': (call) => {
    const presence = call.checkedBody()
    if (presence.type !== null) refuseMissing(callerOf(call.request), [`read:${pluralOf[presence.type]}`])
    collaborationOf(call).presence.move(personOf(call), workspaceIdOf(call.request), presence)
    return call.reply.code(204).send()
  },
})

type TeamCall = Pick<Call<unknown, Route>, 'services' | 'request'>

function collaborationOf({ services: { collaboration } }: TeamCall): Collaboration {
  if (collaboration === undefined) throw new Error('This route is there for a team only.')
  return collaboration
}

function personOf({ request }: TeamCall): string {
  const caller = callerOf(request)
  if (caller.kind !== 'person') throw new Error('This route is reached by people only.')
  return caller.person.id
}

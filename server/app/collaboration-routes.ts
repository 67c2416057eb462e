import type { FastifyInstance } from 'fastify'
import type { Notification } from '#shared/notifications.ts'
import { pluralOf } from '#shared/entities.ts'
import { notificationRoutes, presenceRoutes } from '#shared/routes/collaboration.ts'
import type { Collaboration } from '../access/team/collaboration.ts'
import { area } from '../edge/area.ts'
import { chooseWorkspace, refuseMissing } from '../edge/authenticate.ts'
import { workspacesOf } from '../edge/require-role.ts'
import { callerOf, workspaceIdOf } from '../edge/request-context.ts'
import type { Call } from '../edge/call.ts'
import type { Route } from '#shared/routes/route.ts'
import type { Services } from '../edge/services.ts'
import { worklistArea } from './worklist-routes.ts'

/** What people of a team have beside the catalog. */
export async function collaborationAreas(app: FastifyInstance, services: Services): Promise<void> {
  app.register(notificationArea, services)
  app.register(async (inWorkspace) => {
    inWorkspace.addHook('onRequest', chooseWorkspace(services))
    inWorkspace.register(presenceArea, services)
    inWorkspace.register(worklistArea, services)
  })
}

const notificationArea = area(notificationRoutes, {
  'GET /notifications': async (call) => {
    const rows = await collaborationOf(call).notifications.list(personOf(call))
    // Who has left a workspace hears nothing of it any more.
    const workspaces = new Map(workspacesOf(call.request, call.services).map(({ id, name }) => [id, name]))
    const data = rows.flatMap((row): Notification[] => {
      const name = workspaces.get(row.workspaceId)
      if (name === undefined) return []
      const { uuid: id, kind, subject, actor, createdAt, readAt } = row
      const created_at = new Date(createdAt).toISOString()
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
    const place = call.checkedBody()
    if (place.type !== null) refuseMissing(callerOf(call.request), [`read:${pluralOf[place.type]}`])
    collaborationOf(call).presence.move(personOf(call), workspaceIdOf(call.request), place)
    return call.reply.code(204).send()
  },
})

type TeamCall = Pick<Call<unknown, Route>, 'request' | 'services'>

function collaborationOf({ services: { together } }: TeamCall): Collaboration {
  if (together === undefined) throw new Error('This route is there for a team only.')
  return together
}

function personOf({ request }: TeamCall): string {
  const caller = callerOf(request)
  if (caller.kind !== 'person') throw new Error('This route is reached by people only.')
  return caller.person.id
}

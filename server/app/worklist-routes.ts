import { hasRole } from '#shared/team.ts'
import type { Route } from '#shared/routes/route.ts'
import { worklistRoutes } from '#shared/routes/worklists.ts'
import type { CountRows, Worklists } from '../access/team/worklists.ts'
import { parseAnswer } from '../catalog/answer.ts'
import { CatalogError, validationFailed } from '../catalog/errors.ts'
import { area } from '../edge/area.ts'
import { roleOf, toActor } from '../edge/caller.ts'
import type { Call } from '../edge/call.ts'
import { readFilterText } from '../edge/filter-text.ts'
import { callerOf, workspaceIdOf } from '../edge/request-context.ts'
import type { ReadClient } from '../threads/read-lanes.ts'
import type { WorkspaceThreads } from '../threads/pool.ts'

/** Filters that were given to people as work. */
export const worklistArea = area(worklistRoutes, {
  'GET /worklists': async (call) => ({
    data: await worklistsOf(call).list(workspaceIdOf(call.request), countIfPossible(call.workspace)),
  }),

  'POST /worklists': async (call) => ({
    data: await worklistsOf(call).create(doing(call), call.checkedBody(), countWith(call.workspace)),
  }),

  'PATCH /worklists/{id}': async (call) => {
    const { id } = call.params
    const counts = countIfPossible(call.workspace)
    return { data: await worklistsOf(call).change(doing(call), id, call.checkedBody(), counts) }
  },

  'DELETE /worklists/{id}': async (call) => {
    await worklistsOf(call).delete(workspaceIdOf(call.request), call.params.id)
    return call.reply.code(204).send()
  },
})

type TeamCall = Pick<Call<unknown, Route>, 'request' | 'services'>

function worklistsOf({ services: { together } }: TeamCall): Worklists {
  if (together === undefined) throw new Error('This route is there for a team only.')
  return together.worklists
}

function doing({ request }: TeamCall) {
  const caller = callerOf(request)
  const role = roleOf(caller)
  const isEditor = role !== undefined && hasRole(role, 'editor')
  return { workspaceId: workspaceIdOf(request), actor: toActor(caller), isEditor }
}

/** One person's leaving stops no count: others wait for it too. */
const counter: ReadClient = { key: 'worklists', onGone: () => () => undefined }

/** The total of the list that a worklist is. */
function countWith(workspace: WorkspaceThreads): CountRows {
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

/** What was right once may not be any more: attributes go, and catalogs grow. */
function countIfPossible(workspace: WorkspaceThreads): CountRows {
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

/** The body has one member for the whole filter. */
function atFilter(error: CatalogError): CatalogError {
  if (error.code !== 'validation_failed') return error
  return validationFailed(
    error.fieldErrors.map((fault) => ({ ...fault, field: fault.field === 'q' ? 'q' : 'filter' })),
  )
}

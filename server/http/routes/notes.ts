import { noteRoutes } from '#shared/routes/notes.ts'
import { area } from '../../edge/area.ts'
import { readableTypes } from '../../edge/caller.ts'
import { callerOf } from '../../edge/request-context.ts'
import { requireScopeOf } from '../../edge/type-scope.ts'

/** Notes and to-dos. The type of their entity decides about the scope, whether it stands in the request or not. */
export const noteArea = area(noteRoutes, {
  'GET /notes': ({ workspace, request, query: { type, ...query }, paging, faults, client }) => {
    requireScopeOf(request, 'read', type)
    const readable = readableTypes(callerOf(request))
    const types = readable.filter((one) => type === undefined || one === type)
    return workspace.call('listNotes', { ...paging, ...query, type, types, faults }, client)
  },

  'POST /notes': ({ workspace, request, newWrite }) => {
    requireScopeOf(request, 'write', newWrite.body.type)
    return workspace.call('createNote', newWrite)
  },

  'PATCH /notes/{id}': async ({ workspace, request, params, write }) => {
    requireScopeOf(request, 'write', await workspace.call('findNoteType', params))
    return workspace.call('updateNote', { ...params, ...write })
  },
})

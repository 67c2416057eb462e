import { maxEditValues } from '#shared/edits.ts'
import { findEntityType } from '#shared/entities.ts'
import { editRoutes } from '#shared/routes/edits.ts'
import { area } from '../../edge/area.ts'
import { mayOnlyPropose } from '../../edge/caller.ts'
import { requireMerging, requireScopeOf } from '../../edge/require-scopes.ts'
import { callerOf } from '../../edge/request-context.ts'
import { refuseBody } from '../../edge/structural-faults.ts'
import { savedActionListRoutes } from '#shared/routes/saved-actions.ts'

export const savedActionListArea = area(savedActionListRoutes, {
  'GET /saved-actions': ({ workspace, request, query, faults }) => {
    requireScopeOf(request, 'read', query.type)
    return workspace.call('listSavedActions', { ...query, faults })
  },
})

/**
 * Edits of many values in one transaction, and their undo. The body names the type, and with it the scope.
 */
export const editArea = area(editRoutes, {
  'POST /edits': ({ workspace, request, newWrite }) => {
    const type = findEntityType(newWrite.body.type)
    if (type && mayOnlyPropose(callerOf(request), type)) return workspace.call('proposeEdits', newWrite)
    requireScopeOf(request, 'write', type)
    return workspace.call('applyEdits', newWrite)
  },

  'POST /edits/{edit_id}/undo': async ({ workspace, jobs, request, params, faults, context, services }) => {
    const id = params.edit_id
    const { type, values, isMerge } = await workspace.call('describeEdit', { id })
    if (isMerge) requireMerging(request, services, type)
    requireScopeOf(request, 'write', type)
    const input = { id, faults: [...faults, ...refuseBody(request)], context }
    if (values <= maxEditValues) return workspace.call('undoEdit', input)
    const answer = await workspace.call('enqueueUndo', input)
    jobs.wake()
    return answer
  },

  'POST /bulk-edits': async ({ workspace, jobs, request, newWrite }) => {
    requireScopeOf(request, 'write', newWrite.body.type)
    const answer = await workspace.call('enqueueBulkEdit', newWrite)
    jobs.wake()
    return answer
  },
})

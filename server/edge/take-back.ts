import { pluralOf, type EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { maxEditValues } from '#shared/bulk-operations.ts'
import type { Route } from '#shared/routes/route.ts'
import type { Scope } from '#shared/scopes.ts'
import type { Answer } from '../catalog/answer.ts'
import { validationFailed } from '../catalog/errors.ts'
import type { WriteContext } from '../catalog/events/record-event.ts'
import type { Call } from './call.ts'
import { callerOf, openWorkspaceOf, type OpenWorkspace } from './request-context.ts'
import { refuseMissing, requireMerging } from './require-rights.ts'
import { refuseBody } from './structural-faults.ts'

/** The caller that takes something back, and the workspace. */
export interface TakingBack {
  readonly workspace: OpenWorkspace
  readonly context: WriteContext
  readonly faults: readonly FieldError[]
  /** Throws where a scope is missing. */
  readonly require: (scopes: readonly Scope[]) => void
  /** Throws where the caller may not merge entities of the type, which undoing a merge takes too. */
  readonly requireMerging: (type: EntityType) => void
}

/** Takes back what was written under an edit id: 200, or 202 with the job that takes a large edit back. */
export async function undoEdit(by: TakingBack, id: string): Promise<Answer> {
  const { workspace, context, faults } = by
  const { type, values, needsMerging, creates } = await workspace.threads.call('describeEdit', { id })
  by.require(creates.map((created) => `write:${pluralOf[created]}` as const))
  if (needsMerging) by.requireMerging(type)
  by.require([`write:${pluralOf[type]}`])
  const input = { id, faults: [...faults], context }
  if (values <= maxEditValues) return workspace.threads.call('undoEdit', input)
  const answer = await workspace.threads.call('enqueueUndo', input)
  workspace.jobs.wake()
  return answer
}

/**
 * Takes back what a job wrote: an import as a whole, or the edit of another job. Throws conflict where it
 * still runs or has written nothing.
 */
export async function undoJob(by: TakingBack, id: string): Promise<Answer> {
  const { workspace, context, faults } = by
  const { types, edit_id: edit } = await workspace.threads.call('describeJobWork', { id })
  if (edit !== null) return undoEdit(by, edit)
  by.require(types.map((type) => `write:${pluralOf[type]}` as const))
  const answer = await workspace.threads.call('enqueueUndoImport', { id, faults: [...faults], context })
  workspace.jobs.wake()
  return answer
}

/** Cancels a job, for whoever may begin one like it; one that has ended stays as it is. */
export async function cancelJob(
  { workspace, require, faults }: Omit<TakingBack, 'context' | 'requireMerging'>,
  id: string,
): Promise<Answer> {
  const { types, writes } = await workspace.threads.call('describeJobWork', { id })
  require(types.map((type) => `${writes ? 'write' : 'read'}:${pluralOf[type]}` as const))
  if (faults.length > 0) throw validationFailed(faults)
  const answer = await workspace.threads.call('cancelJob', { id })
  workspace.jobs.stop(id.toLowerCase())
  return answer
}

/** The edit or job to take back, by the path: the body is empty. */
export function takingBack({ request, services, faults, context }: Call<string, Route>): TakingBack {
  return {
    workspace: openWorkspaceOf(request),
    context,
    faults: [...faults, ...refuseBody(request)],
    require: (scopes) => refuseMissing(callerOf(request), scopes),
    requireMerging: (type) => requireMerging(request, services, type),
  }
}

import type { Action } from '#shared/schemas/automations.ts'
import { toIso } from '#shared/iso-times.ts'
import { message } from '#shared/messages/message.ts'
import { isDoneElsewhere, readJobStatus } from '../../catalog/automations/elsewhere.ts'
import { countChanges, countOfType } from '../../catalog/automations/preview-automation.ts'
import {
  changeOfRun,
  listRunEntities,
  narrowEntities,
  resultOfRun,
  type RunState,
} from '../../catalog/automations/run-automation.ts'
import { CatalogError } from '../../catalog/errors.ts'
import { cancelledEnd, type JobEnd } from '../../catalog/job-queue/running-job.ts'
import { describeFailure, type JobContext, readStoredJob, type StoredJob } from '../job-context.ts'
import { stopIfClosing } from '../run-chunks.ts'

// Entities in one transaction of the writer, which ends earlier where others wait for it.
const chunkSize = 1000
const heldDays = 7
const dayMs = 24 * 60 * 60 * 1000
// How often a run looks whether the job that it waits for has ended.
const waitMs = 1000

/** So many changed entities never wait; more do where they are a fifth of their type, or more than a thousand. */
const smallRun = 100
const largestRun = 1000
const largeShare = 0.2

type Input = StoredJob<'automation'>['input']

/**
 * Runs the actions of an automation in their order over the entities that it found at its start. What was
 * written before a failure or a cancellation stays, under the `edit_id` of the run.
 */
export async function runAutomation(context: JobContext): Promise<JobEnd> {
  const { jobId, call } = context
  const { input, checkpoint } = await readStoredJob(context, 'automation')
  const heldUntil = checkpoint?.held_until
  if (heldUntil !== undefined && Date.now() >= heldUntil) return cancelledEnd
  const isBegun = checkpoint !== undefined && heldUntil === undefined
  const state = isBegun ? checkpoint : await call('beginAutomationRun', { jobId, input, checkpoint })
  const free = state.is_free ? state : await holdLarge(context, input, state)
  return 'status' in free ? free : doActions(context, input, free)
}

async function doActions(context: JobContext, input: Input, begun: RunState): Promise<JobEnd> {
  let state = begun
  while (state.action < state.definition.actions.length) {
    stopIfClosing(context)
    try {
      const next = await doAction(context, input, state)
      if ('status' in next) return next
      state = next
    } catch (error) {
      if (!(error instanceof CatalogError) || error.code === 'internal_error') throw error
      return failed(context, input, state, describeFailure(error))
    }
  }
  return { status: 'completed', result: resultOf(context, input, state) }
}

function resultOf({ read }: JobContext, input: Input, state: RunState) {
  return read((db) => resultOfRun(db, input, state))
}

function failed(
  context: JobContext,
  input: Input,
  state: RunState,
  error: ReturnType<typeof describeFailure>,
): JobEnd {
  return { status: 'failed', result: { error, ...resultOf(context, input, state) } }
}

/** Lets a run wait for a person where it would change much of the catalog. */
async function holdLarge(context: JobContext, input: Input, state: RunState): Promise<RunState | JobEnd> {
  const { jobId, call, read } = context
  const hold = (heldUntil: number | undefined) =>
    call('holdAutomationRun', { jobId, input, checkpoint: state, heldUntil })
  if (state.matched <= smallRun) return hold(undefined)
  const { changed, sample, total } = read((db) => ({
    ...countChanges(db, input.type, {
      actions: state.definition.actions,
      ids: listRunEntities(db, { jobId, input, checkpoint: state }, state.matched),
    }),
    total: countOfType(db, input.type),
  }))
  const limit = Math.min(largestRun, Math.max(smallRun, Math.floor(total * largeShare)))
  if (changed <= limit) return hold(undefined)
  const until = Date.now() + heldDays * dayMs
  await hold(until)
  const counts = { matched: state.matched, changed, max_changed: limit }
  return { status: 'paused', reason: 'shield', until: toIso(until), details: { counts, sample } }
}

async function doAction(context: JobContext, input: Input, state: RunState): Promise<RunState | JobEnd> {
  const { jobId, call, read } = context
  const action = state.definition.actions[state.action] ?? {}
  const { child, failure } = state
  if (failure) return failed(context, input, state, failure)
  if (child !== undefined) return awaitChild(context, input, state, child)
  if (isDoneElsewhere(action)) return pauseFor(0)
  const step = { jobId, input, checkpoint: state }
  const isOverEntities =
    'comment' in action || read((db) => changeOfRun(db, input.type, action)) !== undefined
  return isOverEntities ? doChunk(context, input, state, action) : call('runWholeAction', step)
}

/** Where this ends, the main thread does what is to be done elsewhere before the run goes on. */
function pauseFor(ms: number): JobEnd {
  return { status: 'paused', reason: message('automation.waits_for_job'), until: toIso(Date.now() + ms) }
}

async function doChunk(
  context: JobContext,
  input: Input,
  state: RunState,
  action: Action,
): Promise<RunState | JobEnd> {
  const { jobId, call, read } = context
  const { ids, until } = read((db) => {
    const listed = listRunEntities(db, { jobId, input, checkpoint: state }, chunkSize)
    const change = changeOfRun(db, input.type, action)
    return { ids: change ? narrowEntities(db, change, listed) : listed, until: listed.at(-1) }
  })
  if (until === undefined) return call('finishAction', { jobId, input, checkpoint: state })
  const written = await call('runActionChunk', { jobId, input, checkpoint: state, ids, until })
  if (written.isCancelled) return { status: 'cancelled', result: resultOf(context, input, written.state) }
  return written.state
}

async function awaitChild(
  context: JobContext,
  input: Input,
  state: RunState,
  child: string,
): Promise<RunState | JobEnd> {
  const { jobId, call, read } = context
  const status = read((db) => readJobStatus(db, child))
  if (status === 'queued' || status === 'running') return pauseFor(waitMs)
  const result = { job_id: child }
  if (status === 'completed') return call('finishAction', { jobId, input, checkpoint: state, result })
  const isGeneration = 'generate' in (state.definition.actions[state.action] ?? {})
  const sentence = message(isGeneration ? 'automation.generation_failed' : 'automation.check_failed')
  return failed(context, input, state, { code: 'conflict', ...sentence })
}

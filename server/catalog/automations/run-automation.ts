import { maxListedEntities } from '#shared/bulk-operations.ts'
import type { EntityType } from '#shared/entities.ts'
import { isObject } from '#shared/exact-json.ts'
import { maxRowErrors } from '#shared/jobs.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import { message } from '#shared/messages/message.ts'
import type {
  Action,
  ActionKind,
  ActionResult,
  AutomationResult,
  RunError,
} from '#shared/schemas/automations.ts'
import { viewFor } from '../../store/computed/hidden-attributes.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import {
  addEntities,
  type AutomationDefinition,
  type AutomationRow,
  changeAutomation,
  countEditEntities,
  findAutomationRow,
  listStateEntities,
  removeEntities,
} from '../../store/tables/automations.ts'
import { noteInJob, saveJobProgress } from '../../store/tables/jobs.ts'
import { parseAnswer } from '../answer.ts'
import { checkBulkChange } from '../edits/bulk-change.ts'
import { listBulkIds, editRows, type BulkEditInput } from '../edits/bulk-edit.ts'
import { assertAtCheckpoint } from '../edits/edit-outcome.ts'
import { type CatalogError, conflict, Faults } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import { turnOffAutomation } from '../job-queue/automation-ends.ts'
import { enqueueChecks } from '../job-queue/enqueue-edits.ts'
import { changeOfAction, kindOfAction } from './check-automation.ts'
import { listMatching } from './automations.ts'
import { commentOn, maxNamed, notifyPeople } from './notify-people.ts'

export interface AutomationInput {
  readonly automation: string
  readonly type: EntityType
  readonly over: 'all' | 'gathered'
  readonly edit_id: string
  readonly context: Omit<WriteContext, 'job_id'>
}

export interface RunState {
  /** The automation as it was when the run began. */
  readonly definition: Pick<AutomationDefinition, 'filter' | 'actions' | 'budget' | 'unbounded'>
  readonly action: number
  readonly position: number
  readonly matched: number
  readonly failed: number
  readonly errors: readonly RunError[]
  readonly results: readonly ActionResult[]
  /** Whether the shield has let it pass. */
  readonly is_free: boolean
  /** Until when it waits for a person, as milliseconds. */
  readonly held_until?: number | undefined
  /** The job that the present action waits for. */
  readonly child?: string | undefined
  /** Why the present action cannot be done, where that was found outside the thread of the job. */
  readonly failure?:
    | {
        readonly code: string
        readonly message: string
        readonly message_code?: string
        readonly values?: Readonly<Record<string, unknown>>
      }
    | undefined
}

export interface RunStep {
  readonly jobId: string
  readonly input: AutomationInput
  readonly checkpoint: RunState | undefined
}

/** Chooses the entities of a run and stores them with the first checkpoint; what was gathered meanwhile joins. */
export function beginAutomationRun(tx: WritableDb, { jobId, input, checkpoint }: RunStep): RunState {
  assertAtCheckpoint(tx, jobId, checkpoint)
  const row = findAutomationRow(tx, input.automation)
  if (!row) throw conflict(message('automation.is_gone'))
  const ids = chooseEntities(tx, row, input)
  const { filter, actions, budget, unbounded } = row.definition
  const state = {
    definition: { filter, actions, budget, unbounded },
    action: 0,
    position: 0,
    matched: ids.length,
    failed: 0,
    errors: [],
    results: [],
    is_free: unbounded || checkpoint?.held_until !== undefined,
  }
  if (ids.length > maxListedEntities) {
    const reason = message('automation.too_many_entities', { count: maxListedEntities })
    turnOffAutomation(tx, row, reason)
    return save(tx, jobId, { ...state, is_free: true, failure: { code: 'conflict', ...reason } })
  }
  removeEntities(tx, row.id, 'gathered')
  removeEntities(tx, row.id, 'running')
  addEntities(tx, row.id, 'running', ids)
  if (row.depth > 0) noteInJob(tx, jobId, { depth: row.depth })
  changeAutomation(tx, { ...row, depth: 0, causedBy: null })
  return save(tx, jobId, state)
}

function chooseEntities(tx: WritableDb, row: AutomationRow, { over, context }: AutomationInput): number[] {
  const matching = listMatching(viewFor(tx, context.role), row.type, row.definition.filter)
  if (over === 'all') return matching
  const gathered = new Set([
    ...listStateEntities(tx, row.id, 'gathered'),
    ...listStateEntities(tx, row.id, 'running'),
  ])
  return matching.filter((id) => gathered.has(id))
}

function save(tx: WritableDb, jobId: string, state: RunState): RunState {
  const { actions } = state.definition
  const total = Math.max(1, actions.length)
  saveJobProgress(tx, jobId, { current: Math.min(state.action, total), total, checkpoint: state })
  return state
}

/** Lets a run wait for a person, or notes that it need not. */
export function holdAutomationRun(
  tx: WritableDb,
  { jobId, checkpoint, heldUntil }: RunStep & { readonly heldUntil: number | undefined },
): RunState {
  assertAtCheckpoint(tx, jobId, checkpoint)
  if (!checkpoint) throw conflict(message('automation.is_gone'))
  const { held_until: _held, ...state } = checkpoint
  if (heldUntil === undefined) return save(tx, jobId, { ...state, is_free: true })
  return save(tx, jobId, { ...state, held_until: heldUntil })
}

/** The entities of a run that are still to be done by its present action. */
export function listRunEntities(db: ReadableDb, { input, checkpoint }: RunStep, limit: number): number[] {
  const row = findAutomationRow(db, input.automation)
  if (!row || !checkpoint) return []
  return listStateEntities(db, row.id, 'running', { behind: checkpoint.position, limit })
}

/** The bulk edit of an action, over the entities of the run; undefined for another action. */
export function changeOfRun(
  db: ReadableDb,
  type: EntityType,
  action: Action,
): BulkEditInput['change'] | undefined {
  const faults = new Faults()
  const change = changeOfAction(db, type, action, faults)
  // The definitions may have changed since the automation was written.
  if (change) checkBulkChange(db, type, change, faults)
  faults.throwIfAny()
  if (!change) return undefined
  const join = change.filter_join === 'or' ? 'or' : 'and'
  return { filter: {}, ...change, type, filter_join: join }
}

interface ActionChunk extends RunStep {
  readonly ids: readonly number[]
  /** The last entity that was looked at for this chunk, which a saved action may leave out. */
  readonly until: number
}

/** Does an action to some entities, in one transaction with the checkpoint. Ends early where others wait. */
export function runActionChunk(
  tx: WritableDb,
  { jobId, input, checkpoint, ids, until }: ActionChunk,
): { readonly state: RunState; readonly isCancelled: boolean } {
  assertAtCheckpoint(tx, jobId, checkpoint)
  if (!checkpoint) throw conflict(message('automation.is_gone'))
  const action = checkpoint.definition.actions[checkpoint.action] ?? {}
  const change = changeOfRun(viewFor(tx, input.context.role), input.type, action)
  const context = { ...input.context, job_id: jobId, edit_id: input.edit_id }
  const { counts, done } = change
    ? editChunk(tx, change, context, ids)
    : commentChunk(
        tx,
        { type: input.type, text: String(action['comment']), count: checkpoint.matched, context },
        ids,
      )
  const errors = counts.errors.flatMap(({ id, error }) => toErrors(id ?? '', checkpoint.action, error))
  const state = {
    ...checkpoint,
    position: done === ids.length ? until : (ids[done - 1] ?? checkpoint.position),
    failed: checkpoint.failed + counts.failed,
    errors: [...checkpoint.errors, ...errors].slice(0, maxRowErrors),
    results: addCounts(checkpoint, kindOfAction(action), counts),
  }
  const { isCancelled } = saveJobProgress(tx, jobId, {
    current: Math.min(state.action, state.definition.actions.length),
    total: state.definition.actions.length,
    checkpoint: state,
  })
  return { state, isCancelled }
}

interface ChunkCounts {
  readonly changed: number
  readonly failed: number
  readonly errors: readonly { readonly id: string | null; readonly error: CatalogError }[]
}

function editChunk(
  tx: WritableDb,
  change: BulkEditInput['change'],
  context: WriteContext,
  ids: readonly number[],
): { counts: ChunkCounts; done: number } {
  const { counts, edited } = editRows(tx, { change, context, ids, done: 0 })
  return { counts, done: edited }
}

function commentChunk(
  tx: WritableDb,
  comments: Parameters<typeof commentOn>[1],
  ids: readonly number[],
): { counts: ChunkCounts; done: number } {
  commentOn(tx, comments, ids)
  return { counts: { changed: 0, failed: 0, errors: [] }, done: ids.length }
}

function toErrors(id: string, action: number, error: CatalogError): RunError[] {
  if (error.fieldErrors.length === 0) return [{ id, action, field: '', ...issueSentence(error.sentence) }]
  return error.fieldErrors.map(({ field, issue, message: words }) => ({
    id,
    action,
    field,
    issue,
    ...(words !== undefined && { message: words }),
  }))
}

function addCounts(
  { results, action }: RunState,
  kind: ActionKind | undefined,
  { changed, failed }: ChunkCounts,
): ActionResult[] {
  const before = results[action] ?? { action: kind ?? 'set', changed: 0, failed: 0 }
  const added = { changed: (before.changed ?? 0) + changed, failed: (before.failed ?? 0) + failed }
  return [...results.slice(0, action), { ...before, ...added }]
}

/** Goes on with the next action, noting what came of this one. */
export function finishAction(
  tx: WritableDb,
  { jobId, checkpoint, result }: RunStep & { readonly result?: Partial<ActionResult> },
): RunState {
  assertAtCheckpoint(tx, jobId, checkpoint)
  if (!checkpoint) throw conflict(message('automation.is_gone'))
  return save(tx, jobId, nextAction(checkpoint, result))
}

function nextAction(state: RunState, result?: Partial<ActionResult>): RunState {
  const { action, results, definition, child: _child, ...others } = state
  const kind = kindOfAction(definition.actions[action] ?? {}) ?? 'set'
  const noted = { action: kind, ...results[action], ...result }
  return {
    ...others,
    definition,
    results: [...results.slice(0, action), noted],
    action: action + 1,
    position: 0,
  }
}

/** Tells people, or queues the checks of quality: what needs no chunk of entities. */
export function runWholeAction(tx: WritableDb, step: RunStep): RunState {
  const { jobId, input, checkpoint } = step
  assertAtCheckpoint(tx, jobId, checkpoint)
  if (!checkpoint) throw conflict(message('automation.is_gone'))
  const action = checkpoint.definition.actions[checkpoint.action] ?? {}
  const context = { ...input.context, job_id: jobId }
  if (action['check_quality'] === true) {
    const answer = enqueueChecks(tx, { body: { type: input.type }, faults: [], context })
    return save(tx, jobId, { ...checkpoint, child: parseAnswer<{ data: { id: string } }>(answer).data.id })
  }
  const { notify } = action
  const row = findAutomationRow(tx, input.automation)
  if (isObject(notify) && Array.isArray(notify['people']))
    notifyPeople(tx, {
      people: notify['people'].map(String),
      text: String(notify['text']),
      count: checkpoint.matched,
      subject: row && { type: 'automation', id: row.uuid, name: row.name },
      ids: listRunEntities(tx, step, maxNamed),
    })
  return save(tx, jobId, nextAction(checkpoint))
}

/** The outcome of a run. */
export function resultOfRun(db: ReadableDb, input: AutomationInput, state: RunState): AutomationResult {
  const { matched, failed, errors, results } = state
  const changed = countEditEntities(db, input.edit_id)
  return { matched, changed, failed, errors, edit_id: changed > 0 ? input.edit_id : null, actions: results }
}

/** The entities of an action, where a saved action narrows them. */
export function narrowEntities(
  db: ReadableDb,
  change: BulkEditInput['change'],
  ids: readonly number[],
): readonly number[] {
  const isNarrowed = Object.keys(change.filter).length > 0 || change.q !== undefined
  if (!isNarrowed || ids.length === 0) return ids
  const matching = new Set(listBulkIds(db, { change }, (ids[0] ?? 1) - 1))
  return ids.filter((id) => matching.has(id))
}

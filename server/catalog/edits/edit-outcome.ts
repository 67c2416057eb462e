import { errorCodes, type FieldError } from '#shared/errors.ts'
import { entityTypes, type EntityType, findEntityType } from '#shared/entities.ts'
import { asMessage, message } from '#shared/messages/message.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { listEntityRows } from '../../store/tables/entities.ts'
import { type Answer, jsonAnswer } from '../answer.ts'
import { entitiesJson } from '../entities/entity-json.ts'
import { type CatalogError, conflict } from '../errors.ts'
import { type ChangedSince, type EditResult, maxRowErrors } from '#shared/jobs.ts'
import { issueInWords, issueSentence } from '#shared/describe-fault.ts'
import { isAtCheckpoint } from '../../store/tables/jobs.ts'
import type { ValueWriter } from '../../store/tables/events.ts'

export type Outcome =
  | {
      readonly status: 'applied'
      readonly index: number
      readonly entity: number
      readonly isChanged: boolean
      readonly gone?: EntityView
    }
  | {
      readonly status: 'refused'
      readonly index: number
      readonly id: string | null
      readonly error: CatalogError
    }
  | {
      readonly status: 'changed_meanwhile'
      readonly index: number
      readonly id: string
      readonly current: Readonly<Record<string, unknown>>
      readonly label?: string | null
      readonly writers?: Readonly<Record<string, ValueWriter>>
    }

/** 200 with an outcome for each edit. Applied ones carry the entity in its state after the whole call. */
export function outcomesAnswer(
  db: ReadableDb,
  outcomes: readonly Outcome[],
  editId: string,
  total: number,
  isChangedOtherwise = false,
): Answer {
  const summary = { total, applied: 0, refused: 0, changed_meanwhile: 0 }
  for (const { status } of outcomes) summary[status] += 1
  const entities = entitiesById(db, outcomes)
  const data = outcomes.map((outcome) => outcomeJson(outcome, entities)).join(',')
  const isUndoable =
    isChangedOtherwise || outcomes.some((outcome) => outcome.status === 'applied' && outcome.isChanged)
  const id = isUndoable ? `"${editId}"` : 'null'
  return jsonAnswer(200, `{"data":[${data}],"edit_id":${id},"summary":${JSON.stringify(summary)}}`)
}

interface EntityView {
  readonly uuid: string
  readonly json: string
}

function entitiesById(db: ReadableDb, outcomes: readonly Outcome[]): ReadonlyMap<number, EntityView> {
  const ids = new Set(outcomes.flatMap((outcome) => (outcome.status === 'applied' ? outcome.entity : [])))
  const rows = listEntityRows(db, [...ids])
  const texts = entitiesJson(db, rows)
  const gone = outcomes.flatMap((outcome) =>
    outcome.status === 'applied' && outcome.gone ? [[outcome.entity, outcome.gone] as const] : [],
  )
  return new Map([
    ...gone,
    ...rows.map(({ id, uuid }, index) => [id, { uuid, json: texts[index] ?? '' }] as const),
  ])
}

export function outcomeJson(outcome: Outcome, entities: ReadonlyMap<number, EntityView> = new Map()): string {
  const { status, index } = outcome
  if (outcome.status === 'applied') {
    const { uuid, json } = entities.get(outcome.entity) as EntityView
    return `{"index":${index},"id":"${uuid}","status":"applied","data":${json}}`
  }
  if (outcome.status === 'changed_meanwhile') {
    const { id, label, current, writers } = outcome
    return JSON.stringify({ index, id, status, label, current, ...writersJson(writers) })
  }
  const { code, sentence, fieldErrors } = outcome.error
  const is_retriable = errorCodes[code].retriable
  const error = { code, ...asMessage(sentence), is_retriable, field_errors: fieldErrors }
  return JSON.stringify({ index, id: outcome.id, status, error })
}

/** The writers of the values and their moments, by attribute; nothing where that is not known. */
function writersJson(writers: Readonly<Record<string, ValueWriter>> = {}): object {
  const entries = Object.entries(writers)
  if (entries.length === 0) return {}
  return {
    changed_by: Object.fromEntries(entries.map(([key, { actor }]) => [key, actor])),
    changed_at: Object.fromEntries(entries.map(([key, { at }]) => [key, at])),
  }
}

export function parseType(name: string | undefined, faults: TypeFaults): EntityType | undefined {
  if (name === undefined) return undefined
  return findEntityType(name) ?? faults.add('type', 'invalid_value', entityTypes, name)
}

interface TypeFaults {
  readonly add: (
    field: 'type',
    issue: 'invalid_value',
    acceptableValues: readonly string[],
    sent: unknown,
  ) => undefined
}

interface EditRowError extends Omit<FieldError, 'did_you_mean' | 'expected' | 'acceptable_values'> {
  readonly row: number
  readonly id: string
}

export interface EditState {
  readonly position: number
  readonly matched: number
  readonly changed: number
  readonly unchanged: number
  readonly failed: number
  readonly errors: readonly EditRowError[]
  readonly errors_truncated: boolean
  /** Values that an undo left, as they were changed since. */
  readonly changed_meanwhile?: number
  readonly changed_since?: readonly ChangedSince[]
  /** The newest event before an undo. */
  readonly newest?: number
}

export interface EditCounts {
  changed: number
  unchanged: number
  failed: number
  errors: { readonly row: number; readonly id: string | null; readonly error: CatalogError }[]
  left?: ChangedValues[]
}

type ChangedValues = Extract<Outcome, { status: 'changed_meanwhile' }>

export function beginState(matched: number): EditState {
  return { position: 0, matched, changed: 0, unchanged: 0, failed: 0, errors: [], errors_truncated: false }
}

/** Throws where the job has ended or was continued elsewhere, so that the sender's chunk is not written. */
export function assertAtCheckpoint(tx: WritableDb, jobId: string, checkpoint: object | undefined): void {
  if (!isAtCheckpoint(tx, jobId, checkpoint)) throw conflict(message('job.has_moved_on'))
}

export function addErrors(state: EditState, counts: EditCounts): EditState {
  const room = maxRowErrors - state.errors.length
  const errors = counts.errors.slice(0, room + 1).flatMap(toRowErrors)
  return {
    ...state,
    changed: state.changed + counts.changed,
    unchanged: state.unchanged + counts.unchanged,
    failed: state.failed + counts.failed,
    errors: [...state.errors, ...errors.slice(0, room)],
    errors_truncated: state.errors_truncated || errors.length > room || counts.errors.length > room,
    ...(counts.left && addLeft(state, counts.left)),
  }
}

/** For how many more entities the result has room to name who has changed them since. */
export function roomForNames({ changed_since: listed = [] }: Pick<EditState, 'changed_since'>): {
  left: number
} {
  return { left: maxRowErrors - listed.length }
}

function addLeft(
  { changed_meanwhile: before = 0, changed_since: listed = [] }: EditState,
  left: readonly ChangedValues[],
): Pick<EditState, 'changed_meanwhile' | 'changed_since'> {
  const more = left.flatMap(toChangedSince)
  return {
    changed_meanwhile: before + more.length,
    changed_since: [...listed, ...more].slice(0, maxRowErrors),
  }
}

/** A value for each attribute, with who changed it and when where that was looked up. */
export function toChangedSince({ id, label = null, current, writers = {} }: ChangedValues): ChangedSince[] {
  return Object.keys(current).map((attribute) => ({
    id,
    label,
    attribute,
    changed_by: writers[attribute]?.actor ?? null,
    changed_at: writers[attribute]?.at ?? null,
  }))
}

function toRowErrors({ row, id, error }: EditCounts['errors'][number]): EditRowError[] {
  const position = { row, id: id ?? '' }
  if (error.fieldErrors.length === 0) return [{ ...position, field: '', ...issueSentence(error.sentence) }]
  return error.fieldErrors.map((fault) => ({ ...position, field: fault.field, ...issueInWords(fault) }))
}

export function toResult(
  { position: _position, newest: _newest, ...counts }: EditState,
  editId: string,
): EditResult {
  return { edit_id: counts.changed > 0 ? editId : null, ...counts }
}

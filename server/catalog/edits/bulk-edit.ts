import { requireOneOf } from '../attributes/list-attributes.ts'
import { type BulkEdit, maxListedEntities } from '#shared/bulk-operations.ts'
import { type EntityType, parseUuid } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { filterJoins, type FilterJoin } from '#shared/filters.ts'
import { message } from '#shared/messages/message.ts'
import { issueSentence } from '#shared/describe-fault.ts'
import { viewFor } from '../../store/computed/hidden-attributes.ts'
import { attributesOf, type Attribute, type AttributeSet } from '../../store/tables/attributes.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { type EntityRow, listEntityRows, listIdsByUuid } from '../../store/tables/entities.ts'
import { newestSequence } from '../../store/tables/events.ts'
import { saveJobProgress } from '../../store/tables/jobs.ts'
import { allRows, listIds } from '../../store/plan/list-ids.ts'
import { makesWay, writingMany } from '../entities/write-entity.ts'
import { dropUnchangedComputed } from '../entities/resolve-writes.ts'
import type { AttributeWrite } from '../entities/parse-writes.ts'
import { updateFrom } from '../entities/update-entity.ts'
import { CatalogError, Faults, validationFailed } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import { checkFilter } from '../query/check-filter.ts'
import { checkSearch } from '../query/check-sort.ts'
import { parseFilter } from '../query/filter-tree.ts'
import { bulkWrites, checkBulkChange, readKeys } from './bulk-change.ts'
import { ownValues, shownValues, type Values } from '../entities/current-values.ts'
import {
  parseType,
  addErrors,
  assertAtCheckpoint,
  beginState,
  type EditState,
  type EditCounts,
} from './edit-outcome.ts'
import { computeSets, type ComputedSets, splitSet } from './formula-sets.ts'
import { withSavedAction } from './saved-actions.ts'
import { isFault, operationParsers } from './value-operations.ts'

export interface BulkEditInput {
  readonly change: BulkEdit & { readonly type: EntityType; readonly filter_join: FilterJoin }
  readonly edit_id: string
  readonly context: Omit<WriteContext, 'job_id'>
}

export function checkBulkEdit(
  db: ReadableDb,
  sent: Partial<BulkEdit>,
  structural: readonly FieldError[],
): BulkEditInput['change'] {
  const faults = new Faults(structural)
  const type = parseType(sent.type, faults)
  const body = withSavedAction(db, sent, type, faults)
  const join = requireOneOf(filterJoins, 'filter_join', (body.filter_join ?? 'and').toLowerCase(), faults)
  const { filter = {} } = body
  const asked = parseFilter(filter, faults)
  if (type) {
    const attributes = attributesOf(db, type)
    checkFilter(db, attributes, { ...asked, join: 'and' }, faults)
    checkIds(body.ids, faults)
    checkBulkChange(db, type, body, faults)
  }
  return { ...body, filter, type: faults.settled(type), filter_join: faults.settled(join) }
}

function checkIds(ids: BulkEdit['ids'], faults: Faults): void {
  if (ids === undefined) return
  if (ids.length > maxListedEntities)
    return faults.addExpected('ids', 'too_many_values', { max_items: maxListedEntities })
  if (ids.length === 0) faults.add('ids', 'expected_values')
  ids.forEach((id, index) => {
    if (parseUuid(id) === undefined) faults.add(`ids[${index}]`, 'expected_uuid')
  })
}

export function listBulkIds(
  db: ReadableDb,
  { change }: Pick<BulkEditInput, 'change'>,
  behind: number,
): number[] {
  return findTargets(db, change, behind, allRows).ids
}

export function findTargets(
  db: ReadableDb,
  change: BulkEditInput['change'],
  behind: number,
  limit: number,
): { readonly ids: number[]; readonly total: number } {
  const { type, filter, filter_join: join, ids, q } = change
  const faults = new Faults()
  const attributes = attributesOf(db, type)
  const wanted = checkFilter(db, attributes, { ...parseFilter(filter, faults), join }, faults)
  // The definitions may have changed since the job was queued.
  faults.throwIfAny()
  const search = checkSearch(db, attributes, q)
  const named =
    ids &&
    new Set(
      listIdsByUuid(
        db,
        type,
        ids.flatMap((id) => parseUuid(id) ?? []),
      ),
    )
  const firstOf = (found: readonly number[]) => ({ ids: found.slice(0, limit), total: found.length })
  if (named && wanted.clauses.length === 0 && !wanted.tree && search === undefined)
    return firstOf([...named].filter((id) => id > behind).toSorted((a, b) => a - b))
  const window = {
    terms: [],
    limit: named ? allRows : limit,
    offset: 0,
    after: behind > 0 ? { entity: behind, values: [] } : undefined,
  }
  const listed = listIds(db, { type, ...wanted, search, parent: undefined, ...window })
  return named ? firstOf(listed.ids.filter((id) => named.has(id))) : listed
}

export interface BulkEditChunk {
  readonly jobId: string
  readonly input: BulkEditInput
  readonly checkpoint: EditState | undefined
  readonly ids: readonly number[]
  readonly total: number
}

/**
 * Edits some entities in one transaction with the checkpoint, so each is edited once however often the job
 * resumes. A refused entity stays unchanged and does not stop the others. Ends early where others wait for
 * the writer.
 */
export function bulkEditChunk(
  tx: WritableDb,
  { jobId, input, checkpoint, ids, total }: BulkEditChunk,
  onRow?: (number: number, newest: number) => void,
): { isCancelled: boolean; state: EditState; edited: number } {
  assertAtCheckpoint(tx, jobId, checkpoint)
  const before = checkpoint ?? beginState(total)
  const context = { ...input.context, job_id: jobId, edit_id: input.edit_id }
  const done = before.changed + before.unchanged + before.failed
  const { counts, edited } = editRows(tx, { change: input.change, context, ids, done }, onRow)
  const state = addErrors({ ...before, position: ids[edited - 1] ?? before.position }, counts)
  const progress = { current: done + edited, total, checkpoint: state }
  return { ...saveJobProgress(tx, jobId, progress), state, edited }
}

interface RowsToEdit {
  readonly change: BulkEditInput['change']
  readonly context: WriteContext
  readonly ids: readonly number[]
  /** How many were edited before, from which the rows of faults count. */
  readonly done: number
}

/** Edits entities in the transaction of the caller; ends early where others wait for the writer. */
export function editRows(
  tx: WritableDb,
  { change, context, ids, done }: RowsToEdit,
  onRow?: (number: number, newest: number) => void,
): { readonly counts: EditCounts; readonly edited: number } {
  const counts: EditCounts = { changed: 0, unchanged: 0, failed: 0, errors: [] }
  const rows = new Map(listEntityRows(tx, ids).map((row) => [row.id, row]))
  const plan = planWrites(viewFor(tx, context.role), change, ids)
  let edited = 0
  writingMany(tx, attributesOf(tx, change.type), new Set(), () => {
    for (const id of ids) {
      edited += 1
      const row = rows.get(id)
      if (row) editRow(tx, { row, number: done + edited, type: change.type, plan, context }, counts)
      else counts.unchanged += 1
      onRow?.(done + edited, newestSequence(tx))
      if (makesWay(tx, edited)) break
    }
  })
  return { counts, edited }
}

type WritePlan = (row: EntityRow, faults: Faults) => AttributeWrite[]

const nothing: ComputedSets = () => ({})

function readOwnChanges(db: ReadableDb, attributes: AttributeSet, set: Values): ComputedSets {
  const changes = [...splitSet(attributes, set).own].map(([key, { operation, sent }]) => {
    const attribute = attributes.byKey.get(key)
    const change = attribute && operationParsers[operation](sent, attribute)
    if (!change || isFault(change)) throw validationFailed([{ field: `set.${key}`, ...issueSentence(gone) }])
    return { attribute, change, fillsBlanks: operation === 'add_items' }
  })
  if (changes.length === 0) return nothing
  const keys = changes.map(({ attribute }) => attribute.key)
  return (row, faults) => {
    const own = ownValues(db, row, attributes, keys)
    const given: Record<string, unknown> = {}
    for (const { attribute, change, fillsBlanks } of changes) {
      const { key } = attribute
      // A blank stays blank; an inherited value stays inherited.
      if (own[key] === null && (!fillsBlanks || isShown(db, row, attribute))) continue
      const result = change(own[key])
      if ('fault' in result) faults.addSentence(`attributes.${key}`, result.fault)
      else given[key] = result.value
    }
    return given
  }
}

const gone = message('edit.definitions_changed')

function isShown(db: ReadableDb, row: EntityRow, { key, extras }: Attribute): boolean {
  return extras.inheritance_mode !== 'off' && shownValues(db, row, [key])[key] !== null
}

export function planWrites(
  db: ReadableDb,
  change: BulkEditInput['change'],
  ids: readonly number[],
): WritePlan {
  const { type, set = {} } = change
  const attributes = attributesOf(db, type)
  const { plain } = splitSet(attributes, set)
  const keys = readKeys(attributes, change)
  const computed = [computeSets(db, type, set, ids), readOwnChanges(db, attributes, set)]
  return (row, faults) => {
    const own = ownValues(db, row, attributes, keys)
    const values = Object.assign({}, plain, ...computed.map((compute) => compute(row, faults)))
    return bulkWrites(
      attributes,
      { ...change, set: dropUnchangedComputed(db, row, attributes, values) },
      own,
      faults,
    )
  }
}

interface BulkRow {
  readonly row: EntityRow
  readonly number: number
  readonly type: EntityType
  readonly plan: WritePlan
  readonly context: WriteContext
}

function editRow(tx: WritableDb, { row, number, type, plan, context }: BulkRow, counts: EditCounts): void {
  const faults = new Faults()
  try {
    const writes = plan(row, faults)
    const updated = updateFrom(tx, row, { type, parent: undefined, writes }, faults, context)
    counts[updated === row ? 'unchanged' : 'changed'] += 1
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    counts.failed += 1
    counts.errors.push({ row: number, id: row.uuid, error })
  }
}

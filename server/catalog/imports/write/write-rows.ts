import { type ImportRequest, type ImportState, withErrors } from '../plan/import-state.ts'
import { EarlierImportRows } from './imported-rows.ts'
import type { ImportRow, RowFlaw, UnchangedRow } from '../read/file-rows.ts'
import { viewFor } from '../../../store/computed/hidden-attributes.ts'
import type { WritableDb } from '../../../store/database/database.ts'
import { assertAtCheckpoint } from '../../edits/edit-outcome.ts'
import { attributesOf, type AttributeSet } from '../../../store/tables/attributes.ts'
import { FallbackMatcher, type OtherKeys, type ReadRow } from '../recognise/identity.ts'
import { addMissingOptions } from './missing-options.ts'
import { NotedAxes } from './noted-axes.ts'
import { RowReader } from './row-reader.ts'
import { newestSequence } from '../../../store/tables/events.ts'
import { writingMany, makesWay } from '../../entities/write-entity.ts'
import { saveJobProgress } from '../../../store/tables/jobs.ts'
import type { ImportCounts, RowError } from '#shared/jobs.ts'
import { message, textOf } from '#shared/messages/message.ts'
import { type RowFault, removeRowFaults, putRowFaults } from '../../../store/tables/imports.ts'
import type { WriteContext } from '../../events/record-event.ts'
import { CatalogError, Faults, validationFailed } from '../../errors.ts'
import { putDelivered } from '../../../store/tables/feeds.ts'
import { findEntityAlias } from '../../../store/tables/aliases.ts'
import type { FollowedAliases } from './followed-aliases.ts'
import { foldText } from '#shared/text.ts'
import type { EntityType } from '#shared/entities.ts'
import { listMatches, type UpsertStatus, upsertFrom } from '../../entities/upsert-entity.ts'
import { findEntity, type EntityRow } from '../../../store/tables/entities.ts'
import { parseWrites } from '../../entities/parse-writes.ts'
import { createFrom } from '../../entities/create-entity.ts'
import { getEntity, updateFrom } from '../../entities/update-entity.ts'
import { dropUnchangedComputed } from '../../entities/resolve-writes.ts'
import { issueSentence, issueInWords, explainCell } from '#shared/describe-fault.ts'

export interface ImportBatch {
  readonly jobId: string
  readonly request: ImportRequest
  readonly state: ImportState
  readonly upTo: number
  readonly rows: readonly ImportRow[]
  readonly broken: readonly RowFlaw[]
  readonly unchanged?: readonly UnchangedRow[] | undefined
  /** The newest event that the try of these rows knows of; after a later one they have to be tried anew. */
  readonly asOf?: number | undefined
}

export interface WrittenBatch {
  readonly isCancelled: boolean
  /** Whether nothing was written, as the workspace has changed since the rows were tried out. */
  readonly isStale?: boolean
  /** `done` is below `upTo` if the batch stopped early for another writer; the caller resends the rest. */
  readonly state: ImportState
  readonly ms: number
  /** The newest event of the workspace, where rows were tried out before. */
  readonly newest?: number
}

/** The outcome of a row; `newest` is the newest event behind it, where it has changed something. */
export interface RowOutcome {
  readonly row: ImportRow
  readonly status: UpsertStatus | 'late' | 'failed'
  readonly entity?: number
  readonly newest?: number
  /** Whether cells of the row were refused, which is told however little the row changes. */
  readonly hasFlaws?: boolean
}

/**
 * Writes one batch of an import in the caller's transaction with its checkpoint, so a batch is stored once
 * however often the import resumes. A bad row changes nothing and does not stop the others. Ends early
 * where others wait for the writer. `onRow` is called with what each row has come to.
 */
export function importRows(
  tx: WritableDb,
  batch: ImportBatch,
  onRow?: (outcome: RowOutcome) => void,
): WrittenBatch {
  const startMs = cpuMs()
  const { request, state, asOf } = batch
  if (asOf !== undefined && newestSequence(tx) !== asOf)
    return { isCancelled: false, isStale: true, state, ms: 0 }
  assertAtCheckpoint(tx, batch.jobId, state)
  const context = { ...request.context, job_id: batch.jobId }
  const { columns } = state
  if (request.create_missing_options) addMissingOptions(tx, batch.rows, { columns, request, context })
  const work = rowWork(tx, batch, { context, marksEvents: onRow !== undefined })
  const outcomes = writingMany(tx, attributesOf(tx, request.type), keysOf(work, state.other_keys), () => {
    const written = writeRows(tx, batch.rows, work)
    work.axes.store(tx, context)
    return written
  })
  if (onRow) outcomes.rows.forEach(onRow)
  const written = batchUpTo(batch, outcomes.stoppedAt ?? batch.upTo)
  const { upTo } = written
  if (request.feed)
    putDelivered(tx, { feed: request.feed.row, run: request.feed.run }, entitiesOf(written, outcomes))
  storeRowFaults(tx, written, outcomes)
  const after = addOutcomes(state, written, outcomes, work.reader.aliases)
  // Later passes only repeat rows that were counted before.
  const current = state.pass === 1 ? upTo : state.total
  const progress = { current, total: state.total, checkpoint: after }
  const { isCancelled } = saveJobProgress(tx, batch.jobId, progress)
  const newest = asOf === undefined ? {} : { newest: newestSequence(tx) }
  return { isCancelled, state: after, ms: cpuMs() - startMs, ...newest }
}

function rowWork(
  tx: WritableDb,
  { jobId, request, state }: ImportBatch,
  { context, marksEvents }: Pick<RowWriteContext, 'context' | 'marksEvents'>,
): RowWriteContext {
  const { columns, merge_key: mergeKey, other_keys: fallbackKeys } = state
  return {
    type: request.type,
    attributes: attributesOf(viewFor(tx, context.role), request.type),
    mergeKey,
    otherwise:
      fallbackKeys && mergeKey !== undefined
        ? new FallbackMatcher(tx, { type: request.type, mergeKey, others: fallbackKeys })
        : undefined,
    renumbered: state.renumbered,
    imported: new EarlierImportRows(tx, {
      job: jobId,
      type: request.type,
      headers: state.headers ?? columns.map(({ header }) => header),
      findsKnown: request.imported_rows !== 'new',
    }),
    mayWait: state.mayWait,
    updatesOnly: state.updates_only ?? false,
    keepsRows: request.misfits !== 'row',
    reader: new RowReader(tx, request, { columns, mergeKey }, context),
    context,
    axes: new NotedAxes(),
    marksEvents,
  }
}

function batchUpTo({ broken, unchanged = [], ...batch }: ImportBatch, upTo: number): ImportBatch {
  const isUpTo = ({ row }: { readonly row: number }) => row <= upTo
  return { ...batch, upTo, broken: broken.filter(isUpTo), unchanged: unchanged.filter(isUpTo) }
}

function entitiesOf({ unchanged = [] }: ImportBatch, { rows }: RowOutcomes): number[] {
  return [...unchanged, ...rows].flatMap(({ entity }) => entity ?? [])
}

function keysOf(
  { mergeKey, reader }: RowWriteContext,
  others: OtherKeys | undefined,
): ReadonlySet<string | undefined> {
  return new Set([mergeKey, others?.sku, ...reader.columns.map(({ rule }) => rule?.by)])
}

function addOutcomes(
  state: ImportState,
  { broken, upTo, unchanged: known = [] }: ImportBatch,
  { rows, errors }: RowOutcomes,
  aliases: FollowedAliases,
): ImportState {
  const count = (status: RowOutcome['status']) => rows.filter((row) => row.status === status).length
  const all = [...broken, ...errors].sort((a, b) => a.row - b.row).map(toFileRow)
  const repeatedKeyCount = broken.filter((flaw) => flaw.held).length
  const { created, updated, unchanged } = state.result
  const result: ImportCounts = {
    ...state.result,
    created: created + count('created'),
    updated: updated + count('updated'),
    unchanged: unchanged + count('unchanged') + known.length,
    failed: state.result.failed + count('failed') + broken.length - repeatedKeyCount,
    ...(repeatedKeyCount > 0 && { held: (state.result.held ?? 0) + repeatedKeyCount }),
    ...addRefused(state.result.refused_cells, errors),
    ...aliases.addTo(state.result.aliases),
  }
  return { ...state, done: upTo, late: state.late + count('late'), result: withErrors(result, all) }
}

function addRefused(
  before: ImportCounts['refused_cells'] = [],
  errors: readonly RowFlaw[],
): Pick<ImportCounts, 'refused_cells'> {
  const counts = new Map(before.map(({ column, cells }) => [column, cells]))
  for (const { field, row_kept: isRowWritten } of errors)
    if (isRowWritten) counts.set(field, (counts.get(field) ?? 0) + 1)
  return counts.size === 0 ? {} : { refused_cells: [...counts].map(([column, cells]) => ({ column, cells })) }
}

function toFileRow({ line, ...error }: RowFlaw): RowError {
  return { ...error, row: line ?? error.row }
}

function storeRowFaults(
  tx: WritableDb,
  { jobId, state, broken }: ImportBatch,
  { errors, rows: outcomes }: RowOutcomes,
) {
  const late = outcomes.filter(({ status }) => status === 'late').map(({ row }) => row.row)
  const settled = outcomes.filter(({ entity }) => entity !== undefined).map(({ row }) => row.row)
  const faults = new Map<number, string[]>()
  for (const error of [...broken, ...errors]) {
    // Without a key the corrected row would become a second entity.
    if (error.row_kept && state.merge_key === undefined) continue
    const { row, field } = error
    const reason = `${field && `${field}: `}${textOf(explainCell(error))}`
    faults.set(row, [...(faults.get(row) ?? []), reason])
  }
  const rows: RowFault[] = [...faults].map(([row, issues]) => ({ row, issues, isLate: false }))
  rows.push(...late.map((row) => ({ row, issues: [], isLate: true })))
  if (state.pass > 1) removeRowFaults(tx, jobId, settled)
  if (rows.length > 0) putRowFaults(tx, jobId, rows)
}

/** Starts the next pass over deferred rows; after a pass that resolved none, unresolved rows fail. */
export function startImportPass(
  tx: WritableDb,
  { jobId, state }: Pick<ImportBatch, 'jobId' | 'state'>,
): ImportState {
  assertAtCheckpoint(tx, jobId, state)
  const next: ImportState = {
    ...state,
    pass: state.pass + 1,
    done: 0,
    late: 0,
    lateBefore: state.late,
    mayWait: state.pass === 1 || state.late < state.lateBefore,
  }
  saveJobProgress(tx, jobId, { current: state.total, total: state.total, checkpoint: next })
  return next
}

/** The CPU time of this thread in ms; wall time where Node does not report it (before 23.9). */
function cpuMs(): number {
  const runtime: Partial<typeof process> = process
  const usage = runtime.threadCpuUsage?.()
  return usage ? (usage.user + usage.system) / 1000 : performance.now()
}

interface RowWriteContext {
  readonly type: EntityType
  readonly attributes: AttributeSet
  readonly mergeKey: string | undefined
  readonly otherwise: FallbackMatcher | undefined
  readonly renumbered: ImportState['renumbered']
  readonly imported: EarlierImportRows
  readonly mayWait: boolean
  readonly updatesOnly: boolean
  readonly reader: RowReader
  readonly keepsRows: boolean
  readonly context: WriteContext
  readonly axes: NotedAxes
  readonly marksEvents: boolean
}

interface RowOutcomes {
  readonly rows: readonly RowOutcome[]
  readonly errors: readonly RowFlaw[]
}

/** Writes rows in groups; `stoppedAt` is the last written row if another request waits for the writer. */
function writeRows(
  tx: WritableDb,
  rows: readonly ImportRow[],
  work: RowWriteContext,
): RowOutcomes & { readonly stoppedAt?: number | undefined } {
  const parts: RowOutcomes[] = []
  let stoppedAt: number | undefined
  for (let from = 0; from < rows.length && stoppedAt === undefined; from += rowsPerSavepoint) {
    const part = rows.slice(from, from + rowsPerSavepoint)
    const written = work.reader.mayStore ? writeUnderOneSavepoint(tx, part, work) : undefined
    parts.push(written ?? writeOneByOne(tx, part, work))
    const done = from + part.length
    if (done < rows.length && makesWay(tx, done)) stoppedAt = part.at(-1)?.row
  }
  return {
    rows: parts.flatMap((part) => part.rows),
    errors: parts.flatMap(({ errors }) => errors),
    stoppedAt,
  }
}

const noKeys: ReadonlySet<string> = new Set()

// SQLite keeps a statement journal for each statement with triggers until the savepoint is released.
const rowsPerSavepoint = 20

/** Writes all rows under one savepoint; returns undefined, with nothing written, if one is refused. */
function writeUnderOneSavepoint(
  tx: WritableDb,
  rows: readonly ImportRow[],
  work: RowWriteContext,
): RowOutcomes | undefined {
  try {
    return { rows: tx.nested(() => rows.map((row) => writeRow(tx, row, work, noKeys))), errors: [] }
  } catch (error) {
    work.reader.referenced.forget()
    if (error instanceof CatalogError) return undefined
    throw error
  }
}

function writeOneByOne(tx: WritableDb, rows: readonly ImportRow[], work: RowWriteContext): RowOutcomes {
  const written = rows.map((row) => writeWithoutRefusedCells(tx, row, work))
  return { rows: written.map(({ outcome }) => outcome), errors: written.flatMap(({ flaws }) => flaws) }
}

interface WrittenRow {
  readonly outcome: RowOutcome
  readonly flaws: readonly RowFlaw[]
}

/** Writes a row without its refused cells; the savepoint undoes entities that reading its cells created. */
function writeWithoutRefusedCells(tx: WritableDb, row: ImportRow, work: RowWriteContext): WrittenRow {
  const leftOut = new Set<string>()
  const refused: RowFlaw[] = []
  for (;;) {
    try {
      const write = () => writeRow(tx, row, work, leftOut)
      const outcome = work.reader.mayStore ? tx.nested(write) : write()
      return { outcome: { ...outcome, hasFlaws: refused.length > 0 }, flaws: refused }
    } catch (error) {
      if (!(error instanceof CatalogError)) throw error
      work.reader.referenced.forget()
      const flaws = rowErrorsOf(error, row, work)
      const keys = omittableKeys(error, { row, leftOut }, work)
      if (keys.length === 0)
        return { outcome: { row, status: 'failed' }, flaws: mergeRowErrors(refused, flaws) }
      for (const key of keys) leftOut.add(key)
      refused.push(...flaws.map((flaw) => ({ ...flaw, row_kept: true })))
    }
  }
}

/** Merges earlier refused cells into the errors of a failed row, without reporting a field twice. */
function mergeRowErrors(refused: readonly RowFlaw[], flaws: readonly RowFlaw[]): RowFlaw[] {
  const isReported = ({ field, issue }: RowFlaw) =>
    flaws.some((flaw) => flaw.field === field && flaw.issue === issue)
  const before = refused.filter((flaw) => !isReported(flaw))
  return [...before.map(({ row_kept: _flag, ...flaw }) => flaw), ...flaws]
}

/** Returns the refused columns that the row can be written without; empty if it cannot. */
function omittableKeys(
  { fieldErrors }: CatalogError,
  { row: { cells }, leftOut }: { readonly row: ImportRow; readonly leftOut: ReadonlySet<string> },
  { reader, mergeKey, keepsRows, attributes }: RowWriteContext,
): string[] {
  if (!keepsRows) return []
  const keys = [...new Set(fieldErrors.map(({ field }) => field.replace(attributePrefix, '')))]
  const hasOtherCell = reader.columns.some(
    ({ key, index }) => !leftOut.has(key) && !keys.includes(key) && (cells[index] ?? '').trim() !== '',
  )
  const isDispensable = (key: string) =>
    key !== mergeKey &&
    attributes.byKey.has(key) &&
    !leftOut.has(key) &&
    reader.columns.some((column) => column.key === key)
  const hasNoUniquenessConflict = fieldErrors.every(({ issue }) => issue !== 'not_unique')
  return hasNoUniquenessConflict && hasOtherCell && keys.every(isDispensable) ? keys : []
}

function writeRow(
  tx: WritableDb,
  row: ImportRow,
  work: RowWriteContext,
  leftOut: ReadonlySet<string>,
): RowOutcome {
  const faults = new Faults()
  const read = work.reader.read(row, faults, leftOut)
  if (read.isLate && work.mayWait) return { row, status: 'late' }
  const write = hasNoKey(read, work) ? writeWithoutKey : writeByKey
  const { row: written, status } = write(tx, read, work, faults, row)
  work.reader.settle(written.id)
  collectAxes(row, read, work, { uuid: written.uuid, isNew: status === 'created' })
  const hasEvent = work.marksEvents && status !== 'unchanged'
  return { row, status, entity: written.id, ...(hasEvent && { newest: newestSequence(tx) }) }
}

function collectAxes(
  { options }: ImportRow,
  { parent, given }: ReadRow,
  { type, axes, reader }: RowWriteContext,
  written: { readonly uuid: string; readonly isNew: boolean },
): void {
  if (type !== 'product') return
  if (written.isNew) axes.noteCreated(written.uuid)
  if (options === undefined || typeof parent !== 'string') return
  const found = options.flatMap((index) => {
    const key = reader.columns.find((column) => column.index === index)?.key
    const value = key === undefined ? undefined : given[key]
    const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    return key !== undefined && isText ? [[key, String(value).trim()] as const] : []
  })
  axes.note(parent, found)
}

interface WrittenEntity {
  readonly row: EntityRow
  readonly status: UpsertStatus
}

function writeByKey(tx: WritableDb, read: ReadRow, work: RowWriteContext, faults: Faults): WrittenEntity {
  const { mergeKey } = work
  if (mergeKey === 'id' && read.id !== undefined) return updateById(tx, read, work, faults)
  const match = work.otherwise?.find(read) ?? findRenumbered(tx, read, work)
  if (match) return updateRow(tx, match.row, match.read, work, faults)
  const survivor = findSurvivor(tx, read, work)
  if (survivor) return writeMerged(tx, { survivor, read }, work, faults)
  return writeUnmatched(tx, read, work, faults)
}

function writeUnmatched(
  tx: WritableDb,
  { given, parent, ...read }: ReadRow,
  work: RowWriteContext,
  faults: Faults,
): WrittenEntity {
  const { type, mergeKey, context } = work
  if (mergeKey !== undefined && mergeKey !== 'id' && !work.otherwise?.lacksKey({ given, parent, ...read }))
    return upsertFrom(
      tx,
      { type, mergeKey, mayBeNumber: true, isUpdate: work.updatesOnly, parent, given },
      faults,
      context,
    )
  const writes = parseWrites(work.attributes, given, faults)
  return { row: createFrom(tx, { type, parent, writes, given }, faults, context), status: 'created' }
}

function hasNoKey({ id }: ReadRow, { mergeKey }: RowWriteContext): boolean {
  return mergeKey === undefined || (mergeKey === 'id' && id === undefined)
}

/** Writes a row without a key to the entity that an equal row of an earlier import wrote, or a new one. */
function writeWithoutKey(
  tx: WritableDb,
  read: ReadRow,
  work: RowWriteContext,
  faults: Faults,
  { cells, written: inFile = cells }: ImportRow,
): WrittenEntity {
  const digest = work.imported.digestOf(inFile)
  const known = work.imported.find(digest)
  const written = known ? updateRow(tx, known, read, work, faults) : writeByKey(tx, read, work, faults)
  work.imported.note(digest, written.row)
  return written
}

/** The entity into which the one with the row's key was merged, where no other has that key by now. */
function findSurvivor(
  tx: WritableDb,
  { given }: ReadRow,
  { type, attributes, mergeKey }: RowWriteContext,
): EntityRow | undefined {
  const attribute = mergeKey === undefined ? undefined : attributes.byKey.get(mergeKey)
  const value = attribute && given[attribute.key]
  if (!attribute || typeof value !== 'string') return undefined
  const alias = findEntityAlias(tx, attribute, value)
  const isTaken = alias && listMatches(tx, type, attribute.key, value).length > 0
  return alias?.entity_uuid && !isTaken ? findEntity(tx, type, alias.entity_uuid) : undefined
}

/** A row of a merged entity makes no new one: it is held, unless the import says what becomes of it. */
function writeMerged(
  tx: WritableDb,
  { survivor, read }: { readonly survivor: EntityRow; readonly read: ReadRow },
  work: RowWriteContext,
  faults: Faults,
): WrittenEntity {
  const { mergeKey = '' } = work
  const { mergedRows } = work.reader
  if (mergedRows === 'leave_out') return { row: survivor, status: 'unchanged' }
  const { [mergeKey]: value, ...given } = read.given
  if (mergedRows === 'update') return updateRow(tx, survivor, { ...read, given }, work, faults)
  const merged = message('row.merged_into', { value: String(value), label: survivor.label ?? survivor.uuid })
  faults.explain(`attributes.${mergeKey}`, 'not_unique', merged)
  throw validationFailed(faults.list)
}

/** Finds the entity to renumber with the row's key, unless another entity has that key by now. */
function findRenumbered(
  tx: WritableDb,
  read: ReadRow,
  { type, mergeKey, renumbered }: RowWriteContext,
): { readonly row: EntityRow; readonly read: ReadRow } | undefined {
  const value = mergeKey === undefined ? undefined : read.given[mergeKey]
  if (renumbered === undefined || mergeKey === undefined || typeof value !== 'string') return undefined
  const number = foldText(value)
  const uuid = Object.hasOwn(renumbered, number) ? renumbered[number] : undefined
  if (uuid === undefined || listMatches(tx, type, mergeKey, value).length > 0) return undefined
  const row = findEntity(tx, type, uuid)
  return row && { row, read }
}

function updateById(tx: WritableDb, read: ReadRow, work: RowWriteContext, faults: Faults): WrittenEntity {
  return updateRow(tx, getEntity(tx, work.type, String(read.id)), read, work, faults)
}

function updateRow(
  tx: WritableDb,
  row: EntityRow,
  { given, parent }: ReadRow,
  { type, attributes, context }: RowWriteContext,
  faults: Faults,
): WrittenEntity {
  const writes = parseWrites(attributes, dropUnchangedComputed(tx, row, attributes, given), faults)
  const after = updateFrom(tx, row, { type, parent, writes }, faults, context)
  return { row: after, status: after === row ? 'unchanged' : 'updated' }
}

const attributePrefix = 'attributes.'

function rowErrorsOf(
  error: CatalogError,
  { row, line, cells, written = cells, failedSteps }: ImportRow,
  { reader, mergeKey }: RowWriteContext,
): RowFlaw[] {
  if (error.fieldErrors.length === 0)
    return [{ row, line, field: '', ...issueSentence(error.sentence), value: '' }]
  return error.fieldErrors.map((fault) => {
    const { field } = fault
    const key = field === 'merge_key' ? mergeKey : field.replace(attributePrefix, '')
    const column = reader.columns.find((known) => known.key === key)
    const step = column && failedSteps?.get(column.index)
    return {
      row,
      line,
      field: column?.header ?? key ?? field,
      ...issueInWords(fault),
      value: column ? (written[column.index] ?? '') : '',
      ...(step !== undefined && { step }),
    }
  })
}

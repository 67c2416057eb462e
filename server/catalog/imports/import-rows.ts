import { putRowFaults, removeRowFaults, type RowFault } from '../../store/tables/imports.ts'
import { explainCell } from '#shared/explain-cell.ts'
import type { ImportCounts, RowError } from '#shared/jobs.ts'
import { attributesOf, type Attribute } from '../../store/tables/attributes.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { newestSequence } from '../../store/tables/events.ts'
import { saveJobProgress } from '../../store/tables/jobs.ts'
import { assertAtCheckpoint } from '../edits/edit-outcome.ts'
import { writingMany } from '../entities/write-entity.ts'
import { type OtherKeys, FallbackMatcher } from './fallback-match.ts'
import { type ImportRequest, type ImportState, withErrors } from './import-state.ts'
import { type ImportRow, type RowFlaw, RowReader } from './row-reader.ts'
import { type RowOutcomes, type RowWork, writeRows } from './write-rows.ts'
import { foldText, splitList } from '#shared/text.ts'
import { textOf } from '#shared/messages/message.ts'
import { updateAttribute } from '../attributes/update-attribute.ts'
import { CatalogError } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import type { ImportColumn } from './plan-columns.ts'
import { readCell, ruledReader } from './read-cell.ts'

export interface ImportBatch {
  readonly jobId: string
  readonly request: ImportRequest
  readonly state: ImportState
  readonly upTo: number
  readonly rows: readonly ImportRow[]
  readonly broken: readonly RowFlaw[]
}

/** What came of a batch: how the import stands, and how long others have to wait for it where nothing else goes on. */
export interface WrittenBatch {
  readonly isCancelled: boolean
  /** Its `done` is less than the batch goes to where others waited for the writer: the rest is to be sent again. */
  readonly state: ImportState
  readonly ms: number
}

/**
 * Writes one batch of an import in the transaction of the caller, together with the checkpoint that says so: a batch is
 * stored once, however often an interrupted import is resumed. A bad row changes nothing and does not stop the others.
 * It ends before its last row where others wait for the writer. `onRow` hears of every row when it has been dealt with, and of the newest event by then.
 */
export function importRows(
  tx: WritableDb,
  batch: ImportBatch,
  onRow?: (row: number, newest: number) => void,
): WrittenBatch {
  const begun = computedMs()
  const { request, state } = batch
  assertAtCheckpoint(tx, batch.jobId, state)
  const context = { ...request.context, job_id: batch.jobId }
  const { columns, merge_key: mergeKey, other_keys: others } = state
  if (request.create_missing_options) addMissingOptions(tx, batch.rows, { columns, request, context })
  const work: RowWork = {
    type: request.type,
    attributes: attributesOf(tx, request.type),
    mergeKey,
    otherwise:
      others && mergeKey !== undefined
        ? new FallbackMatcher(tx, { type: request.type, mergeKey, others })
        : undefined,
    mayWait: state.mayWait,
    keepsRows: request.misfits !== 'row',
    reader: new RowReader(tx, request, { columns, mergeKey }, context),
    context,
    onRow: onRow && ((row) => onRow(row, newestSequence(tx))),
  }
  const outcomes = writingMany(tx, work.attributes, keysOf(work, others), () =>
    writeRows(tx, batch.rows, work),
  )
  const upTo = outcomes.stoppedAt ?? batch.upTo
  const written = { ...batch, upTo, broken: batch.broken.filter(({ row }) => row <= upTo) }
  keepFaults(tx, written, outcomes)
  const after = addOutcomes(state, written, outcomes)
  const { isCancelled } = saveJobProgress(tx, batch.jobId, {
    // Later passes go over rows that were counted before.
    current: state.pass === 1 ? upTo : state.total,
    total: state.total,
    checkpoint: after,
  })
  return { isCancelled, state: after, ms: computedMs() - begun }
}

function keysOf(
  { mergeKey, reader }: RowWork,
  others: OtherKeys | undefined,
): ReadonlySet<string | undefined> {
  return new Set([mergeKey, others?.sku, ...reader.columns.map(({ rule }) => rule?.by)])
}

function addOutcomes(
  state: ImportState,
  { broken, upTo }: ImportBatch,
  { counts, errors, failed, late }: RowOutcomes,
): ImportState {
  const all = [...broken, ...errors].sort((a, b) => a.row - b.row).map(inFile)
  const { created, updated, unchanged } = state.result
  const result: ImportCounts = {
    ...state.result,
    created: created + counts.created,
    updated: updated + counts.updated,
    unchanged: unchanged + counts.unchanged,
    failed: state.result.failed + failed + broken.length,
    ...addRefused(state.result.refused_cells, errors),
  }
  return { ...state, done: upTo, late: state.late + late.length, result: withErrors(result, all) }
}

/** Adds the cells that were left out of rows, column by column, where there are any. */
function addRefused(
  before: ImportCounts['refused_cells'] = [],
  errors: readonly RowFlaw[],
): Pick<ImportCounts, 'refused_cells'> {
  const counts = new Map(before.map(({ column, cells }) => [column, cells]))
  for (const { field, row_kept: isRowWritten } of errors)
    if (isRowWritten) counts.set(field, (counts.get(field) ?? 0) + 1)
  return counts.size === 0 ? {} : { refused_cells: [...counts].map(([column, cells]) => ({ column, cells })) }
}

function inFile({ line, ...error }: RowFlaw): RowError {
  return { ...error, row: line ?? error.row }
}

/** Rows that failed are kept with their reasons for the error file, and those that wait for the next pass. */
function keepFaults(
  tx: WritableDb,
  { jobId, state, broken }: ImportBatch,
  { errors, late, settled }: RowOutcomes,
) {
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

/**
 * Begins the next pass, over the rows that wait for others of the file. The last pass is the one after which none was helped:
 * there they fail.
 */
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

/** What this thread has computed so far, in ms; the time where Node does not tell (before 23.9). */
function computedMs(): number {
  const runtime: Partial<typeof process> = process
  const usage = runtime.threadCpuUsage?.()
  return usage ? (usage.user + usage.system) / 1000 : performance.now()
}

/** Adds what the rows of a batch have beyond the options of their selects. A value that can be no option is left to the row. */
function addMissingOptions(
  tx: WritableDb,
  rows: readonly ImportRow[],
  {
    columns,
    request,
    context,
  }: { columns: readonly ImportColumn[]; request: ImportRequest; context: WriteContext },
): void {
  const { byKey } = attributesOf(tx, request.type)
  for (const column of columns) {
    const attribute = byKey.get(column.key)
    if (!attribute || !hasOptions(attribute)) continue
    const missing = missingOptions(attribute, column, rows)
    if (missing.length === 0) continue
    const body = { add_acceptable_values: missing }
    try {
      updateAttribute(tx, { key: attribute.key, type: request.type, body, faults: [], context })
    } catch (error) {
      // Refused before anything was written; the rows then say which value is not acceptable.
      if (!(error instanceof CatalogError)) throw error
    }
  }
}

/** Where options are optional, an attribute without any takes any text. */
function hasOptions({ traits, options }: Attribute): boolean {
  return traits.options === 'required' || options.length > 0
}

function missingOptions(
  { dataType, traits, options }: Attribute,
  { index, rule }: ImportColumn,
  rows: readonly ImportRow[],
): string[] {
  const read = rule
    ? ruledReader(rule, dataType, 'ignore')
    : (cell: string) => readCell(cell, dataType, 'ignore')
  const known = new Set(options.map(foldText))
  const missing: string[] = []
  for (const { cells } of rows) {
    const value = read(cells[index] ?? '', false)
    if (typeof value !== 'string') continue
    const tokens = traits.hasTokens ? splitList(value) : [value.trim()]
    for (const token of tokens) {
      if (token.includes(',') || known.has(foldText(token))) continue
      known.add(foldText(token))
      missing.push(token)
    }
  }
  return missing
}

import type { ImportResult, RowError } from '#shared/jobs.ts'
import { type Attribute, attributesOf } from '../../store/attributes.ts'
import type { WritableDb } from '../../store/database.ts'
import { getJobInput, readCheckpoint, saveJobProgress } from '../../store/jobs.ts'
import { createFrom } from '../entities/create-entity.ts'
import { parseWrites } from '../entities/parse-writes.ts'
import { upsertFrom, type UpsertStatus } from '../entities/upsert-entity.ts'
import { CatalogError, conflict, Faults } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import { type ImportRequest, type ImportState, withErrors } from './import-state.ts'
import type { ImportColumn } from './plan-columns.ts'
import { readCell } from './read-cell.ts'

/** One row as the file has it; rows count from 1 under the header. */
export interface ImportRow {
  readonly row: number
  readonly cells: readonly string[]
}

export interface ImportBatch {
  readonly jobId: string
  /** How many rows the sender believes were dealt with before this batch. */
  readonly done: number
  readonly upTo: number
  readonly rows: readonly ImportRow[]
  /** Rows that the reader of the file found to be broken. */
  readonly broken: readonly RowError[]
}

/**
 * Writes one batch of an import in the transaction of the caller, together with the checkpoint that says so: a batch is
 * stored once, however often an interrupted import is resumed. A bad row changes nothing and does not stop the others.
 */
export function importRows(
  tx: WritableDb,
  batch: ImportBatch,
): { isCancelled: boolean; result: ImportResult } {
  const state = readCheckpoint(tx, batch.jobId) as ImportState | undefined
  if (state?.done !== batch.done) throw conflict('The import has moved on or ended. Look at its job.')

  const request = getJobInput(tx, batch.jobId) as ImportRequest
  const result = writeRows(tx, batch, state, request)
  const checkpoint: ImportState = { ...state, done: batch.upTo, result }
  const { isCancelled } = saveJobProgress(tx, batch.jobId, {
    current: batch.upTo,
    total: state.total,
    checkpoint,
  })
  return { isCancelled, result }
}

function writeRows(
  tx: WritableDb,
  batch: ImportBatch,
  state: ImportState,
  request: ImportRequest,
): ImportResult {
  const work: RowWork = {
    type: request.type,
    mergeKey: state.merge_key,
    readers: toReaders(tx, state.columns, request),
    context: { ...request.context, job_id: batch.jobId },
  }
  const { counts, errors, failed } =
    writeTogether(tx, batch.rows, work) ?? writeOneByOne(tx, batch.rows, work)
  const all = [...batch.broken, ...errors].sort((a, b) => a.row - b.row)
  const { created, updated, unchanged } = state.result
  return withErrors(
    {
      ...state.result,
      created: created + counts.created,
      updated: updated + counts.updated,
      unchanged: unchanged + counts.unchanged,
      failed: state.result.failed + failed + batch.broken.length,
    },
    all,
  )
}

interface RowWork {
  readonly type: ImportRequest['type']
  readonly mergeKey: string | undefined
  readonly readers: readonly CellReader[]
  readonly context: WriteContext
}

interface RowOutcomes {
  readonly counts: Record<UpsertStatus, number>
  readonly errors: readonly RowError[]
  readonly failed: number
}

/**
 * Writes all rows under one savepoint, or none when any is refused. A savepoint for each row costs as much again as the
 * writing itself, so that is left to batches with a bad row.
 */
function writeTogether(tx: WritableDb, rows: readonly ImportRow[], work: RowWork): RowOutcomes | undefined {
  const counts = { created: 0, updated: 0, unchanged: 0 }
  try {
    tx.nested(() => {
      for (const row of rows) counts[writeRow(tx, readRow(row, work.readers), work)] += 1
    })
    return { counts, errors: [], failed: 0 }
  } catch (error) {
    if (error instanceof CatalogError) return undefined
    throw error
  }
}

function writeOneByOne(tx: WritableDb, rows: readonly ImportRow[], work: RowWork): RowOutcomes {
  const counts = { created: 0, updated: 0, unchanged: 0 }
  const errors: RowError[] = []
  let failed = 0
  for (const row of rows) {
    try {
      counts[tx.nested(() => writeRow(tx, readRow(row, work.readers), work))] += 1
    } catch (error) {
      if (!(error instanceof CatalogError)) throw error
      failed += 1
      errors.push(...toRowErrors(error, row, work))
    }
  }
  return { counts, errors, failed }
}

interface CellReader {
  readonly column: ImportColumn
  readonly read: (cell: string) => unknown
}

function toReaders(tx: WritableDb, columns: readonly ImportColumn[], request: ImportRequest): CellReader[] {
  const { byKey } = attributesOf(tx, request.type)
  return columns.map((column) => {
    // An attribute that somebody deleted meanwhile is reported row by row as undefined, like in any write.
    const dataType: Attribute['dataType'] = byKey.get(column.key)?.dataType ?? 'single_line_text_field'
    return { column, read: (cell) => readCell(cell, dataType, request.empty_cells) }
  })
}

function readRow({ cells }: ImportRow, readers: readonly CellReader[]): Record<string, unknown> {
  const given: Record<string, unknown> = {}
  for (const { column, read } of readers) {
    const value = read(cells[column.index] ?? '')
    if (value !== undefined) given[column.key] = value
  }
  return given
}

function writeRow(
  tx: WritableDb,
  given: Record<string, unknown>,
  { type, mergeKey, context }: RowWork,
): UpsertStatus {
  const faults = new Faults()
  if (mergeKey !== undefined)
    return upsertFrom(tx, { type, mergeKey, parent: undefined, given }, faults, context).status
  const writes = parseWrites(attributesOf(tx, type), given, faults)
  createFrom(tx, { type, parent: undefined, writes, given }, faults, context)
  return 'created'
}

const attributePrefix = 'attributes.'

/** One error a fault, told in the words of the file: row, column and the cell as written. */
function toRowErrors(
  error: CatalogError,
  { row, cells }: ImportRow,
  { readers, mergeKey }: RowWork,
): RowError[] {
  if (error.fieldErrors.length === 0) return [{ row, field: '', issue: error.message, value: '' }]
  return error.fieldErrors.map(({ field, issue }) => {
    const key = field === 'merge_key' ? mergeKey : field.replace(attributePrefix, '')
    const column = readers.find((reader) => reader.column.key === key)?.column
    return {
      row,
      field: column?.header ?? key ?? field,
      issue,
      value: column ? (cells[column.index] ?? '') : '',
    }
  })
}

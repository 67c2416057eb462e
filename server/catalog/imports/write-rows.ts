import type { EntityType } from '#shared/entities.ts'
import { issueInWords, issueSentence } from '#shared/describe-fault.ts'
import type { AttributeSet } from '../../store/tables/attributes.ts'
import type { WritableDb } from '../../store/database/database.ts'
import type { EntityRow } from '../../store/tables/entities.ts'
import { makesWay } from '../entities/write-entity.ts'
import { dropUnchangedComputed } from '../entities/resolve-writes.ts'
import { createFrom } from '../entities/create-entity.ts'
import { parseWrites } from '../entities/parse-writes.ts'
import { getEntity, updateFrom } from '../entities/update-entity.ts'
import { upsertFrom, type UpsertStatus } from '../entities/upsert-entity.ts'
import { CatalogError, Faults } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import type { FallbackMatcher } from './fallback-match.ts'
import type { ImportRow, ReadRow, RowFlaw, RowReader } from './row-reader.ts'

export interface RowWork {
  readonly type: EntityType
  readonly attributes: AttributeSet
  /** An attribute key, or `id`. */
  readonly mergeKey: string | undefined
  /** Finds what the shop of the file calls otherwise. */
  readonly otherwise: FallbackMatcher | undefined
  /** Whether a row that names a missing entity of its own type may wait for the next pass. */
  readonly mayWait: boolean
  readonly reader: RowReader
  /** Whether a cell that does not fit leaves the rest of its row. */
  readonly keepsRows: boolean
  readonly context: WriteContext
  readonly onRow: ((row: number) => void) | undefined
}

export interface RowOutcomes {
  readonly counts: Record<UpsertStatus, number>
  readonly errors: readonly RowFlaw[]
  readonly failed: number
  readonly late: readonly number[]
  readonly settled: readonly number[]
}

/**
 * Writes the rows of a batch; one that is refused changes nothing and does not stop the others. `stoppedAt` is the last row that
 * was dealt with where others wait for the writer.
 */
export function writeRows(
  tx: WritableDb,
  rows: readonly ImportRow[],
  work: RowWork,
): RowOutcomes & { readonly stoppedAt?: number | undefined } {
  const parts: RowOutcomes[] = []
  let stoppedAt: number | undefined
  for (let from = 0; from < rows.length && stoppedAt === undefined; from += rowsPerSavepoint) {
    const part = rows.slice(from, from + rowsPerSavepoint)
    const written = work.reader.mayStore ? writeInOneStatement(tx, part, work) : undefined
    parts.push(written ?? writeOneByOne(tx, part, work))
    const done = from + part.length
    if (done < rows.length && makesWay(tx, done)) stoppedAt = part.at(-1)?.row
  }
  const sum = (of: (part: RowOutcomes) => number) => parts.reduce((total, part) => total + of(part), 0)
  return {
    counts: {
      created: sum(({ counts }) => counts.created),
      updated: sum(({ counts }) => counts.updated),
      unchanged: sum(({ counts }) => counts.unchanged),
    },
    errors: parts.flatMap(({ errors }) => errors),
    failed: sum(({ failed }) => failed),
    late: parts.flatMap(({ late }) => late),
    settled: parts.flatMap(({ settled }) => settled),
    stoppedAt,
  }
}

const nothing: ReadonlySet<string> = new Set()

// Until a savepoint ends SQLite keeps the pages that each statement with a trigger has changed, once more for every statement.
const rowsPerSavepoint = 20

/**
 * Writes all rows under one savepoint, or none when any is refused, for the entities go with a row that were created for it. A
 * savepoint for each row costs as much again as the writing itself, so that is left to rows beside a bad one.
 */
function writeInOneStatement(
  tx: WritableDb,
  rows: readonly ImportRow[],
  work: RowWork,
): RowOutcomes | undefined {
  const counts = { created: 0, updated: 0, unchanged: 0 }
  const late: number[] = []
  const settled: number[] = []
  try {
    tx.nested(() => {
      for (const row of rows) {
        const status = writeRow(tx, row, work, nothing)
        if (status === 'late') late.push(row.row)
        else {
          counts[status] += 1
          settled.push(row.row)
        }
        work.onRow?.(row.line ?? row.row)
      }
    })
    return { counts, errors: [], failed: 0, late, settled }
  } catch (error) {
    work.reader.referenced.forget()
    if (error instanceof CatalogError) return undefined
    throw error
  }
}

function writeOneByOne(tx: WritableDb, rows: readonly ImportRow[], work: RowWork): RowOutcomes {
  const counts = { created: 0, updated: 0, unchanged: 0 }
  const errors: RowFlaw[] = []
  const late: number[] = []
  const settled: number[] = []
  for (const row of rows) {
    const { status, flaws } = writeWithoutRefusedCells(tx, row, work)
    errors.push(...flaws)
    if (status === 'late') late.push(row.row)
    else if (status !== 'failed') {
      counts[status] += 1
      settled.push(row.row)
    }
    work.onRow?.(row.line ?? row.row)
  }
  return { counts, errors, failed: rows.length - late.length - settled.length, late, settled }
}

interface WrittenRow {
  readonly status: UpsertStatus | 'late' | 'failed'
  readonly flaws: readonly RowFlaw[]
}

/**
 * Writes a row without the cells that are refused; it fails where it cannot do without one of them. Everything that can be refused
 * is refused before anything of the row itself is stored, so that a savepoint is for what reading its cells stores alone.
 */
function writeWithoutRefusedCells(tx: WritableDb, row: ImportRow, work: RowWork): WrittenRow {
  const leftOut = new Set<string>()
  const refused: RowFlaw[] = []
  for (;;) {
    try {
      const write = () => writeRow(tx, row, work, leftOut)
      return { status: work.reader.mayStore ? tx.nested(write) : write(), flaws: refused }
    } catch (error) {
      if (!(error instanceof CatalogError)) throw error
      work.reader.referenced.forget()
      const flaws = toRowErrors(error, row, work)
      const keys = dispensableKeys(error, { row, leftOut }, work)
      if (keys.length === 0) return { status: 'failed', flaws: ofFailedRow(refused, flaws) }
      for (const key of keys) leftOut.add(key)
      refused.push(...flaws.map((flaw) => ({ ...flaw, row_kept: true })))
    }
  }
}

/** What was refused before and what ended it; a value that is missing is missing without its cell too, and told once. */
function ofFailedRow(refused: readonly RowFlaw[], flaws: readonly RowFlaw[]): RowFlaw[] {
  const isReported = ({ field, issue }: RowFlaw) =>
    flaws.some((flaw) => flaw.field === field && flaw.issue === issue)
  const before = refused.filter((flaw) => !isReported(flaw))
  return [...before.map(({ row_kept: _kept, ...flaw }) => flaw), ...flaws]
}

/**
 * The columns whose cells an error refuses, where the row can be written without them: not the key that it is found by, not its
 * parent, not a value that another entity has already, and not the last of its cells.
 */
function dispensableKeys(
  { fieldErrors }: CatalogError,
  { row: { cells }, leftOut }: { readonly row: ImportRow; readonly leftOut: ReadonlySet<string> },
  { reader, mergeKey, keepsRows, attributes }: RowWork,
): string[] {
  if (!keepsRows) return []
  const keys = [...new Set(fieldErrors.map(({ field }) => field.replace(attributePrefix, '')))]
  const isLeft = reader.columns.some(
    ({ key, index }) => !leftOut.has(key) && !keys.includes(key) && (cells[index] ?? '').trim() !== '',
  )
  const isDispensable = (key: string) =>
    key !== mergeKey &&
    attributes.byKey.has(key) &&
    !leftOut.has(key) &&
    reader.columns.some((column) => column.key === key)
  const isOwn = fieldErrors.every(({ issue }) => issue !== 'not_unique')
  return isOwn && isLeft && keys.every(isDispensable) ? keys : []
}

function writeRow(
  tx: WritableDb,
  row: ImportRow,
  work: RowWork,
  leftOut: ReadonlySet<string>,
): UpsertStatus | 'late' {
  const faults = new Faults()
  const read = work.reader.read(row, faults, leftOut)
  if (read.isLate && work.mayWait) return 'late'
  const { row: written, status } = writeRead(tx, read, work, faults)
  work.reader.settle(written.id)
  return status
}

interface WrittenEntity {
  readonly row: EntityRow
  readonly status: UpsertStatus
}

function writeRead(tx: WritableDb, read: ReadRow, work: RowWork, faults: Faults): WrittenEntity {
  const { type, mergeKey, context } = work
  if (mergeKey === 'id' && read.id !== undefined) return updateById(tx, read, work, faults)
  const { given, parent } = read
  const known = work.otherwise?.find(read)
  if (known) return updateRow(tx, known.row, known.read, work, faults)
  if (mergeKey !== undefined && mergeKey !== 'id')
    return upsertFrom(tx, { type, mergeKey, mayBeNumber: true, parent, given }, faults, context)
  const writes = parseWrites(work.attributes, given, faults)
  return { row: createFrom(tx, { type, parent, writes, given }, faults, context), status: 'created' }
}

function updateById(tx: WritableDb, read: ReadRow, work: RowWork, faults: Faults): WrittenEntity {
  return updateRow(tx, getEntity(tx, work.type, String(read.id)), read, work, faults)
}

function updateRow(
  tx: WritableDb,
  row: EntityRow,
  { given, parent }: ReadRow,
  { type, attributes, context }: RowWork,
  faults: Faults,
): WrittenEntity {
  const writes = parseWrites(attributes, dropUnchangedComputed(tx, row, attributes, given), faults)
  const after = updateFrom(tx, row, { type, parent, writes }, faults, context)
  return { row: after, status: after === row ? 'unchanged' : 'updated' }
}

const attributePrefix = 'attributes.'

/** One error a fault, told in the words of the file: row, column and the cell as written. */
function toRowErrors(
  error: CatalogError,
  { row, line, cells }: ImportRow,
  { reader, mergeKey }: RowWork,
): RowFlaw[] {
  if (error.fieldErrors.length === 0)
    return [{ row, line, field: '', ...issueSentence(error.sentence), value: '' }]
  return error.fieldErrors.map((fault) => {
    const { field } = fault
    const key = field === 'merge_key' ? mergeKey : field.replace(attributePrefix, '')
    const column = reader.columns.find((known) => known.key === key)
    return {
      row,
      line,
      field: column?.header ?? key ?? field,
      ...issueInWords(fault),
      value: column ? (cells[column.index] ?? '') : '',
    }
  })
}

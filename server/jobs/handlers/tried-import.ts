import { fetchesPictures } from '#shared/imports.ts'
import type { ImportState } from '../../catalog/imports/plan/import-state.ts'
import type { StartImport } from '../../catalog/imports/plan/start-import.ts'
import {
  batchRows,
  type ImportRow,
  type RowBatch,
  type UnchangedRow,
} from '../../catalog/imports/read/file-rows.ts'
import type { RepeatedKeys } from '../../catalog/imports/write/repeated-keys.ts'
import type { ImportBatch, RowOutcome } from '../../catalog/imports/write/write-rows.ts'
import type { SentFile } from './sent-file.ts'

/** A file that was tried out just now, so that it need not be read, compared and planned again. */
export interface TriedImport {
  readonly sent: SentFile
  readonly decided: Omit<StartImport, 'jobId'>
  readonly repeated: RepeatedKeys
  /** The newest event of the workspace when the try began. */
  readonly asOf: number
  readonly batches: readonly RowBatch[]
}

interface TriedBatch extends RowBatch {
  readonly unchanged: UnchangedRow[]
}

// Where more is left to write, the file is read again rather than kept in memory.
const maxRows = 50_000
const maxTextLength = 64_000_000
const maxUnchanged = 1_000_000

/** Keeps the rows of a try that change something, and of the others only which entities they lead to. */
export class TriedRows {
  readonly asOf: number
  readonly #batches: TriedBatch[] = []
  readonly #created = new Set<number>()
  #rowCount = 0
  #length = 0
  #unchanged = 0
  #hasOptions = false

  constructor(asOf: number) {
    this.asOf = asOf
  }

  add({ broken, upTo }: ImportBatch, outcomes: readonly RowOutcome[]): void {
    if (this.#isTooLarge) return
    const batch = this.#batchWithRoom()
    batch.upTo = upTo
    batch.broken.push(...broken)
    this.#rowCount += broken.length
    for (const outcome of outcomes) this.#take(batch, outcome)
  }

  #take(batch: TriedBatch, { row, status, entity, hasFlaws = false }: RowOutcome): void {
    // An entity that the try itself has made gets its id only by the real run.
    if (status === 'created' && entity !== undefined) this.#created.add(entity)
    const isLeftOut = status === 'unchanged' && !hasFlaws && !this.#created.has(entity ?? 0)
    if (!isLeftOut || entity === undefined) return this.#keep(batch, row)
    batch.unchanged.push({ row: row.row, entity })
    this.#unchanged += 1
  }

  /**
   * The batches that are left to write. Undefined where they are too many, or where rows that change nothing do
   * more than be delivered: without a key they are noted by their cells, and variants, pictures and other
   * spellings are told of each row.
   */
  batchesOf(state: ImportState, { request, sent }: TriedFile): readonly RowBatch[] | undefined {
    const hasPictures = sent.pictureFiles !== undefined || fetchesPictures(request.pictures)
    const isMore = this.#isTooLarge || this.#hasOptions || hasPictures
    return !isMore && isFoundByKey(state) && !hasReport(state) ? this.#batches : undefined
  }

  get #isTooLarge(): boolean {
    return this.#rowCount > maxRows || this.#length > maxTextLength || this.#unchanged > maxUnchanged
  }

  #batchWithRoom(): TriedBatch {
    const last = this.#batches.at(-1)
    if (last && last.rows.length < batchRows) return last
    const next = { rows: [], broken: [], upTo: 0, unchanged: [] }
    this.#batches.push(next)
    return next
  }

  #keep(batch: RowBatch, row: ImportRow): void {
    batch.rows.push(row)
    this.#rowCount += 1
    this.#hasOptions ||= row.options !== undefined
    for (const cell of row.cells) this.#length += cell.length
  }
}

function isFoundByKey({ merge_key: key, pass, late }: ImportState): boolean {
  return key !== undefined && key !== 'id' && pass === 1 && late === 0
}

function hasReport({ result }: ImportState): boolean {
  return result.created_attributes.length > 0 || result.aliases !== undefined
}

interface TriedFile {
  readonly request: ImportBatch['request']
  readonly sent: SentFile
}

import type { ImportState } from '../../catalog/imports/import-state.ts'
import type { ImportRow } from '../../catalog/imports/row-reader.ts'
import { foldText } from '#shared/text.ts'
import type { RowBatch } from './file-rows.ts'
import { FirstRows } from './first-rows.ts'
import { maxRowErrors, type RepeatedKey } from '#shared/jobs.ts'

const maxRowsShown = 10

/**
 * Finds rows that have the merge key of an earlier row of the file: they are about one entity, and where they differ each
 * import ends with the last of them.
 */
export class RepeatedKeys {
  readonly #column: number | undefined
  readonly #firstRows: FirstRows
  /** By the first of them. */
  readonly #repeated = new Map<number, { value: string; rows: number[] }>()
  #count = 0

  constructor({ columns, merge_key: mergeKey, total }: Pick<ImportState, 'columns' | 'merge_key' | 'total'>) {
    this.#column = columns.find(({ key }) => key === mergeKey)?.index
    this.#firstRows = new FirstRows(this.#column === undefined ? 0 : total)
  }

  /** The batches, whose rows are looked at on the way. */
  async *watch(batches: AsyncIterable<RowBatch>): AsyncGenerator<RowBatch> {
    for await (const batch of batches) {
      for (const row of batch.rows) this.add(row)
      yield batch
    }
  }

  add({ row: number, line: row = number, cells }: ImportRow): void {
    const value = this.#column === undefined ? '' : (cells[this.#column] ?? '').trim()
    if (value === '') return
    const first = this.#firstRows.claim(foldText(value), row)
    if (first === undefined) return
    this.#count += 1
    const known = this.#repeated.get(first)
    if (known) {
      if (known.rows.length < maxRowsShown) known.rows.push(row)
    } else if (this.#repeated.size < maxRowErrors) this.#repeated.set(first, { value, rows: [first, row] })
  }

  /** How many rows have the key of an earlier one, and the first of these keys with their rows. */
  get summary(): { readonly repeated_rows: number; readonly repeated_keys: readonly RepeatedKey[] } {
    return { repeated_rows: this.#count, repeated_keys: [...this.#repeated.values()] }
  }
}

import type { ImportState } from '../../catalog/imports/import-state.ts'
import type { ImportRow } from '../../catalog/imports/row-reader.ts'
import { foldText } from '#shared/text.ts'
import type { RowBatch } from './file-rows.ts'
import { maxRowErrors, type RepeatedKey } from '#shared/jobs.ts'

const maxRowsShown = 10

/**
 * Finds rows that have the merge key of an earlier row of the file: they are about one entity, and where they differ each
 * import ends with the last of them. Remembers a number for each key, which takes some 90 bytes.
 */
export class RepeatedKeys {
  readonly #column: number | undefined
  readonly #firstRows = new Map<number, number>()
  readonly #repeated = new Map<number, { value: string; rows: number[] }>()
  #count = 0

  constructor({ columns, merge_key: mergeKey }: Pick<ImportState, 'columns' | 'merge_key'>) {
    this.#column = columns.find(({ key }) => key === mergeKey)?.index
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
    const mark = markOf(foldText(value))
    const first = this.#firstRows.get(mark)
    if (first === undefined) return void this.#firstRows.set(mark, row)
    this.#count += 1
    const known = this.#repeated.get(mark)
    if (known) {
      if (known.rows.length < maxRowsShown) known.rows.push(row)
    } else if (this.#repeated.size < maxRowErrors) this.#repeated.set(mark, { value, rows: [first, row] })
  }

  /** How many rows have the key of an earlier one, and the first of these keys with their rows. */
  get summary(): { readonly repeated_rows: number; readonly repeated_keys: readonly RepeatedKey[] } {
    return { repeated_rows: this.#count, repeated_keys: [...this.#repeated.values()] }
  }
}

/** 53 bits of two sums that spread well (cyrb53): of a million different keys two are alike once in 18,000 files. */
function markOf(text: string): number {
  let [one, other] = [0xdeadbeef, 0x41c6ce57]
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    one = Math.imul(one ^ code, 2654435761)
    other = Math.imul(other ^ code, 1597334677)
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909)
  other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909)
  return 2 ** 32 * (other & 0x1fffff) + (one >>> 0)
}

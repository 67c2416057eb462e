import type { SampledCells } from '../../catalog/imports/merge-keys.ts'
import { isBlankRow } from './record-reader.ts'
import type { FileRows } from './file-rows.ts'

// Enough to see whether rows are there already, and looked up in a moment.
const maxRows = 10_000
// Longer texts are no keys.
const maxLength = 300

/** The cells of some columns in the first rows of a file. */
export async function sampleCells(
  source: Pick<FileRows, 'records'>,
  indexes: readonly number[],
): Promise<SampledCells> {
  const cells = new Map(indexes.map((index): [number, string[]] => [index, []]))
  let rows = 0
  let isWhole = true
  if (indexes.length > 0) {
    for await (const record of source.records()) {
      if (isBlankRow(record.cells)) continue
      isWhole = rows < maxRows
      if (!isWhole) break
      rows += 1
      for (const [index, column] of cells) column.push((record.cells[index] ?? '').slice(0, maxLength))
    }
  }
  return { cells, rows, isWhole }
}

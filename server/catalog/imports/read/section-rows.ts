import { semanticTypeOf } from '#shared/semantic-types.ts'
import { RowScan, type FileScan } from '../recognise/file-scan.ts'
import type { FileRows, ImportRow } from './file-rows.ts'

/** A row with a title of the rows below it, such as "Pliers"; rows count from 1 under the header. */
export interface SectionTitle {
  readonly row: number
  readonly text: string
}

/** Whether the titles of a file may say the categories of its rows: no column of it does. */
export function namesCategories({ headers, sections = [] }: Pick<FileScan, 'headers' | 'sections'>): boolean {
  return sections.length > 0 && !headers.some((header) => semanticTypeOf(header) === 'category')
}

/**
 * Adds a column of this name behind the others, which has for each row the title above it. The rows keep
 * their numbers, and the digests by which rows without a key are found again leave the column out.
 */
export function withSectionColumn(rows: FileRows, name: string): FileRows {
  const { scan } = rows
  const { sections = [] } = scan
  const at = scan.headers.length
  const put = <Row extends ImportRow>(row: Row): Row => {
    const cells = Array.from({ length: at }, (_, index) => row.cells[index] ?? '')
    return { ...row, cells: [...cells, titleAbove(row.row, sections)] }
  }
  const titles = new RowScan([name])
  for (const { row, text } of sections) titles.add([text], row)
  const { guesses, traits, samples } = titles.result(scan.read)
  return {
    ...rows,
    scan: {
      ...scan,
      headers: [...scan.headers, name],
      guesses: [...scan.guesses, ...guesses],
      traits: [...scan.traits, ...traits],
      samples: [...scan.samples, ...samples],
      filled: [...scan.filled, scan.soundRows],
      sectionColumn: at,
    },
    async *batches(skip) {
      for await (const batch of rows.batches(skip)) yield { ...batch, rows: batch.rows.map(put) }
    },
    async *records() {
      for await (const record of rows.records()) yield put(record)
    },
  }
}

/** Empty above the first title. */
function titleAbove(row: number, sections: readonly SectionTitle[]): string {
  let [low, high] = [0, sections.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sections[middle]?.row ?? Infinity) < row) low = middle + 1
    else high = middle
  }
  return sections[low - 1]?.text ?? ''
}

import type { WritableDb } from './database.ts'

// As many rows as one statement writes; most of what a statement costs it costs once.
const rowsOfStatement = [50, 10, 1] as const

/** The texts of a statement for several rows and for one, made of the list of their values. */
export function textsOfRows(columns: number, text: (rows: string) => string): readonly string[] {
  const row = `(${Array.from({ length: columns }, () => '?').join(', ')})`
  return rowsOfStatement.map((rows) => text(Array.from({ length: rows }, () => row).join(', ')))
}

export interface Rows {
  readonly columns: number
  /** Those of all rows, one behind the other. */
  readonly values: readonly unknown[]
  /** What the text asks for before the rows. */
  readonly before?: readonly unknown[]
}

/** Writes rows with as few statements as there may be. */
export function writeRows(
  tx: WritableDb,
  texts: readonly string[],
  { columns, values, before = [] }: Rows,
): void {
  let from = 0
  rowsOfStatement.forEach((rows, index) => {
    const size = rows * columns
    for (; values.length - from >= size; from += size)
      tx.run(texts[index] ?? '', ...before, ...values.slice(from, from + size))
  })
}

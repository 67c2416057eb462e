import type { WritableDb } from './database.ts'

// Rows per statement; most of its cost arises once.
const rowsOfStatement = [50, 10, 1] as const

export interface Rows {
  readonly text: (rows: string) => string
  readonly columns: number
  readonly values: readonly unknown[]
  readonly before?: readonly unknown[]
}

export function writeRows(tx: WritableDb, { text, columns, values, before = [] }: Rows): void {
  const row = `(${'?, '.repeat(columns - 1)}?)`
  let from = 0
  for (const count of rowsOfStatement) {
    const size = count * columns
    if (values.length - from < size) continue
    const statement = text(`${`${row}, `.repeat(count - 1)}${row}`)
    for (; values.length - from >= size; from += size)
      tx.run(statement, ...before, ...values.slice(from, from + size))
  }
}

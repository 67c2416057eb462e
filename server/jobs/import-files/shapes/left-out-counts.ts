import type { LeftOutReason, LeftOutRows } from '#shared/imports.ts'

const maxRowsNamed = 5

/** Counts rows that nothing is made of, by the reason. */
export class LeftOutCounts {
  readonly #counts = new Map<LeftOutReason, LeftOutRows>()

  add(reason: LeftOutReason, row: number): void {
    const known = this.#counts.get(reason) ?? { reason, count: 0, rows: [] }
    const rows = known.rows.length < maxRowsNamed ? [...known.rows, row] : known.rows
    this.#counts.set(reason, { reason, count: known.count + 1, rows })
  }

  get list(): LeftOutRows[] {
    return [...this.#counts.values()]
  }
}

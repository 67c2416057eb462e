export interface RowAnchor {
  readonly key: number
  /** Its number if all added rows were at the end. */
  readonly index: number
}

interface AnchoredRow extends RowAnchor {
  readonly after: number
}

/**
 * Maps shown rows where some added rows are inside the list. The index of a row is its number if all added
 * rows were at the end.
 */
export class RowPlaces {
  readonly #total: number
  readonly #placed: readonly AnchoredRow[]
  readonly #behind: readonly number[]

  constructor(total: number, added: number, placed: readonly RowAnchor[]) {
    const isPlaced = new Set(placed.map(({ index }) => index))
    this.#total = total
    this.#placed = placed
      .toSorted((a, b) => a.key - b.key)
      .map((row) => ({ ...row, after: Math.min(Math.floor(row.key), total - 1) }))
    this.#behind = Array.from({ length: added }, (_, at) => total + at).filter(
      (index) => !isPlaced.has(index),
    )
  }

  indexAt(row: number): number | undefined {
    const before = this.#placedBefore(row)
    const placed = this.#placedAt(row, before)
    if (placed) return placed.index
    const position = row - before
    return position < this.#total ? position : this.#behind[position - this.#total]
  }

  rowOf(index: number): number {
    const placed = this.#placed.findIndex((one) => one.index === index)
    if (placed !== -1) return (this.#placed[placed]?.after ?? 0) + 1 + placed
    if (index < this.#total) return index + this.#placed.filter(({ after }) => after < index).length
    return this.#total + this.#placed.length + this.#behind.indexOf(index)
  }

  keyAt(row: number): number | undefined {
    const before = this.#placedBefore(row)
    const placed = this.#placedAt(row, before)
    if (placed) return placed.key
    return row - before < this.#total ? row - before : undefined
  }

  #placedAt(row: number, before: number): AnchoredRow | undefined {
    const next = this.#placed[before]
    return next && next.after + 1 + before === row ? next : undefined
  }

  #placedBefore(row: number): number {
    const at = this.#placed.findIndex(({ after }, position) => after + 1 + position >= row)
    return at === -1 ? this.#placed.length : at
  }
}

import { foldText } from '#shared/text.ts'
import { isPlaceholder } from './number-words.ts'

/** How many cells there are of a kind, and the most different of them with their counts. */
export interface CountedCells {
  readonly count: number
  readonly cells: readonly { readonly cell: string; readonly count: number }[]
}

const maxDifferent = 20

/** Counts cells of a kind; of very different ones it keeps the first. */
export class CellCounts {
  #count = 0
  readonly #cells = new Map<string, number>()

  add(cell: string): void {
    this.#count += 1
    const known = this.#cells.get(cell)
    if (known !== undefined) this.#cells.set(cell, known + 1)
    else if (this.#cells.size < maxDifferent) this.#cells.set(cell.slice(0, 200), 1)
  }

  get count(): number {
    return this.#count
  }

  get result(): CountedCells {
    const cells = [...this.#cells].map(([cell, count]) => ({ cell, count }))
    return { count: this.#count, cells: cells.sort((a, b) => b.count - a.count) }
  }
}

const maxTexts = 30

/** Counts the cells of a column that are not what most of it holds: words for no value, and texts. */
export class OtherCells {
  readonly #placeholders = new CellCounts()
  readonly #texts = new CellCounts()

  add(cell: string): void {
    if (isPlaceholder(foldText(cell))) this.#placeholders.add(cell)
    else this.#texts.add(cell)
  }

  /** Whether there are more texts than that many values, and not just a few. */
  outnumber(values: number): boolean {
    return this.#texts.count > maxTexts && this.#texts.count > values
  }

  get result(): { readonly placeholders: CountedCells; readonly texts: CountedCells } {
    return { placeholders: this.#placeholders.result, texts: this.#texts.result }
  }
}

export interface PlacedCell {
  readonly row: number
  readonly cell: string
}

/** For each way of reading the cells that speak for it, and the first of them. */
export type MarkedCells<Mark extends string> = Readonly<
  Partial<Record<Mark, { readonly count: number; readonly first: readonly PlacedCell[] }>>
>

const maxFirst = 3

/** Counts the cells that speak for one way of reading or another. */
export class MarkCounts<Mark extends string> {
  readonly #counts: Partial<Record<Mark, { count: number; first: PlacedCell[] }>> = {}

  add(mark: Mark, row: number, cell: string): void {
    const known = (this.#counts[mark] ??= { count: 0, first: [] })
    known.count += 1
    if (known.first.length < maxFirst) known.first.push({ row, cell })
  }

  get result(): MarkedCells<Mark> {
    return this.#counts
  }
}

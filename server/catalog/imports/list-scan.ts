import { foldText } from '#shared/text.ts'

/** Cells of a column that hold several values each. */
export interface ListTraits {
  readonly separator: string
  /** Cells that hold several, and the values in all of them together. */
  readonly cells: number
  readonly members: number
  /** The different values. */
  readonly options: readonly string[]
}

const separators = ['|', ';', '\n', ','] as const
/** More values, or longer ones, are no options. */
export const maxOptions = 30
export const maxOptionLength = 40

interface ListStats {
  cells: number
  members: number
  readonly options: Map<string, string>
}

/** Watches the cells of a column for values between separators; a separator goes with the first cell that it does not fit. */
export class ListScan {
  readonly #alive = new Map<string, ListStats>(
    separators.map((separator) => [separator, { cells: 0, members: 0, options: new Map() }]),
  )

  add(cell: string): void {
    for (const [separator, seen] of this.#alive)
      if (!take(seen, cell, separator)) this.#alive.delete(separator)
  }

  /** By the separator of most cells; undefined where none holds several values. */
  get result(): ListTraits | undefined {
    const [best] = [...this.#alive].sort(([, a], [, b]) => b.cells - a.cells)
    if (!best) return undefined
    const [separator, { cells, members, options }] = best
    if (cells === 0) return undefined
    return { separator, cells, members, options: [...options.values()] }
  }
}

/** False where a cell shows that these are no lists of options: a long text, numbers, addresses, or ever more values. */
function take(seen: ListStats, cell: string, separator: string): boolean {
  const members = cell
    .split(separator)
    .map((member) => member.trim())
    .filter((member) => member !== '')
  if (!members.every(isOption)) return false
  if (members.length > 1) seen.cells += 1
  seen.members += members.length
  for (const member of members) {
    const folded = foldText(member)
    if (!seen.options.has(folded)) seen.options.set(folded, member)
  }
  return seen.options.size <= maxOptions
}

function isOption(member: string): boolean {
  return member.length <= maxOptionLength && !notAnOption.test(member)
}

// The catalog keeps options between commas; numbers have commas of their own.
const notAnOption = /,|\n|^[\d\s.'%-]+$|^https?:|^[[{]/

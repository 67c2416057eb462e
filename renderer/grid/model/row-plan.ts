import type { GroupNode } from './group-tree.ts'

/** A range of shown rows: the head of a group, rows of the list, or the variants of a product. */
export type IndexRange =
  | { readonly kind: 'head'; readonly id: string; readonly level: number; readonly count: 1 }
  | { readonly kind: 'list'; readonly from: number; readonly count: number }
  | { readonly kind: 'variants'; readonly from: number; readonly count: number; readonly parentId: string }

export interface Piece {
  readonly row: number
  readonly range: IndexRange
}

export class RowPlan {
  readonly total: number
  readonly #ranges: readonly IndexRange[]
  readonly #starts: number[] = []
  readonly #entities: number[] = []
  /** The heads of each range, outermost first; a head includes itself. */
  readonly #over: (readonly number[])[] = []
  readonly #lists: { readonly from: number; readonly count: number; readonly row: number }[] = []
  readonly #listed: readonly number[]

  constructor(ranges: readonly IndexRange[]) {
    this.#ranges = ranges.filter(({ count }) => count > 0)
    let [row, entities] = [0, 0]
    let over: readonly number[] = []
    for (const [index, range] of this.#ranges.entries()) {
      const { kind, count } = range
      this.#starts.push(row)
      this.#entities.push(entities)
      if (range.kind === 'head') over = [...over.slice(0, range.level - 1), index]
      this.#over.push(over)
      if (range.kind === 'list') this.#lists.push({ from: range.from, count, row })
      row += count
      if (kind !== 'head') entities += count
    }
    this.total = row
    // Groups may have another order than the list.
    this.#lists.sort((a, b) => a.from - b.from)
    this.#listed = this.#lists.map(({ from }) => from)
  }

  between(first: number, last: number): Piece[] {
    const pieces: Piece[] = []
    for (let index = lastAtMost(this.#starts, first); index < this.#ranges.length; index += 1) {
      const [range, start] = [this.#ranges[index], this.#starts[index]]
      if (range === undefined || start === undefined || start > last) break
      const skipped = Math.max(0, first - start)
      const count = Math.min(start + range.count - 1, last) - start - skipped + 1
      if (range.kind === 'head') pieces.push({ row: start, range })
      else pieces.push({ row: start + skipped, range: { ...range, from: range.from + skipped, count } })
    }
    return pieces
  }

  headAt(row: number): string | undefined {
    const range = this.#ranges[lastAtMost(this.#starts, row)]
    return range?.kind === 'head' ? range.id : undefined
  }

  /** Returns the heads of a row with their row numbers, outermost first; a head includes itself. */
  headsOver(row: number): { readonly id: string; readonly row: number }[] {
    return (this.#over[lastAtMost(this.#starts, row)] ?? []).flatMap((index) => {
      const [range, start] = [this.#ranges[index], this.#starts[index]]
      return range?.kind === 'head' && start !== undefined ? [{ id: range.id, row: start }] : []
    })
  }

  positionAt(row: number): number | undefined {
    const [piece] = this.between(row, row)
    return piece?.range.kind === 'list' ? piece.range.from : undefined
  }

  /** The row of a list position; undefined in a collapsed group. */
  rowOf(position: number): number | undefined {
    const at = this.#lists[lastAtMost(this.#listed, position)]
    return at && position >= at.from && position < at.from + at.count
      ? at.row + position - at.from
      : undefined
  }

  entitiesBefore(row: number): number {
    if (row >= this.total) return row - this.total + this.#count
    const index = lastAtMost(this.#starts, row)
    const range = this.#ranges[index]
    const within = range === undefined || range.kind === 'head' ? 0 : row - (this.#starts[index] ?? 0)
    return (this.#entities[index] ?? 0) + within
  }

  rowOfEntity(before: number): number {
    if (before >= this.#count) return this.total + before - this.#count
    let index = lastAtMost(this.#entities, before)
    while (this.#ranges[index]?.kind === 'head') index += 1
    return (this.#starts[index] ?? 0) + before - (this.#entities[index] ?? 0)
  }

  get #count(): number {
    const last = this.#ranges.at(-1)
    return last === undefined ? 0 : (this.#entities.at(-1) ?? 0) + (last.kind === 'head' ? 0 : last.count)
  }
}

function lastAtMost(numbers: readonly number[], most: number): number {
  let [low, high] = [0, numbers.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((numbers[middle] ?? 0) <= most) low = middle
    else high = middle - 1
  }
  return low
}

type GroupRanges = Pick<GroupNode, 'id' | 'level' | 'from' | 'count'> & {
  readonly below: readonly GroupRanges[]
}

/** Plans groups under their heads with inner groups; a collapsed group is its head alone. */
export function planGroups(groups: readonly GroupRanges[], isCollapsed: (id: string) => boolean): RowPlan {
  const rangesOf = ({ id, level, from, count, below }: GroupRanges): IndexRange[] => {
    const head: IndexRange = { kind: 'head', id, level, count: 1 }
    if (isCollapsed(id)) return [head]
    if (below.length > 0) return [head, ...below.flatMap(rangesOf)]
    return [head, { kind: 'list', from, count }]
  }
  return new RowPlan(groups.flatMap(rangesOf))
}

export interface Branch {
  readonly id: string
  readonly position: number
  readonly count: number
  readonly below?: readonly Branch[]
}

/** Plans the list with the variants of some products under them, at any depth. */
export function planBranches(total: number, branches: readonly Branch[]): RowPlan {
  return new RowPlan(withBranches(total, branches, (from, count) => ({ kind: 'list', from, count })))
}

function withBranches(
  total: number,
  branches: readonly Branch[],
  rangeOf: (from: number, count: number) => IndexRange,
): IndexRange[] {
  const ranges: IndexRange[] = []
  let from = 0
  for (const { id: parentId, position, count, below = [] } of branches.toSorted(byPosition)) {
    ranges.push(rangeOf(from, position + 1 - from))
    ranges.push(...withBranches(count, below, (from, count) => ({ kind: 'variants', parentId, from, count })))
    from = position + 1
  }
  return [...ranges, rangeOf(from, total - from)]
}

function byPosition(a: Branch, b: Branch): number {
  return a.position - b.position
}

/**
 * Returns the windows of the list that the pieces need, joined where close; no window is wider than
 * `most`.
 */
export function mergeWindows(
  pieces: readonly Piece[],
  most: number,
): { readonly from: number; readonly count: number }[] {
  const windows: { from: number; count: number }[] = []
  const listed = pieces.flatMap(({ range }) => (range.kind === 'list' ? [range] : []))
  for (const range of listed.toSorted((a, b) => a.from - b.from)) {
    const last = windows.at(-1)
    const width = last ? range.from + range.count - last.from : most + 1
    if (last && width <= most) last.count = width
    else windows.push({ from: range.from, count: range.count })
  }
  return windows
}

/**
 * Returns the heads of the topmost rows that have scrolled out of view, with their rows. `top` is in rows;
 * each head covers one more.
 */
export function stickyHeads(plan: RowPlan, top: number, levels: number): { id: string; row: number }[] {
  const sticky: { id: string; row: number }[] = []
  for (let slot = 0; slot < levels; slot += 1) {
    const head = plan.headsOver(Math.floor(top) + slot)[slot]
    if (!head || head.row >= top + slot) break
    sticky.push(head)
  }
  return sticky
}

/** Rounds the scrolled rows to whole and half rows, which suffices to determine the sticky heads. */
export function toHalfRows(rows: number): number {
  return Number.isInteger(rows) ? rows : Math.floor(rows) + 0.5
}

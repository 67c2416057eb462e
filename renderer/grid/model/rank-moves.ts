/** A row with its rank; null sorts after all ranks. */
export interface RankedRow {
  readonly id: string
  readonly rank: number | null
}

export interface RowMove {
  readonly first: number
  readonly last: number
  readonly before: number
}

interface RankPlan {
  readonly ranks: ReadonlyMap<string, number>
  /** Whether rows after the given ones may need another rank, too. */
  readonly goesOn: boolean
}

/**
 * Returns the ranks that move rows. Where numbers leave room only moved rows change; otherwise the rows in
 * between get new ranks, and following ones as needed.
 */
export function planRanks(rows: readonly RankedRow[], move: RowMove, isWhole: boolean): RankPlan {
  const { first, last, before } = move
  if (before >= first && before <= last + 1) return { ranks: new Map(), goesOn: false }
  const moved = rows.slice(first, last + 1)
  return inTheGap(rows, move, moved, isWhole) ?? sharedOut(rows, move, isWhole)
}

function inTheGap(
  rows: readonly RankedRow[],
  { before }: RowMove,
  moved: readonly RankedRow[],
  isWhole: boolean,
): RankPlan | undefined {
  const above = before === 0 ? 0 : rows[before - 1]?.rank
  const below = before < rows.length ? rows[before]?.rank : isWhole ? Infinity : undefined
  if (typeof above !== 'number' || typeof below !== 'number' || below - above <= moved.length)
    return undefined
  return { ranks: new Map(moved.map(({ id }, index) => [id, above + 1 + index])), goesOn: false }
}

function sharedOut(rows: readonly RankedRow[], move: RowMove, isWhole: boolean): RankPlan {
  const ordered = reordered(rows, move)
  const start = Math.min(move.first, move.before)
  const end = endOfRanks(ordered, move)
  const ranks = new Map<string, number>()
  let least = (rows[start - 1]?.rank ?? 0) + 1
  const give = ({ id, rank }: RankedRow, next: number): void => {
    if (next !== rank) ranks.set(id, next)
    least = next + 1
  }
  ordered
    .slice(start, end)
    .forEach((row, index) => give(row, Math.max(least, rows[start + index]?.rank ?? least)))
  for (const row of ordered.slice(end)) {
    if (row.rank === null || row.rank >= least) return { ranks, goesOn: false }
    give(row, least)
  }
  return { ranks, goesOn: !isWhole }
}

function reordered(rows: readonly RankedRow[], { first, last, before }: RowMove): RankedRow[] {
  const others = rows.filter((_row, index) => index < first || index > last)
  const moved = rows.slice(first, last + 1)
  return others.toSpliced(before > last ? before - moved.length : before, 0, ...moved)
}

/** The index after the last row that needs a rank: a row among others without a rank needs none. */
function endOfRanks(ordered: readonly RankedRow[], { first, last, before }: RowMove): number {
  const lastMoved = before > last ? before - 1 : before + last - first
  const between = ordered.slice(0, Math.max(last + 1, before))
  return between.findLastIndex(({ rank }, index) => index <= lastMoved || rank !== null) + 1
}

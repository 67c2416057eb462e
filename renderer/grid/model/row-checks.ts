import { blockOf, selectCell, type Axes, type Selection } from './selection.ts'

/** Rows from a first to a last one, both included. */
type Rows = readonly [first: number, last: number]

/** The rows that are selected as a whole, in their order; those that touch are one stretch. */
export function checkedRows(selection: Selection | undefined, axes: Axes): Rows[] {
  if (!selection) return []
  const whole = [...selection.more, selection].filter(({ span }) => span === 'rows' || span === 'all')
  const stretches: [number, number][] = []
  const blocks = whole.map((range) => blockOf(range, axes)).toSorted((a, b) => a.top - b.top)
  for (const { top, bottom } of blocks) {
    const before = stretches.at(-1)
    if (before && top <= before[1] + 1) before[1] = Math.max(before[1], bottom)
    else stretches.push([top, bottom])
  }
  return stretches
}

/** Whether a row is among those that are selected as a whole. */
export function isChecked(rows: readonly Rows[], row: number): boolean {
  return rows.some(([first, last]) => row >= first && row <= last)
}

/** Checks a row or takes its mark away; the other rows that are checked stay so, and a row that was checked has the cursor. */
export function toggleRow(selection: Selection | undefined, axes: Axes, row: number): Selection | undefined {
  const columnId = axes.columnIds[0]
  if (columnId === undefined) return undefined
  const before = checkedRows(selection, axes)
  const others = before.flatMap(([first, last]): Rows[] => {
    if (row < first || row > last) return [[first, last]]
    return (
      [
        [first, row - 1],
        [row + 1, last],
      ] as const
    ).filter(([from, to]) => from <= to)
  })
  const rangeOf = ([first, last]: Rows) => ({
    cursor: { row: first, columnId },
    focus: { row: last, columnId },
    span: 'rows' as const,
  })
  if (!isChecked(before, row)) return { ...rangeOf([row, row]), more: others.map(rangeOf) }
  const present = others.at(-1)
  if (!present) return selectCell({ row, columnId })
  return { ...rangeOf(present), more: others.slice(0, -1).map(rangeOf) }
}

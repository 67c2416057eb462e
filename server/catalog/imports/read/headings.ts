import { semanticTypeOf } from '#shared/semantic-types.ts'
import { foldText } from '#shared/text.ts'
import { unitOf } from '../recognise/numbers.ts'

/** Cells of a row that are merged with those to their right. */
export type Spans = readonly (readonly [column: number, columns: number])[]

interface HeadingRows {
  readonly upper: readonly string[]
  readonly lower: readonly string[]
  readonly spans?: Spans | undefined
  /** Whether a cell of the lower row is data and no name. */
  readonly isData: (column: number) => boolean
}

interface HeadingGroup {
  readonly name: string
  readonly from: number
  readonly to: number
  readonly isBounded: boolean
}

/**
 * The names of columns that two rows give together: "Preis" over "netto" and "brutto" names "Preis netto" and
 * "Preis brutto". Undefined where the upper row does not group the cells of the lower.
 */
export function joinHeadings(rows: HeadingRows): string[] | undefined {
  const groups = findGroups(rows)
  const wide = groups.filter(isWide)
  const narrow = groups.filter((group) => !isWide(group))
  const isAlone = wide.length < 2 && rows.spans === undefined && narrow.length === 0
  const fits = wide.length > 0 && !isAlone && wide.every((group) => namesAll(group, rows))
  return fits && narrow.every((group) => isNamedOnce(group, rows)) ? namesOf(groups, rows) : undefined
}

function findGroups(rows: HeadingRows): HeadingGroup[] {
  const groups: HeadingGroup[] = []
  let end = 0
  for (const [from, name] of rows.upper.entries()) {
    if (name === '' || from < end) continue
    const group = groupAt(from, name, rows)
    groups.push(group)
    end = group.to
  }
  return groups
}

/** A group ends where its cell is merged to, or before the next name. */
function groupAt(from: number, name: string, { upper, lower, spans = [] }: HeadingRows): HeadingGroup {
  const merged = spans.find(([column]) => column === from)?.[1]
  if (merged !== undefined) return { name, from, to: from + merged, isBounded: true }
  const next = upper.findIndex((cell, column) => column > from && cell !== '' && cell !== name)
  const to = next < 0 ? Math.max(lastFilled(lower) + 1, from + 1) : next
  return { name, from, to, isBounded: next >= 0 }
}

function lastFilled(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell !== '')
}

function isWide({ from, to }: HeadingGroup): boolean {
  return to - from > 1
}

/** Whether each column of a group has a name of its own below. */
function namesAll({ from, to }: HeadingGroup, { lower, isData }: HeadingRows): boolean {
  const names = Array.from({ length: to - from }, (_, index) => lower[from + index] ?? '')
  const isDistinct = new Set(names.map(foldText)).size === names.length
  return isDistinct && names.every((name, index) => name !== '' && !isData(from + index))
}

/** A column that the upper row names has nothing below, the same, or its unit. */
function isNamedOnce({ name, from }: HeadingGroup, { lower }: HeadingRows): boolean {
  const below = lower[from] ?? ''
  return (
    below === '' || below === name || unitOf(foldText(below.replaceAll(/^[([]|[)\]]$/g, ''))) !== undefined
  )
}

function namesOf(groups: readonly HeadingGroup[], { lower }: HeadingRows): string[] {
  const width = Math.max(lastFilled(lower) + 1, ...groups.map(({ to }) => to))
  const names = Array.from({ length: width }, (_, column) => lower[column] ?? '')
  for (const group of groups)
    for (let column = group.from; column < group.to; column += 1)
      names[column] = joined(group, lower[column] ?? '')
  return names
}

/** In a group whose end nobody marks, a name that says enough of itself stands alone. */
function joined(group: HeadingGroup, below: string): string {
  const { name, isBounded } = group
  if (below === '' || below === name) return name
  const isOwn = isWide(group) && !isBounded && semanticTypeOf(below) !== undefined
  return isOwn ? below : `${name} ${below}`
}

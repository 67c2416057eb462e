/** Where the names of the columns stand in a table: under titles, in its first row, or nowhere. */
import type { LeftOutRows } from '#shared/imports.ts'
import type { FileReading } from '../../catalog/imports/import-state.ts'
import { readDate } from '../../catalog/imports/read-written.ts'
import { evidenceOf, parseNumberCell } from '../../catalog/imports/number-cell.ts'
import { isBlankRow } from './record-reader.ts'

export const rowsToLookAt = 30

type Cells = readonly (string | number)[]

/** The place of the header among the first rows, from 0; -1 where the first row is data. */
export function findHeader(first: readonly Cells[], asked: number | undefined): number {
  if (asked !== undefined) return asked - 1
  const rows = first.map((cells) => cells.map((cell) => String(cell).trim()))
  const at = firstWide(rows)
  return isData(rows.slice(at)) ? at - 1 : at
}

/** Why there is no such header, in a sentence. */
export function noHeaderRow(rows: number): string {
  return `The file has no row to take the names of the columns from there. Give a header_row from 1 to ${rows}, or 0 where no row names them.`
}

/** What a file tells of its layout: the row of the header, and what is no data. `above` is what stands before the table. */
export function describeLayout(
  headerAt: number,
  above: number,
  leftOut: readonly LeftOutRows[],
): Pick<FileReading, 'header_row' | 'left_out_rows'> {
  const rows = Array.from({ length: Math.max(0, headerAt) }, (_, index) => index + 1 + above)
  const titles =
    rows.length === 0 ? [] : [{ reason: 'title' as const, count: rows.length, rows: rows.slice(0, 5) }]
  const all = [...titles, ...countFromTop(leftOut, headerAt + 1 + above)]
  return {
    header_row: headerAt < 0 ? 0 : headerAt + 1 + above,
    ...(all.length > 0 && { left_out_rows: all }),
  }
}

/** Rows under a header are numbered from there; people look for those that are left out in the file. */
export function countFromTop(leftOut: readonly LeftOutRows[], header: number): LeftOutRows[] {
  return leftOut.map((group) => ({ ...group, rows: group.rows.map((row) => row + header) }))
}

const fewestColumns = 3

/** The first row that is not much narrower than most: titles above a table fill a cell or two. */
function firstWide(rows: readonly string[][]): number {
  const filled = rows.map((cells) => cells.filter((cell) => cell !== '').length)
  const [top = 0] = filled
  const usual = median(filled.filter((count) => count > 0))
  if (usual < fewestColumns || top * 2 > usual) return 0
  const at = filled.findIndex((count) => count * 3 >= usual * 2)
  return at > 0 && at < rows.length - 1 && isNames(rows[at] ?? []) ? at : 0
}

function median(counts: readonly number[]): number {
  return [...counts].sort((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0
}

function isNames(cells: readonly string[]): boolean {
  const names = cells.filter((cell) => cell !== '')
  return new Set(names).size === names.length && !names.some((name) => kindOf(name) !== undefined)
}

const fewestRows = 3
const maxAlike = 0.8

/**
 * Whether the first row is one of the others: it has a price, a date, an address or a GTIN where they have such. Whole numbers tell
 * nothing, as years and sizes are names of columns too.
 */
function isData(rows: readonly string[][]): boolean {
  const [top = [], ...others] = rows.filter((cells) => !isBlankRow(cells))
  if (others.length < fewestRows - 1) return false
  return top.some((cell, index) => {
    const kind = kindOf(cell)
    if (kind === undefined) return false
    const below = others.map((cells) => cells[index] ?? '').filter((other) => other !== '')
    const alike = below.filter((other) => kindOf(other) === kind || (kind === 'number' && isNumber(other)))
    return below.length > 0 && alike.length >= below.length * maxAlike
  })
}

type CellKind = 'number' | 'date' | 'address' | 'code'

/** What only data looks like. */
function kindOf(cell: string): CellKind | undefined {
  if (/^https?:\/\/\S+$/i.test(cell)) return 'address'
  if (/^\d{8}$|^\d{12,14}$/.test(cell)) return 'code'
  if (
    /\d[./-]\d{1,2}[./-]\d/.test(cell) &&
    (['ymd', 'dmy', 'mdy'] as const).some((order) => readDate(cell, order))
  )
    return 'date'
  const parsed = /[.,€$£]/.test(cell) ? parseNumberCell(cell) : undefined
  return parsed && evidenceOf(parsed.digits) !== undefined ? 'number' : undefined
}

function isNumber(cell: string): boolean {
  const parsed = parseNumberCell(cell)
  return parsed !== undefined && evidenceOf(parsed.digits) !== undefined
}

/** Names for the columns of a table without any, as spreadsheets name them, or by what they hold. */
export function nameColumns(first: readonly Cells[]): string[] {
  const width = Math.max(...first.map(({ length }) => length), 0)
  return Array.from({ length: width }, (_, index) => {
    const cells = first.map((row) => String(row[index] ?? '').trim()).filter((cell) => cell !== '')
    const known = contents.find(
      ({ pattern }) => cells.length > 0 && cells.every((cell) => pattern.test(cell)),
    )
    return known?.name ?? `Column ${letterOf(index)}`
  })
}

const contents: readonly { pattern: RegExp; name: string }[] = [
  { pattern: /^https?:\/\/\S+\.(png|jpe?g|webp|gif|avif)(\?\S*)?$/i, name: 'Image' },
  { pattern: /^https?:\/\/\S+$/i, name: 'URL' },
  { pattern: /^(\d{8}|\d{12,14})$/, name: 'GTIN' },
]

/** A, B, … Z, AA: the letters by which spreadsheets call their columns. */
export function letterOf(index: number): string {
  const letter = String.fromCodePoint(65 + (index % 26))
  return index < 26 ? letter : letterOf(Math.floor(index / 26) - 1) + letter
}

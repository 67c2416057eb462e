import { refuseLongRow } from './row-bounds.ts'
import { refusal } from './file-rows.ts'
import { decodeEscapes, splitAtEnds, textOfRuns, textOfValue } from './xml-pieces.ts'

/** A cell as it stands in a sheet; columns count from 0. */
export interface SheetCell {
  readonly column: number
  /** What it is by its attribute `t`: n for a number, s for a shared text, str, inlineStr, b for true or false, e for an error. */
  readonly type: string
  /** The number of its format. */
  readonly style: number
  readonly text: string
  /** A formula whose result the workbook does not hold. */
  readonly isUnsolved: boolean
}

export interface SheetRow {
  /** The row in the sheet, from 0. */
  readonly index: number
  readonly cells: readonly SheetCell[]
}

const maxColumn = 16_383

/** The rows of a sheet, in its order; rows without a cell are left out. */
export async function* readSheetRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<SheetRow> {
  let index = -1
  for await (const piece of splitAtEnds(chunks, rowEnd, () => refuseLongRow(index + 1))) {
    let start = 0
    // Empty rows that have no end tag stand before the one that has.
    for (const tag of piece.matchAll(rowTag)) {
      index = Number(/\sr\s*=\s*["'](\d+)["']/.exec(tag[1] ?? '')?.[1] ?? index + 2) - 1
      start = tag.index + tag[0].length
    }
    const cells = readCells(piece.slice(start))
    if (cells.length > 0) yield { index, cells }
  }
}

const rowEnd = /<\/(?:\w+:)?row>/
const rowTag = /<(?:\w+:)?row(\s[^>]*)?>/g
const cellEnd = /<\/(?:\w+:)?c>/
const cellTag = /<(?:\w+:)?c(\s[^>]*|\/)?>/g

function readCells(row: string): SheetCell[] {
  const cells: SheetCell[] = []
  let column = -1
  const pieces = row.split(cellEnd)
  pieces.pop()
  for (const piece of pieces) {
    let attributes = ''
    let content = ''
    // Empty cells that have no end tag stand before the one that has.
    for (const tag of piece.matchAll(cellTag)) {
      attributes = tag[1] ?? ''
      content = piece.slice(tag.index + tag[0].length)
      column = columnOf(attributes) ?? column + 1
    }
    if (column > maxColumn) throw refusal('The sheet has more than 16,384 columns. Save it anew, or as CSV.')
    cells.push(readCell(column, attributes, content))
  }
  return cells
}

function readCell(column: number, attributes: string, content: string): SheetCell {
  const type = /\st\s*=\s*["'](\w+)["']/.exec(attributes)?.[1] ?? 'n'
  const style = Number(/\ss\s*=\s*["'](\d+)["']/.exec(attributes)?.[1] ?? -1)
  const text = textOfCell(type, content)
  // A formula may result in an empty text; then its type says so.
  const isUnsolved = text === '' && type !== 'str' && formula.test(content)
  return { column, type, style, text, isUnsolved }
}

const formula = /<(?:\w+:)?f[\s/>]/

function textOfCell(type: string, content: string): string {
  if (type === 'inlineStr') return textOfRuns(content)
  const text = textOfValue(content)
  return type === 'str' ? decodeEscapes(text) : text
}

function columnOf(attributes: string): number | undefined {
  const letters = /\sr\s*=\s*["']([A-Z]{1,4})\d+["']/.exec(attributes)?.[1]
  if (letters === undefined) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

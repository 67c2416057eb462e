/** The questions that a file leaves open: both ways of reading, shown on its own cells. */
import type { DateOrder, DecimalMark, ImportQuestion } from '#shared/imports.ts'
import type { ColumnTraits } from './column-traits.ts'
import type { PlacedCell } from './counted-cells.ts'
import { dayOrMonth, likelyDates, likelyDecimal, pointOrComma } from './judge-marks.ts'
import { parseNumberCell, readDigits } from './number-cell.ts'
import { readDate } from './read-date.ts'
import type { FileScan } from './start-import.ts'

/** A column whose cells can be read in two ways. */
export interface AskedColumn {
  readonly header: string
  readonly traits: ColumnTraits | undefined
}

const maxColumns = 5
const maxCells = 2

/** Asks which mark stands before decimals; nothing where no column needs it. */
export function askDecimal(columns: readonly AskedColumn[], scan: FileScan): ImportQuestion[] {
  const cells = listCells(columns, (traits) => traits?.numbers?.marks.either?.first)
  const [first] = cells
  if (!first) return []
  const read = (cell: string, mark: DecimalMark) => numberOf(cell, mark)
  const sentence = `${first.cell} in row ${first.row} of ${first.column} can mean ${read(first.cell, 'comma')} or ${read(first.cell, 'point')}, and no cell of the file tells which. Say whether its decimals stand after a comma or after a point.`
  const readings = inOrder(pointOrComma, likelyDecimal(scan)).map((value) => ({
    value,
    samples: cells.map((cell) => ({ ...cell, value: read(cell.cell, value) })),
  }))
  return [{ setting: 'decimal', sentence, readings }]
}

/** Asks whether the day or the month stands first; nothing where no column needs it. */
export function askDates(columns: readonly AskedColumn[], scan: FileScan): ImportQuestion[] {
  const cells = listCells(columns, (traits) => traits?.dates?.marks.either?.first)
  const [first] = cells
  if (!first) return []
  const read = (cell: string, order: DateOrder) => readDate(cell, order) ?? null
  const sentence = `${first.cell} in row ${first.row} of ${first.column} can mean ${read(first.cell, 'dmy')} or ${read(first.cell, 'mdy')}, and no cell of the file tells which. Say whether its dates begin with the day (dmy) or the month (mdy).`
  const readings = inOrder(dayOrMonth, likelyDates(scan)).map((value) => ({
    value,
    samples: cells.map((cell) => ({ ...cell, value: read(cell.cell, value) })),
  }))
  return [{ setting: 'dates', sentence, readings }]
}

interface ShownCell extends PlacedCell {
  readonly column: string
}

function listCells(
  columns: readonly AskedColumn[],
  cellsOf: (traits: ColumnTraits | undefined) => readonly PlacedCell[] | undefined,
): ShownCell[] {
  return columns
    .slice(0, maxColumns)
    .flatMap(({ header, traits }) =>
      (cellsOf(traits) ?? []).slice(0, maxCells).map((cell) => ({ ...cell, column: header })),
    )
}

function numberOf(cell: string, mark: DecimalMark): number | null {
  const parsed = parseNumberCell(cell)
  const text = parsed && readDigits(parsed, mark)
  return text === undefined ? null : Number(text)
}

function inOrder<Value>(all: readonly Value[], first: Value): Value[] {
  return [first, ...all.filter((one) => one !== first)]
}

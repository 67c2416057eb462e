import type { CellCorrection } from '#shared/imports.ts'
import { maxCorrections } from '#shared/schemas/import-corrections.ts'
import type { Faults } from '../errors.ts'
import type { FileScan } from './start-import.ts'
import { isObject } from '#shared/json-object.ts'
import { message } from '#shared/messages/message.ts'

const expected =
  'Expected {"row": 3, "column": "Price", "value": "12.50"}: the row as faults tell it, the name of the column, and what the cell is to hold.'
const maxValue = 10_000

/** Notes what is wrong with the form of corrections, which may have come as the text of a form. */
export function checkCorrections(corrections: unknown, faults: Faults): void {
  if (corrections === undefined) return
  if (!Array.isArray(corrections))
    return faults.addSentence('corrections', 'Expected a list of corrected cells.')
  if (corrections.length > maxCorrections)
    return faults.addSentence(
      'corrections',
      `At most ${maxCorrections} cells can be corrected; mend the file.`,
    )
  for (const [index, correction] of corrections.entries())
    if (!isCorrection(correction)) faults.addSentence(`corrections.${index}`, expected)
}

function isCorrection(value: unknown): value is CellCorrection {
  if (!isObject(value)) return false
  const { row, column, value: cell, ...others } = value
  const isPlace = Number.isInteger(row) && Number(row) > 0 && typeof column === 'string'
  const isText = typeof cell === 'string' && cell.length <= maxValue
  return isPlace && isText && Object.keys(others).length === 0
}

/** Notes corrections of cells that the file does not have. */
export function checkCorrectedPlaces(
  corrections: readonly CellCorrection[] = [],
  { headers, rows, fileRows = rows }: Pick<FileScan, 'headers' | 'rows' | 'fileRows'>,
  faults: Faults,
): void {
  for (const [index, { row, column }] of corrections.entries()) {
    const place = `corrections.${index}`
    if (row > Math.max(rows, fileRows))
      faults.addSentence(`${place}.row`, `The file has ${Math.max(rows, fileRows)} rows.`)
    if (!headers.includes(column))
      faults.addSentence(`${place}.column`, message('import.column_unknown'), headers.slice(0, 50), column)
  }
}

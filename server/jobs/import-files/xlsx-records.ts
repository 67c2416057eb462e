import { readFile, stat } from 'node:fs/promises'
import type { FileRecord, RecordReader } from './record-reader.ts'
import { refusal } from './file-rows.ts'
import { maskedText, readMarks, type RowMarks } from './sheet-marks.ts'

type CellValue = string | number | boolean | Date | null | undefined

// The packed file is held in memory, its sheets are not.
const maxFileBytes = 512 * 1024 * 1024
const sheetRows = 1_048_576

/**
 * Reads one sheet of an Excel workbook; the first row that holds anything is the header. A cell is read by its stored value:
 * a formula by its last result, a number with a date format as that date, one that is shown with zeros in front with them,
 * text as it stands.
 */
export async function readXlsx(file: string, sheetName: string | undefined): Promise<RecordReader> {
  const { size } = await stat(file)
  if (size > maxFileBytes) throw refusal('The workbook is larger than 512 MiB. Save the sheet as CSV.')
  const bytes = new Uint8Array(await readFile(file))
  const sheets = await listSheets(bytes)
  const sheet = chooseSheet(sheets, sheetName)
  const headers: string[] = []
  const rows = readRows(bytes, sheet)
  const first = await rows.next()
  if (!first.done) headers.push(...first.value.cells.map(String))
  return { headers, format: 'xlsx', sheet, sheets, encoding: null, records: () => rows }
}

/** The names of the sheets of a workbook, hidden ones last. */
async function listSheets(bytes: Uint8Array): Promise<string[]> {
  const { readXlsx: read } = await import('hucre/xlsx')
  const shown: string[] = []
  const hidden: string[] = []
  // Nothing is chosen, so no sheet is parsed.
  const isWanted = (info: { name: string; hidden?: boolean; veryHidden?: boolean }) => {
    ;(info.hidden || info.veryHidden ? hidden : shown).push(info.name)
    return false
  }
  await read(bytes, { sheets: isWanted }).catch((error: unknown) => {
    throw toRefusal(error)
  })
  return [...shown, ...hidden]
}

function chooseSheet(sheets: readonly string[], name: string | undefined): string {
  const [first] = sheets
  if (first === undefined) throw refusal('The workbook has no sheet.')
  if (name === undefined) return first
  if (sheets.includes(name)) return name
  throw refusal(`The workbook has no sheet named "${name}". It has: ${sheets.slice(0, 20).join(', ')}.`)
}

/** Rows from the header on, with a blank one for each that the sheet leaves out in between. */
async function* readRows(bytes: Uint8Array, sheet: string): AsyncGenerator<FileRecord> {
  const { streamXlsxRows } = await import('hucre/xlsx')
  const marks = new MarkedRows(readMarks(bytes, sheet))
  let next = -1
  try {
    for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
      const record = toRecord(values, index, await marks.of(index))
      // Formatted rows without a value count only where something follows.
      if (record.cells.length === 0) continue
      if (next >= 0) for (; next < Math.min(index, sheetRows); next += 1) yield { cells: [] }
      yield record
      next = index + 1
    }
  } catch (error) {
    throw toRefusal(error)
  }
}

/** Marks by row, both in the order of the sheet. */
class MarkedRows {
  readonly #marks: AsyncGenerator<RowMarks>
  #next: RowMarks | undefined
  #isDone = false

  constructor(marks: AsyncGenerator<RowMarks>) {
    this.#marks = marks
  }

  async of(index: number): Promise<RowMarks | undefined> {
    while (!this.#isDone && (this.#next?.index ?? -1) < index) {
      const { done = false, value } = await this.#marks.next()
      this.#isDone = done
      this.#next = value
    }
    return this.#next?.index === index ? this.#next : undefined
  }
}

function toRecord(values: readonly CellValue[], index: number, marks: RowMarks | undefined): FileRecord {
  const cells = values.map((value, column) => toCell(value, marks?.masks.get(column)))
  const [unsolved] = marks?.unsolved ?? []
  const [failed] = marks?.errors ?? []
  const outsized = values.findIndex((value) => typeof value === 'number' && !Number.isFinite(value))
  while (cells.at(-1) === '') cells.pop()
  if (unsolved !== undefined) return { cells, issue: unsolvedIssue(`${columnName(unsolved)}${index + 1}`) }
  if (failed !== undefined)
    return { cells, issue: `Cell ${columnName(failed)}${index + 1} holds the error ${cells[failed]}.` }
  if (outsized < 0) return { cells }
  return { cells, issue: `Cell ${columnName(outsized)}${index + 1} holds a number that is too large.` }
}

function unsolvedIssue(cell: string): string {
  return `Cell ${cell} holds a formula without its result. Open the workbook in Excel, save it and import it again.`
}

function toCell(value: CellValue, mask: string | undefined): string | number {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  if (typeof value === 'number') return (mask && maskedText(value, mask)) ?? plainNumber(value)
  return value instanceof Date ? dateText(value) : String(value)
}

/** Excel keeps 15 digits; what its binary form adds, as in 19.990000000000002, is not in the sheet. */
function plainNumber(value: number): number {
  return Number(value.toPrecision(15))
}

const firstDay = Date.UTC(1900, 0, 1)

/** A date without the time that it does not have; a time alone, which Excel counts from the day 0. */
function dateText(value: Date): string {
  if (Number.isNaN(value.getTime())) return ''
  const [date = '', time = ''] = value.toISOString().split(/[TZ.]/)
  if (value.getTime() < firstDay) return time
  return time === '00:00:00' ? date : `${date}T${time}Z`
}

function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

function toRefusal(error: unknown): unknown {
  if (!(error instanceof Error) || error.name === 'CatalogError' || error.name === 'AbortError') return error
  if (error.name === 'EncryptedFileError')
    return refusal('The workbook is protected by a password. Save it without one and import it again.')
  return refusal(`The workbook cannot be read: ${error.message.replace(/\.$/, '')}. Save it anew, or as CSV.`)
}

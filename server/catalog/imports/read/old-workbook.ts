import {
  type CellObject,
  type Range,
  read,
  set_cptable,
  utils,
  type WorkBook,
  type WorkSheet,
} from '@e965/xlsx'
import * as codePages from '@e965/xlsx/dist/cpexcel.full.mjs'
import { message, type Message } from '#shared/messages/message.ts'
import { letterOf } from './column-letters.ts'
import { type FileRecord, refusal } from './file-rows.ts'
import { MergedCells, type MergedRange } from './merged-cells.ts'
import type { Spreadsheet } from './sheets.ts'
import { readFormat, shownNumber } from './workbook.ts'

/**
 * Opens a workbook that is not of Excel 2007 or later: of Excel 5 to 2003, binary, as XML, or OpenDocument.
 * The library holds all of it in memory, so it runs in the process of the parsers. Throws a refusal where it
 * has a password.
 */
export function openOldWorkbook(bytes: Buffer): Spreadsheet {
  set_cptable(codePages)
  const book = readBook(bytes)
  const isFrom1904 = book.Workbook?.WBProps?.date1904 ?? false
  const sheets = book.SheetNames.map((name, index) => {
    const sheet = book.Sheets[name] ?? {}
    return {
      name,
      isHidden: (book.Workbook?.Sheets?.[index]?.Hidden ?? 0) > 0,
      hasRows: sheet['!ref'] !== undefined,
      rows: (place: { above: number }) => readRows(sheet, isFrom1904, place),
    }
  })
  return { sheets: [...sheets.filter((one) => !one.isHidden), ...sheets.filter((one) => one.isHidden)] }
}

function readBook(bytes: Buffer): WorkBook {
  try {
    return read(bytes, {
      type: 'buffer',
      dense: true,
      cellNF: true,
      cellText: false,
      cellHTML: false,
      raw: true,
    })
  } catch (error) {
    if (error instanceof Error && /password|encrypt/i.test(error.message))
      throw refusal(message('workbook.has_password'))
    throw error
  }
}

async function* readRows(
  sheet: WorkSheet,
  isFrom1904: boolean,
  place: { above: number },
): AsyncGenerator<FileRecord> {
  const rows = sheet['!data'] ?? []
  const merged = new MergedCells((sheet['!merges'] ?? []).slice(0, maxMerged).map(toRange))
  let isBegun = false
  let blank = 0
  for (const [index, row] of Array.from(rows).entries()) {
    const record = merged.fill(index, toRecord(row ?? [], index, isFrom1904))
    if (record.cells.length === 0) blank += 1
    else {
      if (!isBegun) place.above = index
      else for (; blank > 0; blank -= 1) yield { cells: [] }
      yield record
      isBegun = true
      blank = 0
    }
  }
}

const maxMerged = 100_000

function toRange({ s: start, e: end }: Range): MergedRange {
  return { row: start.r, column: start.c, rows: end.r - start.r + 1, columns: end.c - start.c + 1 }
}

function toRecord(row: readonly (CellObject | undefined)[], index: number, isFrom1904: boolean): FileRecord {
  const cells = Array.from(row, (cell) => (cell ? valueOf(cell, isFrom1904) : ''))
  while (cells.at(-1) === '') cells.pop()
  const refused = [...row.entries()].flatMap(([column, cell]) => {
    const why = cell && flawOf(cell, `${letterOf(column)}${index + 1}`)
    return why === undefined ? [] : [[column, why] as const]
  })
  const links = [...row.entries()].flatMap(([column, cell]) => {
    const target = cell?.l?.Target ?? ''
    return /^https?:/i.test(target) ? [[column, target] as const] : []
  })
  return { cells, ...(refused.length > 0 && { refused }), ...(links.length > 0 && { links }) }
}

function valueOf(cell: CellObject, isFrom1904: boolean): string | number {
  const { t: type, v: value, z: format } = cell
  if (type === 'e') return utils.format_cell(cell)
  if (typeof value === 'number') return shownNumber(value, readFormat(String(format ?? '')), isFrom1904)
  if (value instanceof Date)
    return value.toISOString().replace(/T00:00:00\.000Z$|\.000Z$/, (end) => (end.startsWith('T') ? '' : 'Z'))
  return value === undefined ? '' : String(value)
}

function flawOf(cell: CellObject, place: string): Message | undefined {
  if (cell.t === 'e') return message('cell.error_value', { place, text: utils.format_cell(cell) })
  return undefined
}

import { readFile, stat } from 'node:fs/promises'
import { message } from '#shared/messages/message.ts'
import { type RecordReader, refusal } from './file-rows.ts'
import { readTables, type Spreadsheet } from './sheets.ts'
import { openWorkbook, readRows, toRefusal } from './workbook.ts'

// The packed file and the shared texts of its sheets are held in memory, its sheets are not.
const maxFileBytes = 128 * 1024 * 1024
const maxUnpackedBytes = 2 * 1024 ** 3

/**
 * Reads the rows of a workbook from the header on, by the stored values: a formula by its last result, a
 * number with a date format as a date, a number shown with leading zeros with them, text unchanged. Workbooks
 * of Excel 2007 and later are read row by row, older ones and those of other programs by a library.
 */
export async function readXlsx(
  file: string,
  sheetName: string | undefined,
  headerRow: number | undefined,
): Promise<RecordReader> {
  const { size } = await stat(file)
  if (size > maxFileBytes) throw refusal(message('workbook.too_large'))
  const bytes = await readFile(file)
  try {
    const spreadsheet = isOfficeOpen(bytes) ? await openXlsx(bytes) : await openOther(bytes)
    return await readTables(spreadsheet, sheetName, headerRow)
  } catch (error) {
    throw toRefusal(error)
  }
}

/** Packed, and neither OpenDocument nor the binary form of Excel. */
function isOfficeOpen(bytes: Buffer): boolean {
  const isOther = bytes.includes('opendocument.spreadsheet') || bytes.includes('xl/workbook.bin')
  return bytes[0] === 0x50 && bytes[1] === 0x4b && !isOther
}

async function openXlsx(bytes: Buffer): Promise<Spreadsheet> {
  const workbook = await openWorkbook(bytes, maxUnpackedBytes)
  const sheets = workbook.sheets.map((sheet) => ({
    ...sheet,
    hasRows: sheet.part !== undefined && workbook.zip.has(sheet.part),
    rows: (place: { above: number }) => readRows(workbook, sheet, place),
  }))
  return { sheets }
}

const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const spreadsheetMl = 'urn:schemas-microsoft-com:office:spreadsheet'

/** The library reads anything as some table, so that only what is a workbook may come to it. */
async function openOther(bytes: Buffer): Promise<Spreadsheet> {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b
  const isKnown =
    isZip || bytes.subarray(0, 8).equals(compound) || bytes.subarray(0, 4096).includes(spreadsheetMl)
  if (!isKnown) throw refusal(message('file.not_a_workbook'))
  const { openOldWorkbook } = await import('./old-workbook.ts')
  return openOldWorkbook(bytes)
}

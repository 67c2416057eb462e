import { type CellValue, readXlsx } from 'hucre'
import { markdownTable, storedTable, storedTables, type Reading, textReading } from './reading.ts'
import { unusable } from '../../fetch/unusable.ts'
import { openZip } from './zip-file.ts'

/** The visible sheets of a workbook, each a heading and a table. */
export async function readXlsxSource(bytes: Buffer): Promise<Reading> {
  await requireHonest(bytes)
  const sheets = await openSheets(bytes)
  const filled = sheets.filter(({ rows }) => rows.length > 0)
  const text = filled.map(({ name, rows }) => `## ${name}\n\n${markdownTable(rows)}`).join('\n\n')
  return {
    ...textReading('xlsx', text),
    ...storedTables(filled.map(({ name, rows }) => storedTable(name, rows))),
  }
}

/** Unpacks every part once under our own limits: what unpacks to more than it says never reaches the reader. */
async function requireHonest(bytes: Buffer): Promise<void> {
  const zip = await openZip(bytes)
  for (const name of zip.names) await zip.read(name)
}

async function openSheets(bytes: Buffer): Promise<{ name: string; rows: string[][] }[]> {
  try {
    const { sheets } = await readXlsx(bytes, { sheets: ({ hidden, veryHidden }) => !hidden && !veryHidden })
    return sheets.map(({ name, rows }) => ({
      name,
      rows: rows.map((row) => trimEnd(row.map(cellText))).filter((row) => row.length > 0),
    }))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw unusable(`The workbook cannot be read (${reason}). Save it anew as XLSX and send it again.`)
  }
}

function cellText(value: CellValue | undefined): string {
  if (value === null || value === undefined) return ''
  if (!(value instanceof Date)) return String(value)
  const iso = value.toISOString()
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso
}

function trimEnd(cells: readonly string[]): string[] {
  const last = cells.findLastIndex((cell) => cell.trim() !== '')
  return cells.slice(0, last + 1)
}

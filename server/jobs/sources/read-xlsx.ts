import { CatalogError } from '../../catalog/errors.ts'
import { readSheets } from '../../catalog/imports/read/workbook.ts'
import { unusable } from '../../fetch/unusable.ts'
import { markdownTable, storedTable, storedTables, type Reading, textReading } from './reading.ts'

interface FilledSheet {
  readonly name: string
  readonly rows: readonly (readonly string[])[]
}

export async function readXlsxSource(bytes: Buffer): Promise<Reading> {
  const sheets = await readFilled(bytes)
  const text = sheets.map(({ name, rows }) => `## ${name}\n\n${markdownTable(rows)}`).join('\n\n')
  return {
    ...textReading('xlsx', text),
    ...storedTables(sheets.map(({ name, rows }) => storedTable(name, rows))),
  }
}

async function readFilled(bytes: Buffer): Promise<FilledSheet[]> {
  const sheets: FilledSheet[] = []
  try {
    for await (const { name, rows: cells } of readSheets(bytes)) {
      const rows = cells.map((row) => trimEnd(row.map(String))).filter((row) => row.length > 0)
      if (rows.length > 0) sheets.push({ name, rows })
    }
  } catch (error) {
    // A source has no fields that could be at fault.
    throw error instanceof CatalogError ? unusable(error.sentence) : error
  }
  return sheets
}

function trimEnd(cells: readonly string[]): string[] {
  const last = cells.findLastIndex((cell) => cell.trim() !== '')
  return cells.slice(0, last + 1)
}

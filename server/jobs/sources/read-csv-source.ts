import { parse } from 'csv-parse/sync'
import { detectDelimiter, readSeparatorLine } from '../../catalog/imports/read/csv-text.ts'
import { markdownTable, storedTable, storedTables, type Reading, textReading } from './reading.ts'

const maxSampleLength = 100_000

export function readCsvSource(text: string): Reading {
  const declared = readSeparatorLine(text)
  const table = declared?.rest ?? text
  let rows: string[][]
  try {
    rows = parse(table, {
      delimiter:
        declared?.delimiter ??
        detectDelimiter(table.slice(0, maxSampleLength), table.length <= maxSampleLength),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    })
  } catch {
    const notes = ['The rows could not be taken apart into cells, so the text is kept as it was.']
    return { ...textReading('csv', text), notes }
  }
  return { ...textReading('csv', markdownTable(rows)), ...storedTables([storedTable(null, rows)]) }
}

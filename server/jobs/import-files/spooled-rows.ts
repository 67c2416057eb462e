import { open } from 'node:fs/promises'
import { splitLines } from '#shared/split-lines.ts'
import type { FileScan } from '../../catalog/imports/start-import.ts'
import { isBlankRow } from './blank-row.ts'
import { readText } from './json-text.ts'
import { numberText } from './number-text.ts'
import type { FileRecord, RecordReader } from './record-reader.ts'
import {
  BatchCollector,
  type FileRow,
  readHeaders,
  refusal,
  type RowBatch,
  type FileRows,
} from './file-rows.ts'
import type { SpooledRows } from './read-rows.ts'
import { RowBounds } from './row-bounds.ts'
import { RowScan } from './scan-rows.ts'

const flushLength = 1_000_000

/**
 * Looks at all rows of a workbook or JSON and keeps them in a file of one JSON array a line: they are read again from there,
 * without the work of unpacking and with memory for a batch only.
 */
export async function writeSpool(
  reader: RecordReader,
  spool: string,
  wantedRows = Infinity,
): Promise<FileScan> {
  const scan = new RowScan(reader.headers)
  const handle = await open(spool, 'w', 0o600)
  const bounds = new RowBounds()
  let lines = ''
  try {
    for await (const record of reader.records()) {
      scan.rows += 1
      if (isBlank(record)) scan.blankRows += 1
      else if (flawOf(record, reader.headers.length) === undefined)
        scan.add(textsOf(record), numbersOf(record))
      const isPlain = record.issue === undefined && record.line === undefined
      const line = `${JSON.stringify(isPlain ? record.cells : record)}\n`
      bounds.require(record, reader.headers, line.length)
      lines += line
      if (lines.length >= flushLength) {
        await handle.write(lines)
        lines = ''
      }
      if (scan.rows >= wantedRows) break
    }
    await handle.write(lines)
  } finally {
    await handle.close()
  }
  if (reader.headers.length === 0) throw refusal('The file holds no rows.')
  const headers = readHeaders(reader.headers)
  const { format, sheet, encoding } = reader
  return { ...scan.result({ format, encoding, delimiter: null, sheet }), headers }
}

/** The rows that lie in a spool. */
export function openSpool(spool: string, { scan, sheets }: SpooledRows): FileRows {
  return {
    scan,
    sheets,
    batches: (skip) => readBatches(spool, scan.headers, skip),
    records: () => readRecords(spool, scan.headers.length),
  }
}

async function* readLines(spool: string): AsyncGenerator<FileRecord> {
  for await (const line of splitLines(readText(spool, 'utf-8'))) {
    const stored: FileRecord | FileRecord['cells'] = JSON.parse(line)
    yield 'cells' in stored ? stored : { cells: stored }
  }
}

async function* readBatches(
  spool: string,
  headers: readonly string[],
  skip: number,
): AsyncGenerator<RowBatch> {
  const batch = new BatchCollector(skip)
  let row = 0
  for await (const record of readLines(spool)) {
    row += 1
    if (row <= skip) continue
    const issue = flawOf(record, headers.length)
    const cells = textsOf(record)
    const flaw = issue === undefined ? undefined : { issue, value: cells.join(', ') }
    if (isBlank(record)) batch.skip(row)
    else batch.add({ row, cells, numbers: numbersOf(record), line: record.line }, flaw)
    if (batch.isFull) yield batch.take()
  }
  if (batch.isPending) yield batch.take()
}

async function* readRecords(spool: string, width: number): AsyncGenerator<FileRow> {
  let row = 0
  for await (const record of readLines(spool)) {
    row += 1
    const numbers = numbersOf(record)
    yield { row, cells: textsOf(record), numbers, line: record.line, issue: flawOf(record, width) }
  }
}

function textsOf({ cells }: FileRecord): string[] {
  return cells.map((cell) => (typeof cell === 'number' ? numberText(cell) : cell))
}

/** Where the cells are numbers in the file, whatever a rule says of how texts write them. */
function numbersOf({ cells }: FileRecord): ReadonlySet<number> | undefined {
  let numbers: Set<number> | undefined
  for (const [index, cell] of cells.entries())
    if (typeof cell === 'number') (numbers ??= new Set()).add(index)
  return numbers
}

function isBlank({ cells, issue }: FileRecord): boolean {
  return issue === undefined && isBlankRow(cells)
}

function flawOf({ cells, issue }: FileRecord, width: number): string | undefined {
  if (issue !== undefined) return issue
  if (cells.length > width && cells.slice(width).some((cell) => cell !== ''))
    return `The row has ${cells.length} cells; the header has ${width}.`
  return cells.some((cell) => String(cell).includes('\0')) ? 'The row holds a NUL character.' : undefined
}

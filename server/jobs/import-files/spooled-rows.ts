import { open } from 'node:fs/promises'
import { splitLines } from '#shared/split-lines.ts'
import type { ImportRow } from '../../catalog/imports/row-reader.ts'
import { isBlankRow } from './blank-row.ts'
import { readText } from './json-text.ts'
import { numberText } from './number-text.ts'
import type { FileRecord, RecordReader } from './record-reader.ts'
import {
  BatchCollector,
  readHeaders,
  type ReadOptions,
  refusal,
  type RowBatch,
  type FileRows,
} from './file-rows.ts'
import { RowScan } from './scan-rows.ts'

/**
 * Reads a workbook or JSON once, to look at all of it, and keeps its rows beside the file as one JSON array a line: they are
 * read again from there, without the work of unpacking and with memory for a batch only.
 */
export async function spoolRows(
  reader: RecordReader,
  spool: string,
  options: ReadOptions,
): Promise<FileRows> {
  const { scan, headers } = await writeSpool(reader, spool, options)
  return {
    scan,
    batches: (skip) => readBatches(spool, headers, skip),
    records: () => readRecords(spool),
  }
}

const flushLength = 1_000_000

async function writeSpool(reader: RecordReader, spool: string, { signal, maxRows = Infinity }: ReadOptions) {
  const scan = new RowScan(reader.headers)
  const handle = await open(spool, 'w', 0o600)
  let lines = ''
  try {
    for await (const record of reader.records()) {
      scan.rows += 1
      if (scan.rows % 1000 === 0) signal.throwIfAborted()
      if (isBlank(record)) scan.blankRows += 1
      else if (flawOf(record, reader.headers.length) === undefined) scan.add(textsOf(record))
      lines += `${JSON.stringify(record.issue === undefined ? record.cells : record)}\n`
      if (lines.length >= flushLength) {
        await handle.write(lines)
        lines = ''
      }
      if (scan.rows >= maxRows) break
    }
    await handle.write(lines)
  } finally {
    await handle.close()
  }
  if (reader.headers.length === 0) throw refusal('The file holds no rows.')
  const headers = readHeaders(reader.headers)
  const { format, sheet, encoding } = reader
  return { scan: { ...scan.result({ format, encoding, delimiter: null, sheet }), headers }, headers }
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
    else batch.add({ row, cells, numbers: numbersOf(record) }, flaw)
    if (batch.isFull) yield batch.take()
  }
  if (batch.isPending) yield batch.take()
}

async function* readRecords(spool: string): AsyncGenerator<ImportRow> {
  let row = 0
  for await (const record of readLines(spool)) {
    row += 1
    yield { row, cells: textsOf(record), numbers: numbersOf(record) }
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

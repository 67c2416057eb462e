import {
  type RecordReader,
  refusal,
  nameColumnsWithout,
  readHeaders,
  RowBounds,
  type FileRecord,
  type FileRows,
  type RowBatch,
  BatchCollector,
  type FileRow,
  isBlankRow,
} from './file-rows.ts'
import { type FileScan, RowScan } from '../recognise/file-scan.ts'
import { open } from 'node:fs/promises'
import { message, type Message, type Sentence } from '#shared/messages/message.ts'
import type { SectionTitle } from './section-rows.ts'
import { NonDataRowFilter, describeLayout } from './table-layout.ts'
import { semanticTypeOf } from '#shared/semantic-types.ts'
import { numberText } from '../recognise/number-text.ts'
import { WrittenCells } from './written-cells.ts'
import { splitLines } from '#shared/text.ts'
import { readText } from './json-text.ts'
import type { TextEncoding, ShapeChoice, FileFormat } from '#shared/imports.ts'
import type { EntityType } from '#shared/entities.ts'
import { readJson, readJsonLines } from './json.ts'

const flushLength = 1_000_000

/**
 * Reads all rows of a workbook or JSON into a file of one JSON array per line: they are read again from
 * there without unpacking, with memory for a batch only.
 */
export async function writeSpool(
  reader: RecordReader,
  spool: string,
  wantedRows = Infinity,
): Promise<FileScan> {
  const writer = new SpoolWriter(reader)
  const handle = await open(spool, 'w', 0o600)
  try {
    for await (const record of reader.records()) {
      writer.add(record)
      if (writer.isFull) await handle.write(writer.takeLines())
      if (writer.scan.rows >= wantedRows) break
    }
    writer.end()
    await handle.write(writer.takeLines())
  } finally {
    await handle.close()
  }
  if (reader.headers.length === 0) throw refusal(message('file.no_rows'))
  const { format, sheet, encoding, language } = reader
  const read = { format, encoding, delimiter: null, sheet, ...writer.layout, ...(language && { language }) }
  const scan = {
    ...writer.scan.result(read),
    ...(writer.sections.length > 0 && { sections: writer.sections }),
  }
  const { headers, notes: ofColumns } = nameColumnsWithout(readHeaders(reader.headers), scan.filled)
  const notes = [...(reader.notes ?? []), ...writer.notes, ...ofColumns]
  return { ...scan, headers, ...(notes.length > 0 && { read: { ...read, notes } }) }
}

class SpoolWriter {
  readonly scan: RowScan
  readonly #reader: RecordReader
  readonly #bounds = new RowBounds()
  /** Only tables have rows that are no data. */
  readonly #rowFilter: NonDataRowFilter<FileRecord> | undefined
  /** Other formats mark texts and empty values themselves. */
  readonly #written: WrittenCells | undefined
  #lines = ''
  #handed = 0

  constructor(reader: RecordReader) {
    this.#reader = reader
    this.scan = new RowScan(reader.headers)
    const { layout, headers } = reader
    this.#written = layout && new WrittenCells(headers, reader.format === 'xlsx')
    if (layout)
      this.#rowFilter = new NonDataRowFilter(layout.header, (record, isData) => this.#take(record, isData))
  }

  get isFull(): boolean {
    return this.#lines.length >= flushLength
  }

  get notes(): Message[] {
    return this.#written?.notes ?? []
  }

  get layout(): ReturnType<typeof describeLayout> {
    const { layout } = this.#reader
    return layout
      ? describeLayout(layout.headerAt, layout.above, this.#rowFilter?.leftOut ?? [], layout.isJoined)
      : {}
  }

  get sections(): readonly SectionTitle[] {
    return this.#rowFilter?.sections ?? []
  }

  add(record: FileRecord): void {
    this.scan.rows += 1
    if (this.#rowFilter) this.#rowFilter.add(record)
    else this.#take(record, true)
  }

  end(): void {
    this.#rowFilter?.end()
  }

  takeLines(): string {
    const lines = this.#lines
    this.#lines = ''
    return lines
  }

  #take(asWritten: FileRecord, isData: boolean): void {
    this.#handed += 1
    const { headers } = this.#reader
    const read = this.#written
      ? readAs(asWritten, this.#written.read(this.#handed, asWritten.cells))
      : asWritten
    const record = withLinks(read, headers)
    if (!isData || isBlank(record)) this.scan.blankRows += 1
    else if (flawOf(record, headers.length) === undefined)
      this.scan.add(trustedTexts(record), record.line ?? this.#handed, numbersOf(record))
    const line = `${JSON.stringify(isData ? storedOf(record) : [])}\n`
    this.#bounds.require(record, headers, line.length)
    this.#lines += line
  }
}

function readAs(record: FileRecord, { cells, refused }: ReturnType<WrittenCells['read']>): FileRecord {
  if (refused === undefined) return { ...record, cells }
  return { ...record, cells, refused: [...(record.refused ?? []), ...refused] }
}

/**
 * A column named like one of addresses takes the link targets of its cells; for any other its attribute
 * decides.
 */
function withLinks(record: FileRecord, headers: readonly string[]): FileRecord {
  if (record.links === undefined) return record
  const cells = [...record.cells]
  for (const [column, address] of record.links)
    if (namesAddresses(headers[column] ?? '')) cells[column] = address
  return { ...record, cells }
}

function namesAddresses(header: string): boolean {
  const role = semanticTypeOf(header)
  return role === 'url' || role === 'image' || role === 'gallery'
}

function storedOf(record: FileRecord): FileRecord | FileRecord['cells'] {
  const { cells, issue, line, refused, links, options } = record
  return [issue, line, refused, links, options].every((other) => other === undefined) ? cells : record
}

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
    else batch.add({ row, cells, numbers: numbersOf(record), line: record.line, ...besideOf(record) }, flaw)
    if (batch.isFull) yield batch.take()
  }
  if (batch.isPending) yield batch.take()
}

async function* readRecords(spool: string, width: number): AsyncGenerator<FileRow> {
  let row = 0
  for await (const record of readLines(spool)) {
    row += 1
    const numbers = numbersOf(record)
    const { line } = record
    yield { row, cells: textsOf(record), numbers, line, ...besideOf(record), issue: flawOf(record, width) }
  }
}

function textsOf({ cells }: FileRecord): string[] {
  return cells.map((cell) => (typeof cell === 'number' ? numberText(cell) : cell))
}

/** Cells that cannot be trusted are no evidence for a column's type. */
function trustedTexts(record: FileRecord): string[] {
  const texts = textsOf(record)
  for (const [index] of record.refused ?? []) texts[index] = ''
  return texts
}

function numbersOf({ cells }: FileRecord): ReadonlySet<number> | undefined {
  let numbers: Set<number> | undefined
  for (const [index, cell] of cells.entries())
    if (typeof cell === 'number') (numbers ??= new Set()).add(index)
  return numbers
}

function besideOf({ refused, links, options }: FileRecord): Pick<FileRow, 'refused' | 'links' | 'options'> {
  return {
    ...(refused !== undefined && { refused: new Map(refused) }),
    ...(links !== undefined && { links: new Map(links) }),
    ...(options !== undefined && { options }),
  }
}

function isBlank({ cells, issue }: FileRecord): boolean {
  return issue === undefined && isBlankRow(cells)
}

function flawOf({ cells, issue }: FileRecord, width: number): Sentence | undefined {
  if (issue !== undefined) return issue
  if (cells.length > width && cells.slice(width).some((cell) => cell !== ''))
    return message('row.cell_count', { cells: cells.length, width })
  return cells.some((cell) => String(cell).includes('\0')) ? message('row.has_nul') : undefined
}

export interface ReadRows {
  readonly file: string
  readonly format: SpooledFormat
  readonly spool: string
  readonly text: { readonly encoding: TextEncoding; readonly start: string }
  readonly type: EntityType | undefined
  readonly sheet: string | undefined
  readonly language: string | undefined
  readonly header_row: number | undefined
  readonly maxRows: number | undefined
  readonly shape: ShapeChoice | undefined
}

export type SpooledFormat = Exclude<FileFormat, 'csv'>

interface SpooledRows {
  readonly scan: FileScan
  readonly sheets: string[]
}

/** Reads a workbook, JSON or XML to its end and spools its rows. */
export async function readRows(asked: ReadRows): Promise<SpooledRows> {
  const reader = await readers[asked.format](asked)
  const scan = await writeSpool(reader, asked.spool, asked.maxRows)
  const found = reader.shaped?.()
  if (!found) return { scan, sheets: reader.sheets }
  const { leftOut, ...shaped } = found
  const leftOutRows = [...(scan.read.left_out_rows ?? []), ...leftOut]
  const read = { ...scan.read, shape: shaped.shape.name, left_out_rows: leftOutRows }
  return { scan: { ...scan, ...shaped, read }, sheets: reader.sheets }
}

const readers: Record<SpooledFormat, (asked: ReadRows) => Promise<RecordReader>> = {
  xlsx: async ({ file, sheet, header_row: at }) => (await import('./xlsx.ts')).readXlsx(file, sheet, at),
  json: ({ file, text, type, shape, sheet, header_row: headerRow }) =>
    readJson(file, { ...text, type, shape, sheet, headerRow }),
  jsonl: ({ file, text, type, shape }) => readJsonLines(file, { ...text, type, shape }),
  xml: async ({ file, text, language, type, shape }) =>
    (await import('./xml/xml-records.ts')).readXml(file, { ...text, language, type, shape }),
}

import type { EntityType } from '#shared/entities.ts'
import type { FileFormat, ShapeChoice } from '#shared/imports.ts'
import type { FileScan } from '../../catalog/imports/start-import.ts'
import type { TextEncoding } from '../../catalog/imports/text-encoding.ts'
import { type RecordReader, type FileRecord, maxRowLength, refuseLongRow } from './record-reader.ts'
import { writeSpool } from './spooled-rows.ts'
import { readFile, stat } from 'node:fs/promises'
import { splitLines } from '#shared/split-lines.ts'
import { message } from '#shared/messages/message.ts'
import {
  findOutsized,
  OutsizedNumber,
  parseRowJson,
  readText,
  requireDepth,
  splitArray,
} from './json-text.ts'
import { refusal } from './file-rows.ts'
import { BrokenElement, chooseDialect, type JsonElements, openNested, unwrap } from './nested/open-nested.ts'
import { isObject, type JsonObject } from './nested/json-tree.ts'
import { isPage, scriptsOf } from './nested/page-scripts.ts'
import { rowsOfObject } from './wrapped-rows.ts'

/** A file of rows that is no CSV, and where its rows go. */
export interface ReadRows {
  readonly file: string
  readonly format: SpooledFormat
  readonly spool: string
  readonly text: { readonly encoding: TextEncoding; readonly start: string }
  readonly type: EntityType | undefined
  readonly sheet: string | undefined
  /** Of XML with texts in several, the one to take. */
  readonly language: string | undefined
  readonly header_row: number | undefined
  readonly maxRows: number | undefined
  /** As what products are read that hold others. */
  readonly shape: ShapeChoice | undefined
}

export type SpooledFormat = Exclude<FileFormat, 'csv'>

/** What there is to tell of a file when all of its rows are in the spool. */
export interface SpooledRows {
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

/** A file of JSON: its encoding, how it begins, and what is imported from it. */
interface JsonFile {
  readonly encoding: TextEncoding
  readonly start: string
  readonly type: EntityType | undefined
  /** As what products are read that hold others. */
  readonly shape: ShapeChoice | undefined
}

/** Reads JSON: a list of objects, or an object that holds one, as API answers do. Each object is a row, or a product with its variants. */
async function readJson(file: string, asked: JsonFile): Promise<RecordReader> {
  if (isPage(asked.start)) return readPage(file, asked)
  const isList = asked.start.trimStart().startsWith('[')
  const whole = isList ? undefined : await readObject(file, asked)
  return readElements(() => (whole ? elementsOf(whole) : elementsOfList(file, asked.encoding)), 'json', asked)
}

const maxPageBytes = 32 * 1024 * 1024

/** Reads the products that a page of a shop tells to programs. */
async function readPage(file: string, asked: JsonFile): Promise<RecordReader> {
  const { size } = await stat(file)
  if (size > maxPageBytes) throw refusal('The page is larger than 32 MiB. Save the product alone.')
  const text = new TextDecoder(asked.encoding).decode(await readFile(file))
  const things = Array.from(scriptsOf(text), parseLine).filter(isObjectOrList)
  const record = { '@graph': things.flat() }
  const elements = () => elementsOf([record])
  const dialect = asked.type === 'product' ? await chooseDialect(elements, asked.shape) : undefined
  if (dialect !== 'schema_org') throw refusal(message('file.page_without_products'))
  return openNested(elements, dialect, { format: 'json', encoding: asked.encoding })
}

function isObjectOrList(value: unknown): value is object {
  return Array.isArray(value) || isObject(value)
}

/** Reads JSON lines: each line is an object and a row. A line that is no JSON is a bad row, not a bad file. */
function readJsonLines(file: string, asked: JsonFile): Promise<RecordReader> {
  return readElements(() => elementsOfLines(file, asked.encoding), 'jsonl', asked)
}

async function readElements(
  elements: JsonElements,
  format: 'json' | 'jsonl',
  { encoding, type, shape }: JsonFile,
): Promise<RecordReader> {
  const dialect = type === 'product' ? await chooseDialect(elements, shape) : undefined
  if (dialect) return openNested(elements, dialect, { format, encoding })
  const columns = new Columns()
  async function* records(): AsyncGenerator<FileRecord> {
    for await (const element of elements()) yield columns.toRecord(element)
  }
  return { headers: columns.names, format, sheet: null, sheets: [], encoding, records }
}

async function* elementsOfLines(file: string, encoding: TextEncoding): AsyncGenerator {
  let row = 1
  const limit = { longest: maxRowLength, onTooLong: () => refuseLongRow(row) }
  for await (const line of splitLines(readText(file, encoding), limit)) {
    row += 1
    const text = line.replace(/^\uFEFF/, '').trim()
    yield text === '' ? undefined : parseLine(text)
  }
}

function parseLine(text: string): unknown {
  try {
    requireDepth(text)
    return parseRowJson(text)
  } catch {
    return new BrokenElement(cut(text), 'The line is not valid JSON.')
  }
}

/** The error file keeps the line, so that it can be corrected there. */
function cut(line: string): string {
  return line.length > maxShownLength ? `${line.slice(0, maxShownLength)}… (cut off)` : line
}

const maxShownLength = 1024 * 1024
const maxWrappedBytes = 256 * 1024 * 1024

async function* elementsOfList(file: string, encoding: TextEncoding): AsyncGenerator {
  let number = 0
  try {
    for await (const element of splitArray(readText(file, encoding))) {
      number += 1
      yield parseRowJson(element)
    }
  } catch (error) {
    throw toRefusal(error, number)
  }
}

async function* elementsOf(elements: readonly unknown[]): AsyncGenerator {
  for (const element of elements) yield element
}

async function readObject(file: string, { encoding, type, shape }: JsonFile): Promise<readonly unknown[]> {
  const { size } = await stat(file)
  if (size > maxWrappedBytes)
    throw refusal('The JSON is larger than 256 MiB and no list. Send a list, or one object a line.')
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(await readFile(file))
    requireDepth(text)
    const object = parseRowJson(text) as JsonObject
    const isNested = type === 'product' && shape !== 'none'
    return (isNested ? unwrap(object) : undefined) ?? rowsOfObject(object, type)
  } catch (error) {
    throw toRefusal(error, 0)
  }
}

function toRefusal(error: unknown, row: number): unknown {
  if (error instanceof SyntaxError)
    return refusal(message('file.json_not_valid', { row: row || 1, message: error.message }))
  return error instanceof TypeError ? refusal('The JSON is not in the encoding it begins with.') : error
}

/** The columns of JSON objects: every member that any of them has, in the order in which they first come. */
class Columns {
  readonly names: string[] = []
  readonly #indexes = new Map<string, number>()

  toRecord(value: unknown): FileRecord {
    if (value === undefined) return { cells: [] }
    if (value instanceof BrokenElement) return { cells: [value.text], issue: value.issue }
    if (!isObject(value)) return { cells: [JSON.stringify(value)], issue: message('row.not_an_object') }
    const cells: (string | number)[] = []
    for (const [name, member] of membersOf(value))
      cells[this.#indexOf(name)] = typeof member === 'number' ? member : toText(member)
    const outsized = findOutsized(value)
    const issue = outsized && { issue: `The number ${outsized.digits} is too large.` }
    return { cells: Array.from(cells, (cell) => cell ?? ''), ...issue }
  }

  #indexOf(name: string): number {
    const known = this.#indexes.get(name)
    if (known !== undefined) return known
    this.#indexes.set(name, this.names.length)
    return this.names.push(name) - 1
  }
}

/** An entity as the API answers it holds its values in `attributes`. */
function membersOf(value: JsonObject): [string, unknown][] {
  const { attributes, ...system } = value
  if (!isObject(attributes)) return Object.entries(value)
  return [...Object.entries(system), ...Object.entries(attributes)]
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (typeof value !== 'object') return JSON.stringify(value)
  if (value instanceof OutsizedNumber) return value.digits
  return Array.isArray(value) ? listText(value) : objectText(value)
}

function objectText(value: object): string {
  return 'id' in value && typeof value.id === 'string' ? value.id : JSON.stringify(value)
}

/** A list reads joined by commas where no member has one of its own, else as JSON. */
function listText(list: readonly unknown[]): string {
  const texts = list.map(toText)
  return texts.some((text) => text.includes(',')) ? JSON.stringify(list) : texts.join(', ')
}

const readers: Record<SpooledFormat, (asked: ReadRows) => Promise<RecordReader>> = {
  xlsx: async ({ file, sheet, header_row: at }) =>
    (await import('./xlsx-records.ts')).readXlsx(file, sheet, at),
  json: ({ file, text, type, shape }) => readJson(file, { ...text, type, shape }),
  jsonl: ({ file, text, type, shape }) => readJsonLines(file, { ...text, type, shape }),
  xml: async ({ file, text, language }) =>
    (await import('./xml/xml-records.ts')).readXml(file, text, language),
}

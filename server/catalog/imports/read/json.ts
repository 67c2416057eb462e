import { isUtf8 } from 'node:buffer'
import { type TextEncoding, type ShapeChoice, textEncodings } from '#shared/imports.ts'
import { type EntityType, pluralOf } from '#shared/entities.ts'
import { type RecordReader, refusal, type FileRecord, maxRowLength, refuseLongRow } from './file-rows.ts'
import { encodingOf, isPage, textOf } from './detect-format.ts'
import { readTables } from './sheets.ts'
import { stat, readFile } from 'node:fs/promises'
import { chooseDialect, openNested, type JsonElements, BrokenElement, unwrap } from './nested/open-nested.ts'
import { message, type Message } from '#shared/messages/message.ts'
import { isNothing, isObject, type JsonObject } from './nested/json-tree.ts'
import { splitLines } from '#shared/text.ts'
import {
  readText,
  requireDepth,
  parseRowJson,
  splitArray,
  findOutsized,
  OutsizedNumber,
} from './json-text.ts'
import { isObject as isAnyObject } from '#shared/exact-json.ts'

interface JsonFile {
  readonly encoding: TextEncoding
  readonly start: string
  readonly type: EntityType | undefined
  readonly shape: ShapeChoice | undefined
  readonly sheet?: string | undefined
  readonly headerRow?: number | undefined
}

/** Reads JSON: a list of objects, or an object that holds one, as API answers do. Each object is a row, or a product with its variants. */
export async function readJson(file: string, asked: JsonFile): Promise<RecordReader> {
  if (isPage(asked.start)) return readPage(file, asked)
  const isList = asked.start.trimStart().startsWith('[')
  if (isList) return readElements(() => elementsOfList(file, asked.encoding), 'json', asked)
  const { rows, notes } = await readObject(file, asked)
  return { ...(await readElements(() => elementsOf(rows), 'json', asked)), notes }
}

const maxPageBytes = 32 * 1024 * 1024

/** Reads the products in the JSON-LD of a shop's web page, else the rows of its table. */
async function readPage(file: string, asked: JsonFile): Promise<RecordReader> {
  const { size } = await stat(file)
  if (size > maxPageBytes) throw refusal(message('file.page_too_large'))
  const { text, encoding } = decodePage(await readFile(file))
  const things = Array.from(scriptsOf(text), parseLine).filter(isObjectOrList)
  const record = { '@graph': things.flat() }
  const elements = () => elementsOf([record])
  const dialect = asked.type === 'product' ? await chooseDialect(elements, asked.shape) : undefined
  if (dialect === 'schema_org') return openNested(elements, dialect, { format: 'json', encoding })
  const { openPageTables } = await import('./html-tables.ts')
  const tables = openPageTables(text)
  if (tables.sheets.length === 0) throw refusal(message('file.page_without_products'))
  return { ...(await readTables(tables, asked.sheet, asked.headerRow)), encoding }
}

const declaredCharset = /<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w-]{2,20})/i
const declaredWithin = 4096

/** The text of a page by its mark, by what it says of its encoding, or as UTF-8 where it is that. */
function decodePage(bytes: Buffer): { text: string; encoding: TextEncoding } {
  const { encoding: seen } = textOf(bytes.subarray(0, declaredWithin))
  const [, name = ''] = declaredCharset.exec(bytes.toString('latin1', 0, declaredWithin)) ?? []
  const declared = textEncodings.find((known) => known === encodingOf(name))
  const plain = isUtf8(bytes) ? 'utf-8' : (declared ?? 'windows-1252')
  const encoding = seen.startsWith('utf-16') ? seen : plain
  return { text: new TextDecoder(encoding).decode(bytes), encoding }
}

function isObjectOrList(value: unknown): value is object {
  return Array.isArray(value) || isObject(value)
}

/** Reads JSON lines: each line is an object and a row. A line that is no JSON is a bad row, not a bad file. */
export function readJsonLines(file: string, asked: JsonFile): Promise<RecordReader> {
  return readElements(() => elementsOfLines(file, asked.encoding), 'jsonl', asked)
}

async function readElements(
  elements: JsonElements,
  format: 'json' | 'jsonl',
  { encoding, type, shape }: JsonFile,
): Promise<RecordReader> {
  const dialect = type === 'product' ? await chooseDialect(elements, shape) : undefined
  if (dialect) return openNested(elements, dialect, { format, encoding })
  return openFlat(elements, { format, encoding })
}

/** Reads objects whose members are columns: each is a row. */
export function openFlat(
  elements: JsonElements,
  described: Pick<RecordReader, 'format' | 'encoding'>,
): RecordReader {
  const columns = new Columns()
  async function* records(): AsyncGenerator<FileRecord> {
    for await (const element of elements()) yield columns.toRecord(element)
  }
  return { ...described, headers: columns.names, sheet: null, sheets: [], records }
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

interface WrappedRows {
  readonly rows: readonly unknown[]
  readonly notes: readonly Message[]
}

async function readObject(file: string, { encoding, type, shape }: JsonFile): Promise<WrappedRows> {
  const { size } = await stat(file)
  if (size > maxWrappedBytes)
    throw refusal('The JSON is larger than 256 MiB and no list. Send a list, or one object a line.')
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(await readFile(file))
    requireDepth(text)
    const object = parseRowJson(text) as JsonObject
    const isNested = type === 'product' && shape !== 'none'
    const rows = (isNested ? unwrap(object) : undefined) ?? rowsOfObject(object, type)
    return { rows, notes: describeOthers(object, rows) }
  } catch (error) {
    throw toRefusal(error, 0)
  }
}

const maxNamed = 10

/** Tells what stands beside the list that is read, such as collections, with how many there are of each. */
function describeOthers(object: JsonObject, rows: readonly unknown[]): Message[] {
  const members = Object.entries(object)
  if (!members.some(([, value]) => value === rows)) return []
  const others = members.flatMap(([name, value]) => {
    if (value === rows || isNothing(value) || answerNames.has(lettersOf(name))) return []
    return [{ name, count: Array.isArray(value) ? value.length : 1 }]
  })
  if (others.length === 0) return []
  const count = others.reduce((sum, other) => sum + other.count, 0)
  const names = others.slice(0, maxNamed).map((other) => `${other.name} (${other.count})`)
  return [message('file.elements_left_out', { count, names: names.join(', ') })]
}

function toRefusal(error: unknown, row: number): unknown {
  if (error instanceof SyntaxError)
    return refusal(message('file.json_not_valid', { row: row || 1, message: error.message }))
  return error instanceof TypeError ? refusal('The JSON is not in the encoding it begins with.') : error
}

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

/** An entity in the API's form holds its values in `attributes`. */
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

/** A list is joined by commas where no member contains one, else written as JSON. */
function listText(list: readonly unknown[]): string {
  const texts = list.map(toText)
  return texts.some((text) => text.includes(',')) ? JSON.stringify(list) : texts.join(', ')
}

const listNames = new Set(['data', 'items', 'records', 'results', 'rows'])
const answerNames = new Set(
  `count cursor first generatedat hasmore hasnext last limit links message meta metadata next nextcursor nextpage object
   offset ok page pageinfo pages pagesize pagination paging perpage prev previous prevpage previouspage requestid
   searchcriteria skip status success timestamp took total totalcount totalpages url version`.split(/\s+/),
)

type Member = readonly [name: string, value: unknown]
type List = readonly [name: string, elements: readonly unknown[]]

/**
 * The rows of a file that is one JSON object: the list inside it, as in API answers, or the object itself.
 * Throws a refusal where it could be either, or where it holds several lists.
 */
export function rowsOfObject(
  object: Readonly<Record<string, unknown>>,
  type: EntityType | undefined,
): readonly unknown[] {
  const members = Object.entries(object)
  const isTyped = ([name]: Member) => type !== undefined && [type, pluralOf[type]].some(isNamed(name))
  const lists = members.filter((member): member is List & [string, unknown[]] => isList(member, isTyped))
  const own = members.filter((member) => isOwn(member, lists)).map(([name]) => name)
  const [typed, ...otherTyped] = lists.filter(isTyped)
  if (typed && otherTyped.length === 0) return hasLikeRows(typed, own) ? refuseMixed(own, typed) : typed[1]
  const generic = lists.filter(([name]) => listNames.has(lettersOf(name)))
  if (own.length === 0) return onlyList(generic, lists) ?? [object]
  const mixed = generic.find(([, elements]) => elements.length > 0)
  return mixed ? refuseMixed(own, mixed) : [object]
}

function isList([name, value]: Member, isTyped: (member: Member) => boolean): boolean {
  if (!Array.isArray(value) || answerNames.has(lettersOf(name))) return false
  if (value.length === 0) return listNames.has(lettersOf(name)) || isTyped([name, value])
  return value.some(isAnyObject)
}

/**
 * Whether a member is data of the object itself, and not metadata of an answer with a list (a total, a
 * page).
 */
function isOwn([name, value]: Member, lists: readonly List[]): boolean {
  if (value === null || (Array.isArray(value) && value.length === 0)) return false
  return !answerNames.has(lettersOf(name)) && lists.every(([list]) => list !== name)
}

/** Whether the object shares members with its list's objects, so that it may be a row like them. */
function hasLikeRows([, elements]: List, own: readonly string[]): boolean {
  const { attributes, ...members } = elements.find(isAnyObject) ?? {}
  const names = new Set([
    ...Object.keys(members),
    ...(isAnyObject(attributes) ? Object.keys(attributes) : []),
  ])
  return own.some((name) => names.has(name))
}

function onlyList(generic: readonly List[], lists: readonly List[]): readonly unknown[] | undefined {
  const [list] = generic.length === 1 ? generic : lists
  if (generic.length === 1 || lists.length < 2) return list?.[1]
  const names = lists.map(([name]) => `"${name}"`).join(', ')
  throw refusal(`The file holds several lists: ${names}. Send the one that is to be imported alone.`)
}

function refuseMixed(own: readonly string[], [name]: List): never {
  const shown = own.slice(0, 3).join(', ')
  throw refusal(
    `The file is an object with values of its own (${shown}) and a list "${name}". Send the list alone to import what it holds, or put the object in brackets, [{…}], to import the object.`,
  )
}

const isNamed = (name: string) => (known: string) => lettersOf(known) === lettersOf(name)

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}]/gu, '')
}

const longestTag = 2000

export function* scriptsOf(page: string): Generator<string> {
  const lower = page.toLowerCase()
  let at = lower.indexOf('<script')
  while (at >= 0) {
    const opened = lower.indexOf('>', at)
    const closed = opened < 0 ? -1 : lower.indexOf('</script', opened)
    if (closed < 0) return
    const tag = lower.slice(at, Math.min(opened, at + longestTag))
    if (/type\s*=\s*["']?application\/ld\+json/.test(tag)) yield page.slice(opened + 1, closed)
    at = lower.indexOf('<script', closed)
  }
}

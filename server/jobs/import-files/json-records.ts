import { readFile, stat } from 'node:fs/promises'
import type { EntityType } from '#shared/entities.ts'
import { splitLines } from '#shared/split-lines.ts'
import type { TextEncoding } from '../../catalog/imports/text-encoding.ts'
import { findOutsized, OutsizedNumber, parseRowJson } from './exact-json.ts'
import { readText, splitArray } from './json-text.ts'
import type { FileRecord, RecordReader } from './record-reader.ts'
import { refusal } from './file-rows.ts'
import { maxRowLength, refuseLongRow } from './row-bounds.ts'
import { rowsOfObject } from './wrapped-rows.ts'

/** A file of JSON: its encoding, how it begins, and what is imported from it. */
export interface JsonFile {
  readonly encoding: TextEncoding
  readonly start: string
  readonly type: EntityType | undefined
}

/** Reads JSON: a list of objects, or an object that holds one, as API answers do. Each object is a row. */
export async function readJson(file: string, { encoding, start, type }: JsonFile): Promise<RecordReader> {
  const columns = new Columns()
  const elements = start.trimStart().startsWith('[')
    ? splitArray(readText(file, encoding))
    : wrappedElements(file, encoding, type)
  async function* records(): AsyncGenerator<FileRecord> {
    let number = 0
    try {
      for await (const element of elements) {
        number += 1
        yield columns.toRecord(typeof element === 'string' ? parseRowJson(element) : element.value)
      }
    } catch (error) {
      throw toRefusal(error, number)
    }
  }
  return { headers: columns.names, format: 'json', sheet: null, sheets: [], encoding, records }
}

/** Reads JSON lines: each line is an object and a row. A line that is no JSON is a bad row, not a bad file. */
export async function readJsonLines(file: string, encoding: TextEncoding): Promise<RecordReader> {
  const columns = new Columns()
  async function* records(): AsyncGenerator<FileRecord> {
    let row = 1
    const limit = { longest: maxRowLength, onTooLong: () => refuseLongRow(row) }
    for await (const line of splitLines(readText(file, encoding), limit)) {
      row += 1
      const text = line.replace(/^\uFEFF/, '').trim()
      if (text === '') yield { cells: [] }
      else yield readLine(columns, text)
    }
  }
  return { headers: columns.names, format: 'jsonl', sheet: null, sheets: [], encoding, records }
}

function readLine(columns: Columns, text: string): FileRecord {
  try {
    return columns.toRecord(parseRowJson(text))
  } catch {
    return { cells: [cut(text)], issue: 'The line is not valid JSON.' }
  }
}

/** The error file keeps the line, so that it can be corrected there. */
function cut(line: string): string {
  return line.length > maxKeptLength ? `${line.slice(0, maxKeptLength)}… (cut off)` : line
}

const maxKeptLength = 1024 * 1024
const maxWrappedBytes = 256 * 1024 * 1024

async function* wrappedElements(
  file: string,
  encoding: TextEncoding,
  type: EntityType | undefined,
): AsyncGenerator<{ value: unknown }> {
  const { size } = await stat(file)
  if (size > maxWrappedBytes)
    throw refusal('The JSON is larger than 256 MiB and no list. Send a list, or one object a line.')
  const text = new TextDecoder(encoding, { fatal: true }).decode(await readFile(file))
  for (const value of rowsOfObject(parseRowJson(text) as Record<string, unknown>, type)) yield { value }
}

function toRefusal(error: unknown, row: number): unknown {
  if (error instanceof SyntaxError)
    return refusal(`The file is not valid JSON, near row ${row || 1}: ${error.message}.`)
  return error instanceof TypeError ? refusal('The JSON is not in the encoding it begins with.') : error
}

/** The columns of JSON objects: every member that any of them has, in the order in which they first come. */
class Columns {
  readonly names: string[] = []
  readonly #indexes = new Map<string, number>()

  toRecord(value: unknown): FileRecord {
    if (!isObject(value)) return { cells: [JSON.stringify(value)], issue: 'The row is no JSON object.' }
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
function membersOf(value: Record<string, unknown>): [string, unknown][] {
  const { attributes, ...system } = value
  if (!isObject(attributes)) return Object.entries(value)
  return [...Object.entries(system), ...Object.entries(attributes)]
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (typeof value !== 'object') return JSON.stringify(value)
  if (value instanceof OutsizedNumber) return value.digits
  return Array.isArray(value) ? listText(value) : objectText(value)
}

/** A reference is read by its id; any other object stays JSON. */
function objectText(value: object): string {
  return 'id' in value && typeof value.id === 'string' ? value.id : JSON.stringify(value)
}

/** A list reads joined by commas where no member has one of its own, else as JSON. */
function listText(list: readonly unknown[]): string {
  const texts = list.map(toText)
  return texts.some((text) => text.includes(',')) ? JSON.stringify(list) : texts.join(', ')
}

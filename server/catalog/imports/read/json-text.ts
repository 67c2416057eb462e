import type { TextEncoding } from '#shared/imports.ts'
import { createReadStream } from 'node:fs'
import { digitKeeper, parseExactly, type NumberKeeper } from '#shared/exact-json.ts'
import { maxRowLength, refuseLongRow, refusal } from './file-rows.ts'

export async function* readText(file: string, encoding: TextEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 }))
    yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

/**
 * The texts of the elements of one JSON array, without holding the array: the parts at depth 1 between
 * commas. The caller checks that each is JSON. Throws a SyntaxError where the array does not end.
 */
export async function* splitArray(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  const splitter = new ArraySplitter()
  for await (const piece of pieces) yield* splitter.take(piece)
  if (!splitter.isDone) throw new SyntaxError('the list is not closed')
}

const keepDigits = digitKeeper(/^-?\d+$/)

export class OutsizedNumber {
  readonly digits: string

  constructor(digits: string) {
    this.digits = digits
  }

  toJSON(): string {
    return this.digits
  }
}

/**
 * Parses the JSON of rows; a whole number with more digits than JavaScript keeps, such as a long code,
 * becomes text.
 */
export function parseRowJson(text: string): unknown {
  return parseExactly(text, keepNumber)
}

const keepNumber: NumberKeeper = (name, value, context) => {
  const exact = keepDigits(name, value, context)
  const isOutsized = typeof exact === 'number' && !Number.isFinite(exact)
  return isOutsized ? new OutsizedNumber(context?.source ?? String(exact)) : exact
}

export function findOutsized(value: unknown): OutsizedNumber | undefined {
  if (value instanceof OutsizedNumber) return value
  if (typeof value !== 'object' || value === null) return undefined
  for (const member of Object.values(value)) {
    const found = findOutsized(member)
    if (found) return found
  }
  return undefined
}

class ArraySplitter {
  isDone = false
  #depth = 0
  #isText = false
  #isEscaped = false
  #element = ''
  #row = 0

  take(piece: string): string[] {
    const elements: string[] = []
    let start = 0
    for (let index = 0; index < piece.length; index += 1) {
      const ends = this.#step(piece.charCodeAt(index))
      if (ends === undefined) continue
      const element = this.#element + piece.slice(start, index)
      if (element.trim() !== '' || ends === 'comma') elements.push(element)
      this.#element = ''
      this.#row += 1
      start = index + 1
    }
    this.#element += piece.slice(start)
    if (this.#element.length > maxRowLength) refuseLongRow(this.#row)
    return elements
  }

  #step(code: number): 'comma' | 'end' | 'start' | undefined {
    if (this.#isText) return this.#stepText(code)
    if (code === quote) this.#isText = true
    else if (openers.has(code)) return this.#open()
    else if (closers.has(code)) return this.#close()
    else if (code === comma && this.#depth === 1) return 'comma'
    return undefined
  }

  #stepText(code: number): undefined {
    if (this.#isEscaped) this.#isEscaped = false
    else if (code === backslash) this.#isEscaped = true
    else if (code === quote) this.#isText = false
  }

  #open(): 'start' | undefined {
    this.#depth += 1
    if (this.#depth > maxDepth) throw refusal(tooDeep)
    // Text before the list (a byte order mark, white space) is no element.
    if (this.#depth > 1) return undefined
    this.#element = ''
    return 'start'
  }

  #close(): 'end' | undefined {
    this.#depth -= 1
    if (this.#depth > 0) return undefined
    this.isDone = true
    return 'end'
  }
}

/** Throws a sentence for a text that is nested too deep to be parsed and traversed. */
export function requireDepth(text: string): void {
  let depth = 0
  for (const [bracket] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{\]}]/gs)) {
    if (bracket.startsWith('"')) continue
    depth += openers.has(bracket.charCodeAt(0)) ? 1 : -1
    if (depth > maxDepth) throw refusal(tooDeep)
  }
}

const maxDepth = 100
const tooDeep = `The JSON is nested deeper than ${maxDepth} levels. Flatten it and import it again.`
const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const openers = new Set([0x5b, 0x7b])
const closers = new Set([0x5d, 0x7d])

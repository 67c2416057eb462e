/**
 * Reads the text of packages within limits that hold while reading: each byte is read a fixed number of
 * times, whatever its arrangement.
 */
import { damaged } from '../../catalog/packages/store-schema.ts'

const maxLine = 48 * 1024 * 1024
const maxDepth = 64
const maxValues = 2_000_000
const lineFeed = 0x0a

/**
 * Yields the lines of a part. Throws for a line as soon as it is too long, for invalid text, and for an
 * unterminated last line.
 */
export async function* linesOf(chunks: AsyncIterable<Buffer>, name: string): AsyncGenerator<string> {
  let line = new GrowingLine(name)
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      line.add(chunk.subarray(start, end))
      start = end + 1
      const text = line.text()
      line = new GrowingLine(name)
      yield text
    }
    line.add(chunk.subarray(start))
  }
  if (line.length > 0) throw damaged(`${name} is cut off.`)
}

class GrowingLine {
  readonly #name: string
  #pieces: Buffer[] = []
  #length = 0

  constructor(name: string) {
    this.#name = name
  }

  get length(): number {
    return this.#length
  }

  add(piece: Buffer): void {
    this.#length += piece.length
    if (this.#length > maxLine) throw damaged(`A line of ${this.#name} is too long.`)
    if (piece.length > 0) this.#pieces.push(piece)
  }

  text(): string {
    const bytes = Buffer.concat(this.#pieces)
    this.#pieces = []
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    } catch {
      throw damaged(`${this.#name} is no text.`)
    }
  }
}

const [opens, closes, divides, quotes, isBlank] = [1, 2, 3, 4, 5] as const
const meanings = meaningsOf({ '[{': opens, ']}': closes, ',': divides, '"': quotes, ' \t\r\n': isBlank })

function meaningsOf(signs: Readonly<Record<string, number>>): Uint8Array {
  const table = new Uint8Array(0x80)
  for (const [texts, meaning] of Object.entries(signs))
    for (const sign of texts) table[sign.charCodeAt(0)] = meaning
  return table
}

/**
 * Refuses JSON with too much depth, too many values or, outside of texts, too many blanks, before it is
 * parsed: short values take many times as much memory as their text, and blanks unlimited time. Characters
 * inside of texts do not count.
 */
export function refuseWide(entry: string, text: string, maxBlanks: number): void {
  const { deepest, values, blanks } = measure(text)
  if (deepest > maxDepth) throw damaged(`${entry} is nested too deeply.`)
  if (values > maxValues) throw damaged(`${entry} consists of too many values.`)
  if (blanks > maxBlanks) throw damaged(`${entry} consists of too many blanks.`)
}

function measure(text: string): {
  readonly deepest: number
  readonly values: number
  readonly blanks: number
} {
  let [depth, deepest, values, blanks] = [0, 0, 0, 0]
  for (let at = 0; at < text.length; at += 1) {
    const meaning = meanings[text.charCodeAt(at)]
    if (meaning === quotes) at = endOfText(text, at)
    else if (meaning === isBlank) blanks += 1
    else if (meaning === divides) values += 1
    else if (meaning === closes) depth -= 1
    else if (meaning === opens) {
      depth += 1
      values += 1
      if (depth > deepest) deepest = depth
    }
  }
  return { deepest, values, blanks }
}

/** Returns the end of the text that begins at `start`; the end of the input for an unterminated one. */
function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === 0x22) return at
    if (sign === 0x5c) at += 1
  }
  return text.length
}

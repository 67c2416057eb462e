import { pipeline } from 'node:stream'
import { type Parser, parse } from 'csv-parse'
import { message } from '#shared/messages/message.ts'
import { readAsUtf8, type SeenText, type TextFormat, textsOf } from './csv-text.ts'
import { maxRowLength, refusal } from './file-rows.ts'

/** The records of a CSV file: split here where the file is well-formed, by csv-parse where it is not. */
export interface RecordFormat extends TextFormat {
  readonly delimiter: string
  readonly fromLine: number
  readonly isStrict: boolean
  /** Whether the file quotes nothing, so that quotes are plain characters. */
  readonly isUnquoted?: boolean
}

/**
 * All records, some at a time. csv-parse takes eight times as long, so it only reads files that prove
 * irregular: it starts again from the beginning and continues after the records already yielded.
 */
export async function* readCsvRecords(
  file: string,
  format: RecordFormat,
  seen: SeenText,
): AsyncGenerator<readonly string[][]> {
  let given = 0
  if (isPlain(format)) {
    const splitter = new RecordSplitter(format)
    for await (const records of splitAll(splitter, readAsUtf8(file, format, seen))) {
      given += records.length
      yield records
    }
    if (!splitter.isUnterminated) return
  }
  for await (const record of openParser(file, format, seen)) {
    if (given === 0) yield [record]
    else given -= 1
  }
}

function isPlain({ delimiter, isStrict, hasFlaws }: RecordFormat): boolean {
  return isStrict && !hasFlaws && delimiter !== '' && !/["\r\n]/.test(delimiter)
}

async function* splitAll(
  splitter: RecordSplitter,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<readonly string[][]> {
  for await (const chunk of chunks) {
    yield splitter.split(chunk, false)
    if (splitter.isUnterminated) return
  }
  yield splitter.split(nothing, true)
}

const nothing = Buffer.alloc(0)
const byteOrderMark = Buffer.from('\uFEFF')
const [lineFeed, carriageReturn, quote] = [0x0a, 0x0d, 0x22]

/**
 * Splits the bytes of a file as they arrive. Every record is a text of its own, so that a kept cell
 * retains only its row.
 */
class RecordSplitter {
  readonly #delimiter: string
  readonly #isUnquoted: boolean
  #linesToSkip: number
  #rest: Buffer | undefined
  isUnterminated = false

  constructor({ delimiter, fromLine, isUnquoted = false }: RecordFormat) {
    this.#delimiter = delimiter
    this.#isUnquoted = isUnquoted
    this.#linesToSkip = fromLine - 1
  }

  split(chunk: Uint8Array, isEnd: boolean): string[][] {
    const bytes = Buffer.concat([this.#rest ?? nothing, this.#rest ? chunk : withoutMark(chunk)])
    const ends = new RecordEnds(bytes, isEnd, this.#isUnquoted)
    const records: string[][] = []
    let from = 0
    for (let end = ends.find(from); end && !this.isUnterminated; end = ends.find(from)) {
      const cells = this.#cellsOf(bytes, from, end)
      this.isUnterminated = cells === undefined
      if (this.#linesToSkip > 0) this.#linesToSkip -= 1
      else if (cells) records.push(cells)
      from = end.next
    }
    this.#rest = bytes.subarray(from)
    this.isUnterminated ||= this.#rest.length > maxRowLength
    return records
  }

  #cellsOf(bytes: Buffer, from: number, { at, hasQuotes }: RecordEnd): string[] | undefined {
    if (at - from > maxRowLength) return undefined
    const text = bytes.toString('utf8', from, at)
    return hasQuotes ? unquote(text, this.#delimiter) : text.split(this.#delimiter)
  }
}

function withoutMark(chunk: Uint8Array): Uint8Array {
  return byteOrderMark.equals(chunk.subarray(0, 3)) ? chunk.subarray(3) : chunk
}

interface RecordEnd {
  readonly at: number
  readonly next: number
  readonly hasQuotes: boolean
}

/** The ends of records: the first line end with an even number of quotes before it. */
class RecordEnds {
  readonly #bytes: Buffer
  readonly #isEnd: boolean
  #lineFeed = -1
  #carriageReturn = -1
  #quote: number

  /** `isEnd` says that these are the last bytes, `isUnquoted` that quotes are plain characters. */
  constructor(bytes: Buffer, isEnd: boolean, isUnquoted: boolean) {
    this.#bytes = bytes
    this.#isEnd = isEnd
    this.#quote = isUnquoted ? bytes.length : this.#indexOf(quote, 0)
  }

  /** To be called for one record after the other; undefined where no record ends in these bytes. */
  find(from: number): RecordEnd | undefined {
    const { length } = this.#bytes
    if (from >= length) return undefined
    let at = this.#endOfLine(from)
    let quotes = this.#countQuotes(at)
    while (quotes % 2 > 0 && at < length) {
      at = this.#endOfLine(at + 1)
      quotes += this.#countQuotes(at)
    }
    const isReturn = this.#bytes[at] === carriageReturn
    if (!this.#isEnd && at + (isReturn ? 1 : 0) >= length) return undefined
    const next = at + (isReturn && this.#bytes[at + 1] === lineFeed ? 2 : 1)
    return { at, next, hasQuotes: quotes > 0 }
  }

  #countQuotes(end: number): number {
    let count = 0
    for (; this.#quote < end; this.#quote = this.#indexOf(quote, this.#quote + 1)) count += 1
    return count
  }

  #endOfLine(from: number): number {
    if (this.#lineFeed < from) this.#lineFeed = this.#indexOf(lineFeed, from)
    if (this.#carriageReturn < from) this.#carriageReturn = this.#indexOf(carriageReturn, from)
    return Math.min(this.#lineFeed, this.#carriageReturn)
  }

  #indexOf(byte: number, from: number): number {
    const index = this.#bytes.indexOf(byte, from)
    return index < 0 ? this.#bytes.length : index
  }
}

/** The cells of a record with quoted cells; undefined where a quote is misplaced. */
function unquote(text: string, delimiter: string): string[] | undefined {
  const cells: string[] = []
  for (let from = 0; ;) {
    const isQuoted = text.startsWith('"', from)
    const close = isQuoted ? findClosing(text, from + 1) : -1
    const end = isQuoted ? close + 1 : findDelimiter(text, delimiter, from)
    const isDelimited = text.startsWith(delimiter, end)
    if (isQuoted ? close < 0 || !(isDelimited || end === text.length) : text.slice(from, end).includes('"'))
      return undefined
    cells.push(isQuoted ? text.slice(from + 1, close).replaceAll('""', '"') : text.slice(from, end))
    if (!isDelimited) return cells
    from = end + delimiter.length
  }
}

function findDelimiter(text: string, delimiter: string, from: number): number {
  const index = text.indexOf(delimiter, from)
  return index < 0 ? text.length : index
}

function findClosing(text: string, from: number): number {
  for (let index = text.indexOf('"', from); ; index = text.indexOf('"', index + 2))
    if (index < 0 || text[index + 1] !== '"') return index
}

function openParser(file: string, format: RecordFormat, seen: SeenText): Parser {
  const parser = parse({
    delimiter: format.delimiter,
    bom: !format.hasFlaws,
    from_line: format.fromLine,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: !format.isStrict,
    ...(format.isUnquoted && { quote: false }),
    max_record_size: maxRowLength,
    // Cells arrive as bytes, so that those that are not UTF-8 can be noted.
    ...(format.hasFlaws && { encoding: null, on_record: (cells) => textsOf(cells as Buffer[], seen) }),
  })
  pipeline(boundRows(readAsUtf8(file, format, seen), parser), parser, () => undefined)
  return parser
}

/** csv-parse limits the size of cells, but not their number in a row. */
async function* boundRows(chunks: AsyncIterable<Uint8Array>, parser: Parser): AsyncGenerator<Uint8Array> {
  let records = 0
  let length = 0
  for await (const chunk of chunks) {
    length = parser.info.records === records ? length + chunk.length : 0
    records = parser.info.records
    if (length > maxRowLength) throw tooLongRow(parser.info.lines)
    yield chunk
  }
}

export function tooLongRow(line: number | string): Error {
  return refusal(message('file.row_too_long', { line }))
}

import type { TextEncoding } from '#shared/imports.ts'
import { SentenceError } from '#shared/messages/sentence-error.ts'
import { createReadStream } from 'node:fs'
import { message } from '#shared/messages/message.ts'
import { isUtf8 } from 'node:buffer'

/** How the bytes of a file are to be read. */
export interface TextFormat {
  readonly encoding: TextEncoding
  /** Whether a file of UTF-8 holds other bytes too; its cells then have to be looked at one by one. */
  readonly hasFlaws: boolean
}

/** What the bytes of a file have shown. */
export class SeenText {
  hasNul = false
  /** The records with bytes that are not of the encoding. */
  readonly garbled = new WeakSet<readonly string[]>()
}

/** A file that was taken for UTF-8 holds other bytes. */
export class NotUtf8 extends SentenceError {}

const chunkSize = 256 * 1024
const mark = Buffer.from('\uFEFF')

/** The file as UTF-8; with flaws as it stands, lest they are lost before their cell is known. */
export async function* readAsUtf8(
  file: string,
  format: TextFormat,
  seen: SeenText,
): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterable<Buffer> = createReadStream(file, { highWaterMark: chunkSize })
  for await (const bytes of format.hasFlaws ? withoutMark(chunks) : converted(chunks, format.encoding)) {
    if (!seen.hasNul) seen.hasNul = bytes.includes(0)
    yield bytes
  }
}

async function* converted(chunks: AsyncIterable<Buffer>, encoding: TextEncoding): AsyncGenerator<Buffer> {
  const decode = await openDecoder(encoding)
  for await (const chunk of chunks) {
    const text = decode(chunk)
    yield encoding === 'utf-8' ? chunk : Buffer.from(text)
  }
  const rest = decode(undefined)
  if (encoding !== 'utf-8' && rest !== '') yield Buffer.from(rest)
}

type Decode = (chunk: Buffer | undefined) => string

/** The decoders of Node know half of the Chinese and Korean signs, so others take care of what is no Unicode. */
async function openDecoder(encoding: TextEncoding): Promise<Decode> {
  if (!nativeEncodings.has(encoding)) {
    const { default: iconv } = await import('iconv-lite')
    const decoder = iconv.getDecoder(encoding)
    return (chunk) => (chunk ? decoder.write(chunk) : (decoder.end() ?? ''))
  }
  const decoder = new TextDecoder(encoding, { fatal: encoding === 'utf-8' })
  return (chunk) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
    } catch {
      throw new NotUtf8(message('file.not_utf8'))
    }
  }
}

const nativeEncodings = new Set<TextEncoding>(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'])

async function* withoutMark(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true
  for await (const chunk of chunks) {
    yield isFirst && chunk.subarray(0, 3).equals(mark) ? chunk.subarray(3) : chunk
    isFirst = false
  }
}

/**
 * Whether a file with bytes that are not UTF-8 is UTF-8 all the same, with a few bytes from elsewhere. Text of another
 * encoding hardly ever looks like UTF-8, so most of the signs beyond ASCII decide.
 */
export async function isMostlyUtf8(file: string, signal: AbortSignal): Promise<boolean> {
  const decoder = new TextDecoder()
  let balance = 0
  for await (const chunk of createReadStream(file, { highWaterMark: chunkSize, signal }))
    balance += balanceOf(decoder.decode(chunk, { stream: true }))
  return balance + balanceOf(decoder.decode()) > 0
}

/** The signs beyond ASCII in a text, less those that replace what could not be read. */
function balanceOf(text: string): number {
  let balance = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === replacement) balance -= 1
    else if (code > 0x7f && !isSecondHalf(code)) balance += 1
  }
  return balance
}

const replacement = 0xfffd

function isSecondHalf(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff
}

/** The texts of a record of bytes. What is not UTF-8 is shown as Windows-1252, from where such bytes come most. */
export function textsOf(record: readonly Buffer[], seen: SeenText): string[] {
  let isGarbled = false
  const texts = record.map((cell) => {
    if (isUtf8(cell)) return cell.toString()
    isGarbled = true
    return new TextDecoder('windows-1252').decode(cell)
  })
  if (isGarbled) seen.garbled.add(texts)
  return texts
}

/** Whether a record holds bytes that are not of the encoding of its file. Unicode itself has the sign for such bytes. */
export function isGarbled(record: readonly string[], { encoding }: TextFormat, seen: SeenText): boolean {
  if (nativeEncodings.has(encoding)) return seen.garbled.has(record)
  return record.some((cell) => cell.includes('\uFFFD'))
}

const delimiters = [',', ';', '\t', '|'] as const
type Delimiter = (typeof delimiters)[number]

const maxRecords = 100

/**
 * Picks the delimiter that splits the first records most evenly; a comma when there is none (one column). `isWhole` says
 * that the sample is the whole file, so that its last line counts too.
 */
export function detectDelimiter(sample: string, isWhole: boolean): Delimiter {
  const records = countDelimiters(sample, isWhole)
  const [header] = records
  if (!header) return ','

  let best: { delimiter: Delimiter; score: number } = { delimiter: ',', score: 0 }
  for (const [index, delimiter] of delimiters.entries()) {
    const expected = header[index] ?? 0
    const even = records.filter((counts) => counts[index] === expected).length / records.length
    const score = expected === 0 ? 0 : even + expected / 10_000
    if (score > best.score) best = { delimiter, score }
  }
  return best.score < halfOfRecords ? (underTitles(records) ?? best.delimiter) : best.delimiter
}

const halfOfRecords = 0.5
const maxRecordsCount = 0.7
const fewestRecords = 3

/** The delimiter of a table under lines of another kind: that which most records have equally often, and more than once. */
function underTitles(records: readonly number[][]): Delimiter | undefined {
  if (records.length < fewestRecords) return undefined
  const shares = delimiters.map((delimiter, index) => {
    const counts = new Map<number, number>()
    for (const record of records) counts.set(record[index] ?? 0, (counts.get(record[index] ?? 0) ?? 0) + 1)
    const [usual = 0, many = 0] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? []
    return { delimiter, share: usual >= 2 ? many / records.length : 0 }
  })
  const [most] = shares.sort((a, b) => b.share - a.share)
  return most && most.share >= maxRecordsCount ? most.delimiter : undefined
}

/** What the first line of a CSV says of its delimiter, as Excel writes it (`sep=;`), and the text behind that line. */
export function readSeparatorLine(text: string): { delimiter: string; rest: string } | undefined {
  const [line = '', quote, delimiter] = /^\uFEFF?("?)sep=([^"\r\n])\1(?:\r\n|\r|\n|$)/i.exec(text) ?? []
  return quote === undefined || delimiter === undefined
    ? undefined
    : { delimiter, rest: text.slice(line.length) }
}

function countDelimiters(sample: string, isWhole: boolean): number[][] {
  const records: number[][] = []
  for (const record of splitRecords(sample, isWhole)) {
    records.push(delimiters.map((delimiter) => record.split(delimiter).length - 1))
    if (records.length >= maxRecords) break
  }
  return records
}

const quoteOpeners = new Set<string | undefined>([undefined, '\n', '\r', ...delimiters])

/** The records of the sample without what they hold between quotes; empty lines are left out. */
function splitRecords(sample: string, isWhole: boolean): string[] {
  const records = withoutQuoted(sample)
    .split(/[\r\n]/)
    .filter((record) => record !== '')
  // A sample ends anywhere: its last record counts only where it is the last of the file, or the only one.
  return isWhole || records.length === 1 ? records : records.slice(0, -1)
}

function withoutQuoted(sample: string): string {
  let unquoted = ''
  let isQuoted = false
  for (let index = 0; index < sample.length; index += 1) {
    const char = sample.charAt(index)
    if (char === '"' && (isQuoted || quoteOpeners.has(sample[index - 1]))) isQuoted = !isQuoted
    else if (!isQuoted) unquoted += char
  }
  return unquoted
}

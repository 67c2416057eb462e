import type { TextEncoding } from '#shared/imports.ts'
import { createReadStream } from 'node:fs'
import { message, SentenceError } from '#shared/messages/message.ts'
import { isUtf8 } from 'node:buffer'

export interface TextFormat {
  readonly encoding: TextEncoding
  /** Whether a UTF-8 file holds invalid bytes too; its cells then have to be decoded one by one. */
  readonly hasFlaws: boolean
}

export class SeenText {
  hasNul = false
  readonly garbled = new WeakSet<readonly string[]>()
}

export class NotUtf8 extends SentenceError {}

const chunkSize = 256 * 1024
const mark = Buffer.from('\uFEFF')

/** The file as UTF-8; with invalid bytes unchanged, so that their cells can still be found. */
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

/**
 * Node's decoders lack half of the Chinese and Korean characters, so a library decodes everything but
 * Unicode.
 */
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

/** The text of the beginning of a file, whatever bytes are in it. */
export async function decodeSample(head: Uint8Array, encoding: TextEncoding): Promise<string> {
  if (nativeEncodings.has(encoding)) return new TextDecoder(encoding).decode(head, { stream: true })
  const { default: iconv } = await import('iconv-lite')
  return iconv.decode(Buffer.from(head), encoding)
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
 * Whether a file with invalid UTF-8 bytes is UTF-8 nevertheless. Text of another encoding hardly ever
 * looks like UTF-8, so the majority of the characters beyond ASCII decides.
 */
export async function isMostlyUtf8(file: string, signal: AbortSignal): Promise<boolean> {
  const decoder = new TextDecoder()
  let balance = 0
  for await (const chunk of createReadStream(file, { highWaterMark: chunkSize, signal }))
    balance += balanceOf(decoder.decode(chunk, { stream: true }))
  return balance + balanceOf(decoder.decode()) > 0
}

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

/** The texts of a record of bytes. Invalid UTF-8 is read as Windows-1252, the usual origin of such bytes. */
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

/**
 * Whether a record holds bytes that are invalid in its file's encoding. Unicode has a replacement
 * character for them.
 */
export function isGarbled(record: readonly string[], { encoding }: TextFormat, seen: SeenText): boolean {
  if (nativeEncodings.has(encoding)) return seen.garbled.has(record)
  return record.some((cell) => cell.includes('\uFFFD'))
}

const delimiters = [',', ';', '\t', '|'] as const
type Delimiter = (typeof delimiters)[number]

const maxRecords = 100

/**
 * Picks the delimiter that splits the first records most evenly; a comma where there is none (one column).
 * `isWhole` says that the sample is the whole file, so that its last line counts too.
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

/**
 * The delimiter of a table below title lines: the one that most records have equally often, and more than
 * once.
 */
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

/** The records of the sample without their quoted parts; empty lines are left out. */
function splitRecords(sample: string, isWhole: boolean): string[] {
  const records = withoutQuoted(sample)
    .split(/[\r\n]/)
    .filter((record) => record !== '')
  // A sample may end within a record: its last record counts only where it ends the file or is the only one.
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

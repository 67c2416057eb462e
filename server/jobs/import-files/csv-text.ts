/** Turns the bytes of a CSV file into UTF-8, which its parser reads, and finds the cells whose bytes are none. */
import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import type { TextEncoding } from '#shared/imports.ts'
import { message } from '#shared/messages/message.ts'
import { SentenceError } from '#shared/messages/sentence-error.ts'

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

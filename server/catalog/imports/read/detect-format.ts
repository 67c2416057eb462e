import { type TextEncoding, type FileFormat, fileFormats } from '#shared/imports.ts'
import { CatalogError } from '../../errors.ts'
import { message, type Sentence, sentences } from '#shared/messages/message.ts'
import { refusal } from './file-rows.ts'
import { open } from 'node:fs/promises'

const headLength = 64 * 1024

interface AskedFormat {
  readonly format?: string | undefined
  readonly encoding?: TextEncoding | undefined
  readonly language?: string | undefined
}

/**
 * The format of a file and its beginning; the content decides the format by default. Throws for a language
 * that the format cannot use.
 */
export async function readFormat(
  file: string,
  { format: asked, encoding, language }: AskedFormat,
): Promise<{ format: FileFormat; head: Uint8Array }> {
  const head = await readHead(file, headLength)
  const format = fileFormats.find((known) => known === asked) ?? detectFormat(head, encoding)
  if (language !== undefined && format !== 'xml')
    throw needlessLanguage(`Only XML has texts in several languages, and this file is ${names[format]}`)
  return { format, head }
}

const names: Record<Exclude<FileFormat, 'xml'>, string> = {
  csv: 'CSV',
  xlsx: 'a workbook',
  json: 'JSON',
  jsonl: 'JSON',
}

/** Refuses a setting that would be ignored, because its sender expects an effect. */
export function needlessLanguage(why: string): CatalogError {
  const message = `${why}. Leave the language out.`
  const fieldErrors = [{ field: 'language', issue: 'invalid_value' as const, message }]
  return new CatalogError('validation_failed', message, { fieldErrors })
}

/**
 * Tells the format of a file from its first bytes; an unknown one counts as CSV, whose reader reports what
 * is wrong.
 */
export function detectFormat(head: Uint8Array, encoding?: TextEncoding): FileFormat {
  const { start: beginning } = textOf(head)
  if (isZip(head) || isCompound(head) || spreadsheetMl.test(beginning)) return 'xlsx'
  if (isPage(beginning)) return 'json'
  const nature = detectEncoding(head, encoding)
  if (nature.kind === 'empty') throw refusal(message('file.empty'))
  if (nature.kind === 'unreadable' && nature.format === undefined) throw refusal(nature.reason)
  return formatOfText(beginning)
}

function formatOfText(start: string): FileFormat {
  if (xmlOpening.test(start)) return 'xml'
  if (!jsonOpening.test(start)) return 'csv'
  return isJsonLine(start) ? 'jsonl' : 'json'
}

// Without the XML declaration another tag has to follow the first: a table may begin with one.
const xmlOpening =
  /^\uFEFF?\s*<(\?xml[\s?]|!--|!DOCTYPE\s+(?!html)\w|(\w+:)?(rss|feed|BMECAT|catalogueItemNotificationMessage)[\s>]|(?!(?:table|thead|tr|body|head|p|b|i|div|span|font|h\d)\b)[\p{L}_][^<>"']*(?:["'][^<>]*)?>\s*<)/iu
const jsonOpening = /^\s*(\{\s*("|\}|$)|\[\s*([[{\]]|$))/

/** Excel 2003 as XML. */
const spreadsheetMl = /^\uFEFF?\s*<\?xml[^]{0,2000}urn:schemas-microsoft-com:office:spreadsheet/

/** The container of Excel 97 to 2003, and of workbooks with a password. */
function isCompound(head: Uint8Array): boolean {
  return head[0] === 0xd0 && head[1] === 0xcf && head[2] === 0x11 && head[3] === 0xe0
}

function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && head[2] === 0x03 && head[3] === 0x04
}

export function textOf(head: Uint8Array): { encoding: TextEncoding; start: string } {
  const nature = detectEncoding(head)
  const encoding = nature.kind === 'text' ? nature.encoding : 'utf-8'
  return { encoding, start: new TextDecoder(encoding).decode(head, { stream: true }) }
}

function isJsonLine(start: string): boolean {
  const [line = '', ...others] = start.trimStart().split('\n')
  try {
    const value: Record<string, unknown> = JSON.parse(line)
    if (Array.isArray(value)) return false
    return others.some((other) => other.trim() !== '') || !Object.values(value).some(mayHoldRows)
  } catch {
    return false
  }
}

function mayHoldRows(value: unknown): boolean {
  if (!Array.isArray(value)) return false
  return value.length === 0 || value.some((member) => typeof member === 'object' && member !== null)
}

export async function readHead(file: string, length: number): Promise<Uint8Array> {
  const handle = await open(file).catch(() => {
    throw uploadGone()
  })
  try {
    const buffer = new Uint8Array(length)
    const { bytesRead } = await handle.read(buffer, 0, length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

export async function isWorkbook(file: string): Promise<boolean> {
  const head = await readHead(file, 4)
  return isZip(head) || isCompound(head)
}

export function uploadGone(): Error {
  return refusal(message('file.upload_gone'))
}

type Witness = 'mark' | 'user' | 'content'

type FileNature =
  | { readonly kind: 'text'; readonly encoding: TextEncoding; readonly by: Witness }
  | { readonly kind: 'empty' }
  | { readonly kind: 'unreadable'; readonly reason: Sentence; readonly format?: 'json' | 'xml' }

const marks: readonly { bytes: readonly number[]; encoding: TextEncoding }[] = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
]

const signatures: readonly { bytes: readonly number[]; what: string }[] = [
  { bytes: [0x50, 0x4b, 0x03, 0x04], what: 'an Excel workbook or another zip archive' },
  { bytes: [0x25, 0x50, 0x44, 0x46], what: 'a PDF document' },
  { bytes: [0x89, 0x50, 0x4e, 0x47], what: 'a picture' },
  { bytes: [0xff, 0xd8, 0xff], what: 'a picture' },
  { bytes: [0x1f, 0x8b], what: 'a compressed file' },
  { bytes: [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65], what: 'a database file' },
]

const openings: readonly { pattern: RegExp; what: string; format?: 'json' | 'xml' }[] = [
  { pattern: /^\s*[[{]\s*("|[[{\]}]|$)/, what: 'JSON', format: 'json' },
  { pattern: /^\s*<\?xml/i, what: 'XML', format: 'xml' },
  { pattern: /^\s*<(!doctype\s+html|html)/i, what: 'a web page' },
]

const saveAsCsv = message('file.save_as_csv')

/**
 * Tells from the first bytes whether a file is text, and its encoding: a mark decides, then the user's
 * choice. `utf-8` by the content is only a guess until the whole file is read.
 */
export function detectEncoding(head: Uint8Array, asked?: TextEncoding): FileNature {
  if (head.length === 0) return { kind: 'empty' }
  const mark = marks.find(({ bytes }) => startsWith(head, bytes))
  if (mark) return text(mark.encoding, 'mark')

  const signature = signatures.find(({ bytes }) => startsWith(head, bytes))
  if (signature) return unreadable(message('file.not_csv', { what: signature.what }))
  const start = Buffer.from(head.subarray(0, 200)).toString('latin1')
  const opening = openings.find(({ pattern }) => pattern.test(start))
  if (opening) {
    const nature = unreadable(message('file.not_csv', { what: opening.what }))
    return opening.format === undefined ? nature : { ...nature, format: opening.format }
  }
  if (asked) return text(asked, 'user')
  const wide = utf16WithoutMark(head)
  if (wide) return text(wide, 'content')
  return looksBinary(head) ? unreadable(message('file.not_a_text')) : text('utf-8', 'content')
}

function text(encoding: TextEncoding, by: Witness): FileNature {
  return { kind: 'text', encoding, by }
}

function unreadable(reason: Sentence): Extract<FileNature, { kind: 'unreadable' }> {
  return { kind: 'unreadable', reason: sentences(reason, saveAsCsv) }
}

function startsWith(head: Uint8Array, bytes: readonly number[]): boolean {
  return bytes.every((byte, index) => head[index] === byte)
}

/**
 * UTF-16 without a mark: of each two bytes one is nearly always one of a few, since a text is of a script or
 * two, and zero for delimiters and digits; the other never is zero.
 */
function utf16WithoutMark(head: Uint8Array): TextEncoding | undefined {
  const [even, odd] = [countBytes(head, 0), countBytes(head, 1)]
  if (isHighByte(odd) && isLowByte(even)) return 'utf-16le'
  return isHighByte(even) && isLowByte(odd) ? 'utf-16be' : undefined
}

interface ByteCounts {
  readonly all: number
  readonly zeros: number
  /** How many bytes are among the three that come most. */
  readonly usual: number
}

function countBytes(head: Uint8Array, from: number): ByteCounts {
  const counts = new Uint32Array(256)
  let all = 0
  for (let index = from; index < head.length; index += 2) {
    counts[head[index] ?? 0]! += 1
    all += 1
  }
  const [first = 0, second = 0, third = 0] = counts.toSorted((a, b) => b - a)
  return { all, zeros: counts[0] ?? 0, usual: first + second + third }
}

function isHighByte({ all, zeros, usual }: ByteCounts): boolean {
  return zeros > all * 0.08 && usual > all * 0.95
}

function isLowByte({ all, zeros }: ByteCounts): boolean {
  return zeros < all * 0.05
}

// A stray NUL byte spoils one row, which is reported; many control characters mean that this is no text.
function looksBinary(head: Uint8Array): boolean {
  let controls = 0
  for (const byte of head) if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) controls += 1
  return controls > Math.max(2, head.length * 0.02)
}

export function isPage(start: string): boolean {
  return /^\uFEFF?\s*<(!doctype\s+html|(html|head|body|table|meta|style)[\s>])/i.test(start)
}

/** The encoding of this name; ISO-8859-1 is read as windows-1252, as everywhere on the web. */
export function encodingOf(name: string): string {
  try {
    return new TextDecoder(name).encoding
  } catch {
    return name
  }
}

import { type FileFormat, fileFormats, type TextEncoding } from '#shared/imports.ts'
import { message } from '#shared/messages/message.ts'
import { CatalogError } from '../../catalog/errors.ts'
import { detectEncoding } from '../../catalog/imports/text-encoding.ts'
import { refusal } from './file-rows.ts'
import { isPage } from './nested/page-scripts.ts'
import { open } from 'node:fs/promises'

const headLength = 64 * 1024

interface AskedFormat {
  readonly format?: string | undefined
  readonly encoding?: TextEncoding | undefined
  readonly language?: string | undefined
}

/** The format of a file and how it begins; its content tells the format, unless the caller does. Throws where that has no use for a language. */
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

/** A setting that would be ignored is refused: who gave it expects something of it. */
export function needlessLanguage(why: string): CatalogError {
  const message = `${why}. Leave the language out.`
  const fieldErrors = [{ field: 'language', issue: 'invalid_value' as const, message }]
  return new CatalogError('validation_failed', message, { fieldErrors })
}

/** Tells the format of a file from its first bytes; what is none of them counts as CSV, which says what is wrong with it. */
export function detectFormat(head: Uint8Array, encoding?: TextEncoding): FileFormat {
  if (isZip(head)) {
    if (Buffer.from(head).includes('opendocument.spreadsheet')) throw refusal(message('file.is_opendocument'))
    return 'xlsx'
  }
  if (isPage(textOf(head).start)) return 'json'
  const nature = detectEncoding(head, encoding)
  if (nature.kind === 'empty') throw refusal(message('file.empty'))
  if (nature.kind === 'unreadable' && nature.format === undefined) throw refusal(nature.reason)
  const { start } = textOf(head)
  if (xmlOpening.test(start)) return 'xml'
  if (!jsonOpening.test(start)) return 'csv'
  return isJsonLine(start) ? 'jsonl' : 'json'
}

// Without the line that says so, the kinds that are understood are XML too; a table may begin with a tag of its own.
const xmlOpening = /^\s*<(\?xml[\s?]|!--|(\w+:)?(rss|feed|BMECAT|catalogueItemNotificationMessage)[\s>])/
const jsonOpening = /^\s*(\{\s*("|\}|$)|\[\s*([[{\]]|$))/

function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && head[2] === 0x03 && head[3] === 0x04
}

/** The encoding of a file of text and how it begins. */
export function textOf(head: Uint8Array): { encoding: TextEncoding; start: string } {
  const nature = detectEncoding(head)
  const encoding = nature.kind === 'text' ? nature.encoding : 'utf-8'
  return { encoding, start: new TextDecoder(encoding).decode(head, { stream: true }) }
}

/** Whether the first line is a whole object, and if it is the only one, surely a row and no answer with a list. */
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

/** The first bytes of an uploaded file. */
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

/** Whether a file is packed as workbooks are. */
export async function isWorkbook(file: string): Promise<boolean> {
  const [first, second] = await readHead(file, 2)
  return first === 0x50 && second === 0x4b
}

/** What an import fails with whose file cannot be found. */
export function uploadGone(): Error {
  return refusal(message('file.upload_gone'))
}

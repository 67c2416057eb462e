import type { SourceFormat } from './reading.ts'

/** What is known of the bytes of a source beside themselves. */
export interface FormatHints {
  /** Of a Content-Type header, with its parameters. */
  readonly mediaType?: string | undefined
  readonly extension?: string | undefined
}

/** What the beginning of the bytes tells: a format, that the parts of an archive have to say, or what no text is read from. */
export type RecognizedFormat = SourceFormat | 'archive' | { readonly unreadable: string }

/** The bytes themselves have the first word; types and names are often wrong. */
export function recognizeFormat(bytes: Buffer, { mediaType, extension = '' }: FormatHints): RecognizedFormat {
  const type = mediaType?.split(';')[0]?.trim().toLowerCase() ?? ''
  const ending = extension.toLowerCase()
  return (
    markedFormat(bytes) ??
    declaredFormat(type, ending, bytes) ?? { unreadable: type || describeEnding(ending) }
  )
}

/** What is called a document and was none by its first bytes. */
function describeEnding(extension: string): string {
  if (extension === '') return 'a file without an extension'
  return documents.has(extension) ? `a file that is called ${extension} and is none` : extension
}

const documents: ReadonlySet<string> = new Set(['.pdf', '.docx', '.xlsx'])

/** What cannot be read, and what can. */
export function describeUnreadable(what: string): string {
  return `Text cannot be read from ${what}. Send a web page, PDF, DOCX, XLSX, CSV or plain text.`
}

/** Signs at the beginning that are no text, and what people call what they stand for. */
const marks: readonly (readonly [sign: string, format: string])[] = [
  ['\x89PNG', 'a PNG picture'],
  ['\xff\xd8\xff', 'a JPEG picture'],
  ['GIF8', 'a GIF picture'],
  ['\xd0\xcf\x11\xe0', 'an old Office file (save it as DOCX or XLSX)'],
  ['\x1f\x8b', 'a packed file'],
  ['Rar!', 'a packed file'],
  ['7z\xbc\xaf', 'a packed file'],
]

function markedFormat(bytes: Buffer): RecognizedFormat | undefined {
  const start = bytes.toString('latin1', 0, 1024)
  if (isPdf(bytes)) return 'pdf'
  if (isPacked(bytes)) return 'archive'
  const mark = marks.find(([sign]) => start.startsWith(sign))
  return mark && { unreadable: mark[1] }
}

const formatsByType: Readonly<Record<string, SourceFormat>> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/csv': 'csv',
  'text/tab-separated-values': 'csv',
  'application/json': 'text',
  'application/ld+json': 'text',
  'application/xml': 'text',
  'application/x-ndjson': 'text',
  'application/yaml': 'text',
}

const formatsByExtension: Readonly<Record<string, SourceFormat>> = {
  '.html': 'html',
  '.htm': 'html',
  '.xhtml': 'html',
  '.csv': 'csv',
  '.tsv': 'csv',
  ...Object.fromEntries(
    ['.txt', '.text', '.md', '.markdown', '.json', '.jsonl', '.xml', '.yaml', '.yml', '.log'].map(
      (extension) => [extension, 'text' as const],
    ),
  ),
}

function declaredFormat(type: string, extension: string, bytes: Buffer): SourceFormat | undefined {
  if (!vagueTypes.has(type)) return own(formatsByType, type) ?? (isTextType(type) ? 'text' : undefined)
  if (looksLikePage(bytes)) return 'html'
  return own(formatsByExtension, extension) ?? (type === 'text/plain' ? 'text' : undefined)
}

/** Servers that know no better call everything bytes or plain text, and leave it to the name. */
const vagueTypes: ReadonlySet<string> = new Set(['', 'application/octet-stream', 'text/plain'])

function isTextType(type: string): boolean {
  return type.startsWith('text/') || type.endsWith('+json') || type.endsWith('+xml')
}

function own(table: Readonly<Record<string, SourceFormat>>, key: string): SourceFormat | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}

function looksLikePage(bytes: Buffer): boolean {
  return /^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html[\s>])/i.test(bytes.toString('latin1', 0, 512))
}

/** Whether bytes are a PDF or a packed office file, which have no plainer form that they could be read in. */
export function isDocument(bytes: Uint8Array): boolean {
  return isPdf(bytes) || isPacked(bytes)
}

/** A few bytes before the sign are common, and readers of PDF pass over them. */
function isPdf(bytes: Uint8Array): boolean {
  return startOf(bytes).includes('%PDF-')
}

function isPacked(bytes: Uint8Array): boolean {
  return startOf(bytes).startsWith('PK\x03\x04')
}

function startOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
}

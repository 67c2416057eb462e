import type { SourceFormat } from './reading.ts'

export interface FormatHints {
  readonly mediaType?: string | undefined
  readonly extension?: string | undefined
}

/** The result for the first bytes: a format, an archive, or an unreadable kind. */
export type RecognizedFormat = SourceFormat | 'archive' | { readonly unreadable: string }

export function recognizeFormat(bytes: Buffer, { mediaType, extension = '' }: FormatHints): RecognizedFormat {
  const type = mediaType?.split(';')[0]?.trim().toLowerCase() ?? ''
  const ending = extension.toLowerCase()
  return (
    markedFormat(bytes) ??
    declaredFormat(type, ending, bytes) ?? { unreadable: type || describeEnding(ending) }
  )
}

function describeEnding(extension: string): string {
  if (extension === '') return 'a file without an extension'
  return documents.has(extension) ? `a file that is called ${extension} and is none` : extension
}

const documents: ReadonlySet<string> = new Set(['.pdf', '.docx', '.xlsx'])

export function describeUnreadable(what: string): string {
  return `Text cannot be read from ${what}. Send a web page, PDF, DOCX, XLSX, CSV or plain text.`
}

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

/** Vague servers call everything bytes or plain text: the name decides then. */
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

/** Whether bytes are a PDF or a packed office file, which have no plainer form. */
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

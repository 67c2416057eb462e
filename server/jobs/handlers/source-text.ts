import { isUtf8 } from 'node:buffer'
import { CatalogError } from '../../catalog/errors.ts'
import { htmlToText } from './source-html.ts'

/** What is known of the bytes of a source beside themselves. */
export interface TextHints {
  /** Of a Content-Type header, with its parameters. */
  readonly mediaType?: string | undefined
  /** With its dot. */
  readonly extension?: string | undefined
}

type Reader = (text: string) => string

const asItIs: Reader = (text) => text

const readersByType: Readonly<Record<string, Reader>> = {
  'text/html': htmlToText,
  'application/xhtml+xml': htmlToText,
  'application/json': asItIs,
  'application/ld+json': asItIs,
  'application/xml': asItIs,
  'application/x-ndjson': asItIs,
  'application/yaml': asItIs,
}

const readersByExtension: Readonly<Record<string, Reader>> = {
  '.html': htmlToText,
  '.htm': htmlToText,
  '.xhtml': htmlToText,
  ...Object.fromEntries(
    [
      '.txt',
      '.text',
      '.md',
      '.markdown',
      '.csv',
      '.tsv',
      '.json',
      '.jsonl',
      '.xml',
      '.yaml',
      '.yml',
      '.log',
    ].map((extension) => [extension, asItIs]),
  ),
}

/** The plain text of a page or file; throws a sentence for people where there is none to read. */
export function toPlainText(bytes: Uint8Array, { mediaType, extension = '' }: TextHints): string {
  const type = mediaType?.split(';')[0]?.trim().toLowerCase() ?? ''
  const reader = findReader(type, extension.toLowerCase())
  if (!reader)
    throw unreadable(`Text cannot be read from ${type || extension || 'a file without an extension'} yet.`)
  const text = reader(decode(bytes, mediaType)).replaceAll(/\r\n?/g, '\n').trim()
  if (text === '') throw unreadable('There is no text in it.')
  return text
}

function findReader(type: string, extension: string): Reader | undefined {
  // A server that only says "bytes" leaves it to the name.
  if (type === '' || type === 'application/octet-stream') {
    return Object.hasOwn(readersByExtension, extension) ? readersByExtension[extension] : undefined
  }
  if (Object.hasOwn(readersByType, type)) return readersByType[type]
  return type.startsWith('text/') || type.endsWith('+json') || type.endsWith('+xml') ? asItIs : undefined
}

function unreadable(sentence: string): CatalogError {
  return new CatalogError('validation_failed', sentence)
}

/** By its mark, by what the server or the page says, else as UTF-8, and where it is none as Windows-1252. */
function decode(bytes: Uint8Array, mediaType: string | undefined): string {
  const charset =
    markedCharset(bytes) ?? toldCharset(bytes, mediaType) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252')
  const text = new TextDecoder(charset).decode(bytes)
  if (text.includes('\0')) throw unreadable('It is not a text, whatever its name or type says.')
  return text
}

function markedCharset(bytes: Uint8Array): string | undefined {
  const marks: Readonly<Record<string, string>> = { fffe: 'utf-16le', feff: 'utf-16be' }
  return marks[Buffer.from(bytes.subarray(0, 2)).toString('hex')]
}

/** The charset that the server or the page names, where that is one we know and the bytes do not prove it wrong. */
function toldCharset(bytes: Uint8Array, mediaType = ''): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 2048)).toString('latin1')
  const [, charset] =
    /charset="?([\w-]+)/i.exec(mediaType) ?? /<meta[^>]{0,200}charset=["']?([\w-]+)/i.exec(start) ?? []
  if (charset === undefined || /^utf-?8$/i.test(charset)) return undefined
  try {
    return new TextDecoder(charset).encoding
  } catch {
    return undefined
  }
}

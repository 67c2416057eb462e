import { htmlToText } from '#shared/html-to-text.ts'
import { maxSourceTextBytes, describeTooLarge } from '#shared/value-limits.ts'
import { type Reading, type SourceFormat, textReading, decodeText } from './reading.ts'
import { type FormatHints, recognizeFormat, describeUnreadable } from './recognize-format.ts'
import { unusable } from '../../fetch/unusable.ts'
import { openZip } from '../../catalog/files/zip-file.ts'

export interface ReadRequest extends FormatHints {
  readonly bytes: Uint8Array
  readonly url?: string | undefined
  /** Reads a page in one pass without its structure, for pages that would take too long. */
  readonly isPlain?: boolean
}

type Reader = (bytes: Buffer, request: ReadRequest) => Promise<Reading> | Reading

// Each loaded with its first use: together they cost more than most jobs do.
const readers: Record<SourceFormat, Reader> = {
  html: readHtml,
  pdf: async (bytes) => (await import('./read-pdf.ts')).readPdf(bytes),
  docx: async (bytes) => (await import('./read-docx.ts')).readDocx(bytes),
  xlsx: async (bytes) => (await import('./read-xlsx.ts')).readXlsxSource(bytes),
  csv: async (bytes, { mediaType }) =>
    (await import('./read-csv-source.ts')).readCsvSource(decodeText(bytes, mediaType)),
  text: (bytes, { mediaType }) => textReading('text', decodeText(bytes, mediaType)),
}

export async function readSource(request: ReadRequest): Promise<Reading> {
  const { buffer, byteOffset, byteLength } = request.bytes
  const bytes = Buffer.from(buffer, byteOffset, byteLength)
  const reading = await readers[await sniffFormat(bytes, request)](bytes, request)
  const text = reading.text.replaceAll(/\r\n?/g, '\n').trim()
  if (text === '') throw unusable('There is no text in it.')
  const tooLarge = describeTooLarge(text, maxSourceTextBytes)
  if (tooLarge !== undefined) throw unusable(tooLarge)
  return { ...reading, text }
}

async function readHtml(bytes: Buffer, { mediaType, url, isPlain = false }: ReadRequest): Promise<Reading> {
  const html = decodeText(bytes, mediaType)
  if (isPlain) return plainPage(html)
  const { readPage } = await import('./read-page.ts')
  try {
    return readPage(html, url)
  } catch (error) {
    // Elements nested by the ten thousand: no reader of structure can follow them.
    if (error instanceof RangeError) return plainPage(html)
    throw error
  }
}

function plainPage(html: string): Reading {
  const notes = ['The page is built so that only its bare text could be read, without headings and tables.']
  return { ...textReading('html', htmlToText(html)), notes }
}

async function sniffFormat(bytes: Buffer, hints: FormatHints): Promise<SourceFormat> {
  const recognized = recognizeFormat(bytes, hints)
  if (recognized === 'archive') return zipFormat(bytes)
  if (typeof recognized === 'string') return recognized
  throw unreadable(recognized.unreadable)
}

function unreadable(what: string): Error {
  return unusable(describeUnreadable(what))
}

async function zipFormat(bytes: Buffer): Promise<SourceFormat> {
  const { names } = await openZip(bytes)
  if (names.includes('word/document.xml')) return 'docx'
  if (names.includes('xl/workbook.xml')) return 'xlsx'
  throw unreadable('a packed file')
}

import { textEncodings, type TextEncoding } from '#shared/imports.ts'
import { needlessLanguage } from '../detect-format.ts'
import { refusal } from '../file-rows.ts'
import type { FileRecord, RecordReader } from '../record-reader.ts'
import { readBmecat } from './bmecat-products.ts'
import { readGoogle } from './google-items.ts'
import { readGs1 } from './gs1-trade-items.ts'
import { readRoot, type XmlElement } from './xml-elements.ts'

/** A file of XML whose kind is known. */
export interface XmlFile {
  readonly file: string
  readonly encoding: TextEncoding
  readonly root: XmlElement
  /** The language whose texts are to be taken, where that is not left to the file. */
  readonly language: string | undefined
}

/** What is made of a product of the file: cells by the names of their columns. */
export interface XmlRecord {
  /** Which product of the file it is of, from 1; without it the one of its own number. */
  readonly line?: number
  readonly cells: Readonly<Record<string, string>>
  readonly issue?: string | undefined
}

export interface XmlProducts {
  readonly records: AsyncIterable<XmlRecord>
  /** In which language the texts are taken, when all are read. */
  readonly language?: () => RecordReader['language']
}

type Kind = (file: XmlFile) => Promise<XmlProducts> | XmlProducts

/** What is understood, by the name of the first element in small letters. */
const kinds: Readonly<Record<string, Kind>> = {
  rss: readGoogle,
  feed: readGoogle,
  bmecat: readBmecat,
  catalogueitemnotificationmessage: readGs1,
}

/** Reads the products of XML of a known kind, each as a row; any other XML is refused. */
export async function readXml(
  file: string,
  { encoding: seen, start }: { readonly encoding: TextEncoding; readonly start: string },
  asked?: string,
): Promise<RecordReader> {
  const root = readRoot(start)
  const kind = root && kinds[root.name.toLowerCase()]
  if (!kind) throw unknownXml(root)
  const encoding = seen.startsWith('utf-16') ? seen : declaredEncoding(start)
  const { records, language } = await kind({ file, encoding, root, language: asked })
  if (asked !== undefined && language === undefined)
    throw needlessLanguage('A feed for Google has its texts in one language')
  const headers: string[] = []
  return {
    headers,
    format: 'xml',
    sheet: null,
    sheets: [],
    encoding,
    get language() {
      return language?.()
    },
    records: () => toRows(records, headers),
  }
}

export function unknownXml(root: XmlElement | undefined): Error {
  const found = root === undefined ? 'The XML has no element' : `The XML begins with <${root.name}>`
  return refusal(
    `${found} and is none of the kinds that are understood: the feed of Google Merchant Center (RSS or Atom), BMEcat 2005 or 1.2, and GS1 (catalogueItemNotification). Export the products as one of these, or as a table (CSV or XLSX), and import that file.`,
  )
}

function declaredEncoding(start: string): TextEncoding {
  const [, declared = 'utf-8'] = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(start) ?? []
  const name = nameOfEncoding(declared)
  const encoding = textEncodings.find((known) => known === name)
  if (encoding) return encoding
  throw refusal(`The XML says that it is in ${declared}, which is not read. Save it as UTF-8.`)
}

/** ISO-8859-1 is read as windows-1252, as everywhere on the web. */
function nameOfEncoding(declared: string): string {
  try {
    return new TextDecoder(declared).encoding
  } catch {
    return declared
  }
}

/** Columns come as records have them. */
async function* toRows(records: AsyncIterable<XmlRecord>, headers: string[]): AsyncGenerator<FileRecord> {
  const indexes = new Map<string, number>()
  for await (const { cells: named, issue, line } of records) {
    const cells: string[] = []
    for (const [header, cell] of Object.entries(named)) {
      if (cell === '') continue
      const index = indexes.get(header) ?? headers.push(header) - 1
      indexes.set(header, index)
      cells[index] = cell
    }
    yield {
      cells: Array.from(cells, (cell) => cell ?? ''),
      ...(issue !== undefined && { issue }),
      ...(line !== undefined && { line }),
    }
  }
}

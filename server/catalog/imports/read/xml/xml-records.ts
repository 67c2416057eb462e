import {
  type XmlFile,
  type XmlProducts,
  readElements,
  type XmlElement,
  type XmlRecord,
  readRoot,
  unknownXml,
  childrenOf,
  TextLanguages,
  textIn,
} from './xml-elements.ts'
import { refusal, type RecordReader, type FileRecord } from '../file-rows.ts'
import { readGs1 } from './gs1-trade-items.ts'
import { type ShapeChoice, type TextEncoding, textEncodings } from '#shared/imports.ts'
import type { EntityType } from '#shared/entities.ts'
import { openPlainXml } from './plain-records.ts'
import { encodingOf, needlessLanguage } from '../detect-format.ts'
import { variantTitle } from '../shapes/shape.ts'
import { BmecatCounts, BmecatCatalog, isCatalogPart } from './bmecat-catalog.ts'
import {
  type Feature,
  featureCells,
  readFeatures,
  variantsOf,
  type BmecatWork,
  cellsOf,
  inBoth,
} from './bmecat-cells.ts'

/**
 * BMEcat 2005, and 1.2, which calls products articles: a row for each product and each variant by its
 * features, with BMEcat 2005's column names. The group assignments come after the products, so the file is
 * read twice.
 */
async function readBmecat({ file, encoding, language }: XmlFile): Promise<XmlProducts> {
  const catalog = new BmecatCatalog()
  let languages = new TextLanguages('lang', { asked: language })
  for await (const part of readElements(file, encoding, isCatalogPart)) {
    catalog.add(part, languages)
    if (part.name === 'HEADER')
      languages = new TextLanguages('lang', { asked: language, usual: catalog.language })
  }
  const counts = new BmecatCounts()
  return {
    language: () => languages.summary(),
    notes: () => counts.notes,
    records: (async function* () {
      let line = 0
      for await (const product of readElements(file, encoding, isBmecatProduct)) {
        line += 1
        counts.add(product)
        for (const record of toRecords(product, { catalog, languages, counts })) yield { ...record, line }
      }
    })(),
  }
}

function isBmecatProduct(path: readonly string[]): boolean {
  const [, transaction = '', name = ''] = path
  return path.length === 3 && transaction.startsWith('T_') && (name === 'PRODUCT' || name === 'ARTICLE')
}

// A limit of this importer; real products have fewer variants.
const maxVariants = 2000

function* toRecords(product: XmlElement, work: BmecatWork): Generator<XmlRecord> {
  const id = textIn(product, 'SUPPLIER_PID', 'SUPPLIER_AID')
  const features = readFeatures(childrenOf(product, ...inBoth('FEATURES')), work)
  const cells = { SUPPLIER_PID: id, ...cellsOf(product, features, work), ...featureCells(features) }
  if (id === '') {
    yield {
      cells,
      issue: 'The product has no SUPPLIER_PID (in BMEcat 1.2 SUPPLIER_AID), which tells it apart.',
    }
    return
  }
  const variants = variantsOf(features, maxVariants)
  if (variants === undefined) {
    yield { cells, issue: `The features of the product make more than ${maxVariants} variants.` }
    return
  }
  yield { cells }
  for (const { supplement, options } of variants) yield { cells: toVariant(cells, supplement, options) }
}

function toVariant(
  { SUPPLIER_PID: id = '', DESCRIPTION_SHORT: title = '' }: Readonly<Record<string, string>>,
  supplement: string,
  options: readonly Feature[],
): Record<string, string> {
  const texts = options.flatMap(({ values, unit }) => values.map((value) => `${value} ${unit}`.trim()))
  return {
    SUPPLIER_PID: `${id}${supplement}`,
    DESCRIPTION_SHORT: variantTitle(title, texts),
    BASE_PRODUCT: id,
    VARIANTS: JSON.stringify(options.map(({ name, values, unit }) => [name, values, unit])),
  }
}

type Kind = (file: XmlFile) => Promise<XmlProducts> | XmlProducts

/**
 * Google's product feed as RSS 2.0 or Atom (Merchant Center, product data specification, XML files): each
 * item becomes the row of the equivalent text feed, and is read further as such.
 */
function readGoogle({ file, encoding, root }: XmlFile): XmlProducts {
  const prefix = prefixOf(root)
  const isItem = (path: readonly string[]) =>
    root.name === 'feed' ? isAt(path, ['feed', 'entry']) : isAt(path, ['rss', 'channel', 'item'])
  return {
    records: (async function* () {
      let isKnown = false
      for await (const item of readElements(file, encoding, isItem)) {
        isKnown ||= isProduct(item)
        if (!isKnown) throw refusal(noProducts)
        yield toRecord(item, prefix)
      }
    })(),
  }
}

const noProducts =
  'The feed holds no products: its first entry has none of what Google asks of them, such as price, availability or image_link. Export the products as a feed for Google Merchant Center, or as a table (CSV or XLSX), and import that file.'

function isAt(path: readonly string[], wanted: readonly string[]): boolean {
  return path.length === wanted.length && wanted.every((name, index) => path[index] === name)
}

/** Feeds may use another prefix than g for Google's namespace. */
function prefixOf({ attributes }: XmlElement): string {
  const [declaration = 'xmlns:g'] =
    Object.entries(attributes).find(([, uri]) => /base\.google\.com\/ns\//.test(uri)) ?? []
  return declaration.startsWith('xmlns:') ? declaration.slice('xmlns:'.length) : ''
}

function isProduct({ children }: XmlElement): boolean {
  return children.some(({ name }) =>
    /^(price|availability|image_link|item_group_id|gtin|google_product_category)$/.test(name),
  )
}

const ofNews = new Set(
  'guid pubDate comments author enclosure source updated published contributor rights'.split(' '),
)
const otherNames: Readonly<Record<string, string>> = { summary: 'description', content: 'description' }
// XML may repeat these elements; text feeds have them once.
const single = new Set(['product_type', 'google_product_category', 'link', 'title', 'description'])

function toRecord({ children }: XmlElement, prefix: string): XmlRecord {
  const cells: Record<string, string> = {}
  const isGoogles = (element: XmlElement) => element.prefix === prefix && prefix !== ''
  const own = new Set(children.filter(isGoogles).map(({ name }) => name))
  for (const element of children) {
    const { name } = element
    const isOthers = element.prefix !== '' && !isGoogles(element)
    if (isOthers || (!isGoogles(element) && (ofNews.has(name) || own.has(name)))) continue
    add(cells, otherNames[name] ?? name, cellOf(element))
  }
  return { cells }
}

function add(cells: Record<string, string>, name: string, text: string): void {
  const before = cells[name]
  if (before === undefined) cells[name] = text
  else if (!single.has(name) && text !== '') cells[name] = `${before},${text}`
}

/** A group, such as shipping, in the form of text feeds: its parts joined by colons. */
function cellOf({ text, children, attributes }: XmlElement): string {
  if (children.length > 0) return children.map(cellOf).join(':')
  return text === '' ? (attributes['href'] ?? '') : text
}

const kinds: Readonly<Record<string, Kind>> = {
  rss: readGoogle,
  feed: readGoogle,
  bmecat: readBmecat,
  catalogueitemnotificationmessage: readGs1,
}

interface XmlRequest {
  readonly encoding: TextEncoding
  readonly start: string
  readonly language: string | undefined
  readonly type: EntityType | undefined
  readonly shape: ShapeChoice | undefined
}

/** Reads the records of XML, each as a row: by its kind where it is a known one, else by what repeats. */
export async function readXml(
  file: string,
  { encoding: seen, start, language: asked, type, shape }: XmlRequest,
): Promise<RecordReader> {
  const root = readRoot(start)
  if (!root) throw unknownXml(root)
  const encoding = seen.startsWith('utf-16') ? seen : declaredEncoding(start)
  const kind = kinds[root.name.toLowerCase()]
  if (!kind) return openPlainXml({ file, encoding, root, language: asked, type, shape })
  const { records, language, notes } = await kind({ file, encoding, root, language: asked })
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
    get notes() {
      return notes?.() ?? []
    },
    records: () => toRows(records, headers),
  }
}

function declaredEncoding(start: string): TextEncoding {
  const [, declared = 'utf-8'] = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(start) ?? []
  const encoding = textEncodings.find((known) => known === encodingOf(declared))
  if (encoding) return encoding
  throw refusal(`The XML says that it is in ${declared}, which is not read. Save it as UTF-8.`)
}

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

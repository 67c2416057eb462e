import { refusal } from '../file-rows.ts'
import { readElements, type XmlElement } from './xml-elements.ts'
import type { XmlFile, XmlProducts, XmlRecord } from './xml-records.ts'

/**
 * Google's product feed as RSS 2.0 or Atom (Merchant Center, product data specification, XML files): each item becomes the row that
 * it would be as text, and so goes on as such a feed.
 */
export function readGoogle({ file, encoding, root }: XmlFile): XmlProducts {
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

/** Feeds may call the namespace of Google's fields otherwise than g. */
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

/** What an entry of news has besides. */
const ofNews = new Set(
  'guid pubDate comments author enclosure source updated published contributor rights'.split(' '),
)
const otherNames: Readonly<Record<string, string>> = { summary: 'description', content: 'description' }
// Elements that XML may repeat and text feeds have once.
const single = new Set(['product_type', 'google_product_category', 'link', 'title', 'description'])

function toRecord({ children }: XmlElement, prefix: string): XmlRecord {
  const cells: Record<string, string> = {}
  const isGoogles = (element: XmlElement) => element.prefix === prefix && prefix !== ''
  // Both may say a title, and an Atom entry has an id of its own.
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

/** A group, such as shipping, as text feeds write it: its parts between colons. */
function cellOf({ text, children, attributes }: XmlElement): string {
  if (children.length > 0) return children.map(cellOf).join(':')
  return text === '' ? (attributes['href'] ?? '') : text
}

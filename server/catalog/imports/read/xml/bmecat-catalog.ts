import { refusal } from '../file-rows.ts'
import { symbolOfMeasure } from '../unit-symbols.ts'
import { childrenOf, elementAt, type TextLanguages, textIn, type XmlElement } from './xml-elements.ts'
import { message, type Message } from '#shared/messages/message.ts'

interface FeatureTemplate {
  readonly name: string
  readonly unit: string
}

interface Group {
  readonly name: string
  readonly parent: string
}

// The groups of products come after all products, so all groups are held while those are read.
const maxMapped = 2_000_000
const maxGroups = 200_000
const deepest = 50

/**
 * The data of a BMEcat catalog besides its products: its language and currency, its groups, and their
 * products.
 */
export class BmecatCatalog {
  currency = ''
  language = ''
  #mimeRoot = ''
  readonly #groups = new Map<string, Group>()
  readonly #groupsOf = new Map<string, string[]>()
  readonly #features = new Map<string, FeatureTemplate>()
  #mapped = 0

  add(element: XmlElement, languages: TextLanguages): void {
    if (element.name === 'HEADER') this.#addHeader(element)
    else if (element.name === 'CATALOG_STRUCTURE') this.#addGroup(element, languages)
    else if (element.name === 'CLASSIFICATION_GROUP') this.#addClass(element, languages)
    else if (productMaps.has(element.name)) this.#addMap(element)
    else this.#addTemplate(element, languages)
  }

  /** The groups of a product, else those that a classification names for its classes. */
  pathsOf(product: string, classes: readonly string[]): string[] {
    const groups = this.#groupsOf.get(product) ?? classes.map(keyOfClass)
    const paths = groups.map((group) => this.#pathOf(group))
    return [...new Set(paths)].filter((path) => path !== '')
  }

  featureOf(id: string): FeatureTemplate {
    return this.#features.get(id) ?? { name: id, unit: '' }
  }

  addressOf(source: string): string {
    if (/^https?:/i.test(source) || !/^https?:/i.test(this.#mimeRoot)) return source
    return `${this.#mimeRoot.replace(/\/$/, '')}/${source.replace(/^\//, '')}`
  }

  #addHeader(header: XmlElement): void {
    const catalog = elementAt(header, 'CATALOG')
    const languages = childrenOf(catalog, 'LANGUAGE')
    const byDefault = languages.find(({ attributes }) => attributes['default'] === 'true') ?? languages[0]
    this.language = byDefault?.text ?? ''
    this.currency = textIn(catalog, 'CURRENCY')
    this.#mimeRoot = textIn(catalog, 'MIME_ROOT')
  }

  #addGroup(group: XmlElement, languages: TextLanguages): void {
    const name = languages.textOf(childrenOf(group, 'GROUP_NAME'))
    this.#setGroup(textIn(group, 'GROUP_ID'), { name, parent: textIn(group, 'PARENT_ID') })
  }

  #addClass(group: XmlElement, languages: TextLanguages): void {
    const name = languages.textOf(childrenOf(group, 'CLASSIFICATION_GROUP_NAME'))
    const parent = keyOfClass(textIn(group, 'CLASSIFICATION_GROUP_PARENT_ID'))
    this.#setGroup(keyOfClass(textIn(group, 'CLASSIFICATION_GROUP_ID')), { name, parent })
  }

  #setGroup(id: string, { name, parent }: Group): void {
    if (this.#groups.size >= maxGroups)
      throw refusal('The catalog has more than 200,000 groups. Import it in several parts.')
    // The separator of a path must not occur in a name.
    this.#groups.set(id, { name: name.replaceAll('>', '›'), parent })
  }

  #addTemplate(template: XmlElement, languages: TextLanguages): void {
    const { id, ...feature } = readTemplate(template, languages)
    this.#features.set(id, { ...feature, name: feature.name || id })
  }

  #addMap(map: XmlElement): void {
    this.#mapped += 1
    if (this.#mapped > maxMapped)
      throw refusal(
        'The catalog puts products into groups more than 2,000,000 times. Import it in several parts.',
      )
    const product = textIn(map, 'PROD_ID', 'ART_ID')
    const group = textIn(map, 'CATALOG_GROUP_ID')
    const known = this.#groupsOf.get(product)
    if (known) known.push(group)
    else this.#groupsOf.set(product, [group])
  }

  #pathOf(group: string): string {
    const steps: string[] = []
    let at = this.#groups.get(group)
    while (at && steps.length < deepest) {
      if (at.name !== '') steps.unshift(at.name)
      at = this.#groups.get(at.parent)
    }
    return steps.join(' > ')
  }
}

function keyOfClass(id: string): string {
  return `class ${id}`
}

/** The id, name and unit that a template gives to features. */
export function readTemplate(
  template: XmlElement | undefined,
  languages: TextLanguages,
): FeatureTemplate & { readonly id: string } {
  return {
    id: textIn(template, 'FT_ID'),
    name: languages.textOf(childrenOf(template, 'FT_NAME')),
    unit: symbolOfMeasure(textIn(template, 'FT_UNIT', 'FT_UNIT_IDREF')),
  }
}

export function isCatalogPart(path: readonly string[]): boolean {
  const [, section = '', name = ''] = path
  if (section === 'HEADER') return path.length === 2
  if (path.length === 3) return productMaps.has(name)
  return catalogParts.has(path.at(-1) ?? '')
}

const productMaps = new Set(['PRODUCT_TO_CATALOGGROUP_MAP', 'ARTICLE_TO_CATALOGGROUP_MAP'])
const catalogParts = new Set([
  'CATALOG_STRUCTURE',
  'CLASSIFICATION_GROUP',
  'CLASSIFICATION_SYSTEM_FEATURE_TEMPLATE',
])

// Products may have quantities of their own each, which are no columns any more.
const maxTiers = 40
const maxNamed = 20

/** The elements below a product of which everything that is read is in the cells. */
const wholeParts = new Set(['PRODUCT_DETAILS', 'ARTICLE_DETAILS', 'PRODUCT_REFERENCE', 'ARTICLE_REFERENCE'])
const readNames = new Set(
  `SUPPLIER_PID SUPPLIER_AID REFERENCE_FEATURE_SYSTEM_NAME REFERENCE_FEATURE_GROUP_ID REFERENCE_FEATURE_GROUP_NAME FNAME
   FVALUE FUNIT FUNIT_IDREF FT_IDREF FT_ID FT_NAME FT_UNIT FT_UNIT_IDREF FORDER VORDER SUPPLIER_AID_SUPPLEMENT
   SUPPLIER_PID_SUPPLEMENT ORDER_UNIT CONTENT_UNIT NO_CU_PER_OU PRICE_QUANTITY QUANTITY_MIN QUANTITY_INTERVAL
   PRICE_AMOUNT PRICE_CURRENCY PRICE_FACTOR LOWER_BOUND TAX MIME_TYPE MIME_SOURCE MIME_PURPOSE MIME_ORDER
   CUSTOMS_NUMBER COUNTRY_OF_ORIGIN WEIGHT LENGTH WIDTH DEPTH`.split(/\s+/),
)

/** Counts what the cells of products have not, or have otherwise than it is written. */
export class BmecatCounts {
  readonly #leftOut = new Map<string, number>()
  readonly #tiers = new Set<string>()
  #converted = 0

  add(product: XmlElement): void {
    for (const part of product.children) {
      if (part.name === 'USER_DEFINED_EXTENSIONS')
        for (const one of part.children) if (one.children.length > 0) this.#count(one.name)
      if (!wholeParts.has(part.name) && part.name !== 'USER_DEFINED_EXTENSIONS') this.#countBelow(part)
      if (wholeParts.has(part.name))
        for (const one of part.children) if (one.children.length > 0) this.#countBelow(one)
    }
  }

  takesTier(header: string): boolean {
    if (this.#tiers.size >= maxTiers && !this.#tiers.has(header)) {
      this.#count('LOWER_BOUND')
      return false
    }
    this.#tiers.add(header)
    return true
  }

  /** The price of one unit: BMEcat may write that of a hundred (PRICE_QUANTITY). */
  perUnit(amount: string, quantity: number): string {
    const isPlain = quantity === 1 || !(quantity > 0) || Number.isNaN(Number(amount)) || amount === ''
    if (isPlain) return amount
    this.#converted += 1
    return String(Number((Number(amount) / quantity).toPrecision(15)))
  }

  get notes(): Message[] {
    const sorted = [...this.#leftOut].toSorted(([, a], [, b]) => b - a)
    const count = sorted.reduce((sum, [, one]) => sum + one, 0)
    const names = sorted.slice(0, maxNamed).map(([name, one]) => `${name} (${one})`)
    return [
      ...(count > 0 ? [message('file.parts_left_out', { count, names: names.join(', ') })] : []),
      ...(this.#converted > 0 ? [message('file.prices_for_one', { count: this.#converted })] : []),
    ]
  }

  #countBelow({ name, children, text }: XmlElement): void {
    if (children.length === 0 && text !== '' && !readNames.has(name)) this.#count(name)
    for (const child of children) this.#countBelow(child)
  }

  #count(name: string): void {
    this.#leftOut.set(name, (this.#leftOut.get(name) ?? 0) + 1)
  }
}

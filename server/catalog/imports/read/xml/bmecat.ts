import {
  type XmlElement,
  TextLanguages,
  textIn,
  childrenOf,
  elementAt,
  type XmlFile,
  type XmlProducts,
  readElements,
  type XmlRecord,
} from './xml-elements.ts'
import { refusal } from '../file-rows.ts'
import { variantTitle } from '../shapes/shape.ts'
import { symbolOfMeasure } from '../unit-symbols.ts'

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
class BmecatCatalog {
  currency = ''
  language = ''
  #mimeRoot = ''
  readonly #groups = new Map<string, Group>()
  readonly #groupsOf = new Map<string, string[]>()
  readonly #featureNames = new Map<string, string>()
  #mapped = 0

  add(element: XmlElement, languages: TextLanguages): void {
    if (element.name === 'HEADER') this.#addHeader(element)
    else if (element.name === 'CATALOG_STRUCTURE') this.#addGroup(element, languages)
    else if (productMaps.has(element.name)) this.#addMap(element)
    else this.#featureNames.set(textIn(element, 'FT_ID'), languages.textOf(childrenOf(element, 'FT_NAME')))
  }

  pathsOf(product: string): string[] {
    const paths = (this.#groupsOf.get(product) ?? []).map((group) => this.#pathOf(group))
    return [...new Set(paths)].filter((path) => path !== '')
  }

  featureName(id: string): string {
    return this.#featureNames.get(id) || id
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
    if (this.#groups.size >= maxGroups)
      throw refusal('The catalog has more than 200,000 groups. Import it in several parts.')
    // The separator of a path must not occur in a name.
    const name = languages.textOf(childrenOf(group, 'GROUP_NAME')).replaceAll('>', '›')
    this.#groups.set(textIn(group, 'GROUP_ID'), { name, parent: textIn(group, 'PARENT_ID') })
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

interface BmecatWork {
  readonly catalog: BmecatCatalog
  readonly languages: TextLanguages
}

function isCatalogPart(path: readonly string[]): boolean {
  const [, section = '', name = ''] = path
  if (section === 'HEADER') return path.length === 2
  if (path.length === 3) return productMaps.has(name)
  return path.at(-1) === 'CATALOG_STRUCTURE' || path.at(-1) === 'CLASSIFICATION_SYSTEM_FEATURE_TEMPLATE'
}

const productMaps = new Set(['PRODUCT_TO_CATALOGGROUP_MAP', 'ARTICLE_TO_CATALOGGROUP_MAP'])

/**
 * BMEcat 2005, and 1.2, which calls products articles: a row for each product and each variant by its
 * features, with BMEcat 2005's column names. The group assignments come after the products, so the file is
 * read twice.
 */
export async function readBmecat({ file, encoding, language }: XmlFile): Promise<XmlProducts> {
  const catalog = new BmecatCatalog()
  let languages = new TextLanguages('lang', { asked: language })
  for await (const part of readElements(file, encoding, isCatalogPart)) {
    catalog.add(part, languages)
    if (part.name === 'HEADER')
      languages = new TextLanguages('lang', { asked: language, usual: catalog.language })
  }
  return {
    language: () => languages.summary(),
    records: (async function* () {
      let line = 0
      for await (const product of readElements(file, encoding, isProduct)) {
        line += 1
        for (const record of toRecords(product, { catalog, languages })) yield { ...record, line }
      }
    })(),
  }
}

function isProduct(path: readonly string[]): boolean {
  const [, transaction = '', name = ''] = path
  return path.length === 3 && transaction.startsWith('T_') && (name === 'PRODUCT' || name === 'ARTICLE')
}

/** Names of BMEcat 1.2 that 2005 changed. */
function inBoth(name: string): [string, string] {
  return [`PRODUCT_${name}`, `ARTICLE_${name}`]
}

// A limit of this importer; real products have fewer variants.
const maxVariants = 2000

function* toRecords(product: XmlElement, work: BmecatWork): Generator<XmlRecord> {
  const id = textIn(product, 'SUPPLIER_PID', 'SUPPLIER_AID')
  const features = readFeatures(childrenOf(product, ...inBoth('FEATURES')), work)
  const cells = { SUPPLIER_PID: id, ...cellsOf(product, work), ...featureCells(features) }
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

function cellsOf(product: XmlElement, { catalog, languages }: BmecatWork): Record<string, string> {
  const id = textIn(product, 'SUPPLIER_PID', 'SUPPLIER_AID')
  const details = elementAt(product, 'PRODUCT_DETAILS') ?? elementAt(product, 'ARTICLE_DETAILS')
  const textOf = (...names: readonly string[]) => languages.textOf(childrenOf(details, ...names))
  const base = childrenOf(product, ...inBoth('REFERENCE')).find(
    ({ attributes }) => attributes['type'] === 'base_product',
  )
  return {
    MODE: product.attributes['mode'] ?? '',
    DESCRIPTION_SHORT: textOf('DESCRIPTION_SHORT'),
    DESCRIPTION_LONG: textOf('DESCRIPTION_LONG'),
    INTERNATIONAL_PID: gtinOf(details),
    MANUFACTURER_NAME: textOf('MANUFACTURER_NAME'),
    MANUFACTURER_PID: textIn(details, 'MANUFACTURER_PID', 'MANUFACTURER_AID'),
    MANUFACTURER_TYPE_DESCR: textOf('MANUFACTURER_TYPE_DESCR'),
    KEYWORD: listCell(languages.choose(childrenOf(details, 'KEYWORD')).map(({ text }) => text)),
    DELIVERY_TIME: textIn(details, 'DELIVERY_TIME'),
    REMARKS: textOf('REMARKS'),
    SEGMENT: textOf('SEGMENT'),
    ...orderCells(product),
    ...logisticCells(product),
    ...priceCells(product, catalog),
    ...mediaCells(product, catalog, languages),
    BASE_PRODUCT: textIn(base, 'PROD_ID_TO', 'ART_ID_TO'),
    CATALOG_GROUPS: listCell(catalog.pathsOf(id)),
  }
}

/** The GTIN, which 2005 writes among other numbers. */
function gtinOf(details: XmlElement | undefined): string {
  const numbers = childrenOf(details, 'INTERNATIONAL_PID', 'EAN')
  const isGtin = ({ name, attributes }: XmlElement) =>
    name === 'EAN' || /^(ean|gtin|upc)/i.test(attributes['type'] ?? '')
  return (numbers.find(isGtin) ?? numbers[0])?.text ?? ''
}

function listCell(members: readonly string[]): string {
  return members.length === 0 ? '' : JSON.stringify(members)
}

function orderCells(product: XmlElement): Record<string, string> {
  const [order] = childrenOf(product, ...inBoth('ORDER_DETAILS'))
  return pickCells(order, [
    'ORDER_UNIT',
    'CONTENT_UNIT',
    'NO_CU_PER_OU',
    'PRICE_QUANTITY',
    'QUANTITY_MIN',
    'QUANTITY_INTERVAL',
  ])
}

function logisticCells(product: XmlElement): Record<string, string> {
  const [logistics] = childrenOf(product, 'PRODUCT_LOGISTIC_DETAILS')
  const [customs] = childrenOf(logistics, 'CUSTOMS_TARIFF_NUMBER')
  return {
    ...pickCells(elementAt(logistics, 'PRODUCT_DIMENSIONS'), ['WEIGHT', 'LENGTH', 'WIDTH', 'DEPTH']),
    ...pickCells(logistics, ['COUNTRY_OF_ORIGIN']),
    CUSTOMS_NUMBER: textIn(customs, 'CUSTOMS_NUMBER'),
  }
}

function pickCells(from: XmlElement | undefined, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, textIn(from, name)]))
}

/**
 * A column for each kind of price and currency; of graduated prices only the one for the smallest
 * quantity.
 */
function priceCells(product: XmlElement, catalog: BmecatCatalog): Record<string, string> {
  const prices = childrenOf(product, ...inBoth('PRICE_DETAILS')).flatMap((details) =>
    childrenOf(details, ...inBoth('PRICE')),
  )
  const least = new Map<string, number>()
  const cells: Record<string, string> = {}
  for (const price of prices) {
    const type = price.attributes['price_type'] ?? 'net_list'
    const currency = textIn(price, 'PRICE_CURRENCY') || catalog.currency
    const header = `PRICE ${type} ${currency}`.trim()
    const bound = Number(textIn(price, 'LOWER_BOUND') || 1)
    if (bound >= (least.get(header) ?? Infinity)) continue
    least.set(header, bound)
    cells[header] = amountOf(price)
    cells['TAX'] ??= textIn(price, 'TAX') || textIn(elementAt(price, 'TAX_DETAILS'), 'TAX')
  }
  return cells
}

function amountOf(price: XmlElement): string {
  const amount = textIn(price, 'PRICE_AMOUNT')
  const factor = Number(textIn(price, 'PRICE_FACTOR') || 1)
  const isPlain = factor === 1 || Number.isNaN(factor) || Number.isNaN(Number(amount))
  return isPlain ? amount : String(Number((Number(amount) * factor).toPrecision(15)))
}

/** Pictures in their order, and other documents. A small picture is used only where there is no other. */
function mediaCells(
  product: XmlElement,
  catalog: BmecatCatalog,
  languages: TextLanguages,
): Record<string, string> {
  const files = childrenOf(elementAt(product, 'MIME_INFO'), 'MIME')
    .map((file, index) => ({
      source: catalog.addressOf(languages.textOf(childrenOf(file, 'MIME_SOURCE'))),
      type: textIn(file, 'MIME_TYPE').toLowerCase(),
      isSmall: /^(thumbnail|icon|logo)$/.test(textIn(file, 'MIME_PURPOSE')),
      order: Number(textIn(file, 'MIME_ORDER') || index + 1),
    }))
    .filter(({ source }) => source !== '')
    .sort((a, b) => a.order - b.order)
  const pictures = files.filter(isPicture)
  const large = pictures.filter(({ isSmall }) => !isSmall)
  const [first, ...others] = (large.length > 0 ? large : pictures).map(({ source }) => source)
  const documents = files.filter((file) => !isPicture(file)).map(({ source }) => source)
  return {
    MIME_SOURCE: first ?? '',
    'Further images': listCell([...new Set(others)].filter((source) => source !== first)),
    'MIME_SOURCE (documents)': documents.join('\n'),
  }
}

function isPicture({ type, source }: { readonly type: string; readonly source: string }): boolean {
  if (type.startsWith('image/') || /^(jpe?g|png|gif|webp|tiff?)$/.test(type)) return true
  return type === '' && /\.(jpe?g|png|gif|webp|tiff?)$/i.test(source)
}

interface Feature {
  readonly name: string
  readonly values: readonly string[]
  readonly unit: string
}

interface ReadFeature extends Feature {
  readonly choices: readonly { readonly value: string; readonly supplement: string }[]
  readonly order: number
}

interface ReadFeatures {
  readonly features: readonly ReadFeature[]
  readonly classes: readonly string[]
}

function readFeatures(sets: readonly XmlElement[], work: BmecatWork): ReadFeatures {
  const classes = sets.map((set) =>
    [
      textIn(set, 'REFERENCE_FEATURE_SYSTEM_NAME'),
      textIn(set, 'REFERENCE_FEATURE_GROUP_ID', 'REFERENCE_FEATURE_GROUP_NAME'),
    ]
      .filter((part) => part !== '')
      .join(' '),
  )
  return {
    features: sets.flatMap((set) => childrenOf(set, 'FEATURE')).map((feature) => readFeature(feature, work)),
    classes: classes.filter((name) => name !== ''),
  }
}

function readFeature(feature: XmlElement, { catalog, languages }: BmecatWork): ReadFeature {
  const named = languages.textOf(childrenOf(feature, 'FNAME'))
  const variants = elementAt(feature, 'VARIANTS')
  return {
    name: catalog.featureName(named === '' ? textIn(feature, 'FT_IDREF') : named),
    values: languages.choose(childrenOf(feature, 'FVALUE')).map(({ text }) => text),
    unit: symbolOfMeasure(textIn(feature, 'FUNIT')),
    choices: childrenOf(variants, 'VARIANT').map((variant) => ({
      value: languages.textOf(childrenOf(variant, 'FVALUE')),
      supplement: textIn(variant, 'SUPPLIER_AID_SUPPLEMENT', 'SUPPLIER_PID_SUPPLEMENT'),
    })),
    order: Number(textIn(variants, 'VORDER') || 1),
  }
}

function featureCells({ features, classes }: ReadFeatures): Record<string, string> {
  const plain = features.filter(({ name, values }) => name !== '' && values.length > 0)
  return {
    PRODUCT_FEATURES:
      plain.length === 0 ? '' : JSON.stringify(plain.map(({ name, values, unit }) => [name, values, unit])),
    CLASSIFICATION: classes.join(', '),
  }
}

interface Variant {
  readonly supplement: string
  readonly options: readonly Feature[]
}

function variantsOf({ features }: ReadFeatures, most: number): readonly Variant[] | undefined {
  const offering = features.filter(({ choices }) => choices.length > 0).sort((a, b) => a.order - b.order)
  if (offering.length === 0) return []
  let variants: readonly Variant[] = [{ supplement: '', options: [] }]
  for (const { name, unit, choices } of offering) {
    if (variants.length * choices.length > most) return undefined
    variants = variants.flatMap(({ supplement, options }) =>
      choices.map((choice) => ({
        supplement: supplement + choice.supplement,
        options: [...options, { name, unit, values: [choice.value] }],
      })),
    )
  }
  return variants
}

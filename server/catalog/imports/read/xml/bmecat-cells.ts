import { type BmecatCounts, type BmecatCatalog, readTemplate } from './bmecat-catalog.ts'
import { childrenOf, elementAt, type TextLanguages, textIn, type XmlElement } from './xml-elements.ts'
import { symbolOfMeasure } from '../unit-symbols.ts'

export interface BmecatWork {
  readonly catalog: BmecatCatalog
  readonly languages: TextLanguages
  readonly counts: BmecatCounts
}

/** Names of BMEcat 1.2 that 2005 changed. */
export function inBoth(name: string): [string, string] {
  return [`PRODUCT_${name}`, `ARTICLE_${name}`]
}

const detailNames = new Set(
  `DESCRIPTION_SHORT DESCRIPTION_LONG INTERNATIONAL_PID EAN MANUFACTURER_NAME MANUFACTURER_PID MANUFACTURER_AID
   MANUFACTURER_TYPE_DESCR KEYWORD DELIVERY_TIME REMARKS SEGMENT`.split(/\s+/),
)

/** The cells of a product, by the names of its elements in BMEcat 2005. */
export function cellsOf(
  product: XmlElement,
  { ids: classes }: Pick<ReadFeatures, 'ids'>,
  { catalog, languages, counts }: BmecatWork,
): Record<string, string> {
  const id = textIn(product, 'SUPPLIER_PID', 'SUPPLIER_AID')
  const details = elementAt(product, 'PRODUCT_DETAILS') ?? elementAt(product, 'ARTICLE_DETAILS')
  const textOf = (...names: readonly string[]) => languages.textOf(childrenOf(details, ...names))
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
    ...otherCells(details),
    ...orderCells(product),
    ...logisticCells(product),
    ...priceCells(product, catalog, counts),
    ...mediaCells(product, catalog, languages),
    ...referenceCells(product),
    ...extensionCells(product),
    CATALOG_GROUPS: listCell(catalog.pathsOf(id, classes)),
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
  return pickCells(orderOf(product), [
    'ORDER_UNIT',
    'CONTENT_UNIT',
    'NO_CU_PER_OU',
    'QUANTITY_MIN',
    'QUANTITY_INTERVAL',
  ])
}

function orderOf(product: XmlElement): XmlElement | undefined {
  return childrenOf(product, ...inBoth('ORDER_DETAILS'))[0]
}

/** Numbers, statuses and what else is said of a product in one text, each in a column of its name. */
function otherCells(details: XmlElement | undefined): Record<string, string> {
  const others = details?.children.filter(
    ({ name, children }) => children.length === 0 && !detailNames.has(name),
  )
  const byName = Map.groupBy(others ?? [], ({ name }) =>
    name.replace(/_AID$/, '_PID').replace(/^ARTICLE_/, 'PRODUCT_'),
  )
  return Object.fromEntries(
    [...byName].map(([name, elements]) => [
      name,
      elements.map(({ text, attributes }) => text || (attributes['type'] ?? '')).join(', '),
    ]),
  )
}

/** The products that a product refers to, by the kind of reference; the base product is its parent. */
function referenceCells(product: XmlElement): Record<string, string> {
  const references = childrenOf(product, ...inBoth('REFERENCE'))
  const byType = Map.groupBy(references, ({ attributes }) => attributes['type'] ?? 'others')
  const cells = [...byType].map(([type, elements]) => {
    const ids = elements.map((element) => textIn(element, 'PROD_ID_TO', 'ART_ID_TO'))
    return type === 'base_product' ? ['BASE_PRODUCT', ids[0] ?? ''] : [`REFERENCE ${type}`, ids.join(', ')]
  })
  return Object.fromEntries(cells)
}

/** Extensions of a group of users, such as those of ETIM, where they are texts. */
function extensionCells(product: XmlElement): Record<string, string> {
  const [extensions] = childrenOf(product, 'USER_DEFINED_EXTENSIONS')
  const plain = extensions?.children.filter(({ children }) => children.length === 0) ?? []
  return Object.fromEntries(plain.map(({ name, text }) => [name, text]))
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
 * A column for each kind of price and currency, with the price of one unit for the smallest quantity; prices
 * from larger quantities have columns of their own.
 */
function priceCells(
  product: XmlElement,
  catalog: BmecatCatalog,
  counts: BmecatCounts,
): Record<string, string> {
  const prices = childrenOf(product, ...inBoth('PRICE_DETAILS')).flatMap((details) =>
    childrenOf(details, ...inBoth('PRICE')),
  )
  const quantity = Number(textIn(orderOf(product), 'PRICE_QUANTITY') || 1)
  const cells: Record<string, string> = {}
  for (const [header, tiers] of Map.groupBy(prices, (price) => headerOf(price, catalog)))
    for (const [index, price] of tiers.toSorted((a, b) => boundOf(a) - boundOf(b)).entries()) {
      const tier = `${header} from ${boundOf(price)}`
      if (index > 0 && !counts.takesTier(tier)) continue
      cells[index === 0 ? header : tier] ??= counts.perUnit(amountOf(price), quantity)
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

function headerOf(price: XmlElement, { currency }: BmecatCatalog): string {
  const type = price.attributes['price_type'] ?? 'net_list'
  return `PRICE ${type} ${textIn(price, 'PRICE_CURRENCY') || currency}`.trim()
}

function boundOf(price: XmlElement): number {
  const bound = Number(textIn(price, 'LOWER_BOUND') || 1)
  return Number.isNaN(bound) ? 1 : bound
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

export interface Feature {
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
  readonly ids: readonly string[]
}

export function readFeatures(sets: readonly XmlElement[], work: BmecatWork): ReadFeatures {
  const classes = sets.map((set) =>
    [
      textIn(set, 'REFERENCE_FEATURE_SYSTEM_NAME'),
      textIn(set, 'REFERENCE_FEATURE_GROUP_ID', 'REFERENCE_FEATURE_GROUP_NAME'),
    ]
      .filter((part) => part !== '')
      .join(' '),
  )
  return {
    ids: sets.map((set) => textIn(set, 'REFERENCE_FEATURE_GROUP_ID')),
    features: sets.flatMap((set) => childrenOf(set, 'FEATURE')).map((feature) => readFeature(feature, work)),
    classes: classes.filter((name) => name !== ''),
  }
}

function readFeature(feature: XmlElement, { catalog, languages }: BmecatWork): ReadFeature {
  const named = languages.textOf(childrenOf(feature, 'FNAME'))
  const own = readTemplate(elementAt(feature, 'FTEMPLATE'), languages)
  const known = catalog.featureOf(named || own.name || own.id || textIn(feature, 'FT_IDREF'))
  const variants = elementAt(feature, 'VARIANTS')
  return {
    name: known.name,
    values: languages.choose(childrenOf(feature, 'FVALUE')).map(({ text }) => text),
    unit: symbolOfMeasure(textIn(feature, 'FUNIT', 'FUNIT_IDREF')) || own.unit || known.unit,
    choices: childrenOf(variants, 'VARIANT').map((variant) => ({
      value: languages.textOf(childrenOf(variant, 'FVALUE')),
      supplement: textIn(variant, 'SUPPLIER_AID_SUPPLEMENT', 'SUPPLIER_PID_SUPPLEMENT'),
    })),
    order: Number(textIn(variants, 'VORDER') || 1),
  }
}

export function featureCells({ features, classes }: ReadFeatures): Record<string, string> {
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

export function variantsOf({ features }: ReadFeatures, most: number): readonly Variant[] | undefined {
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

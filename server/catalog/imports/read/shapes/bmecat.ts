import {
  type Shape,
  galleryHeader,
  gallery,
  lines,
  text,
  readSeparatelyColumn,
  title,
  vendor,
  choices,
  number,
  choice,
  inUnit,
  parent,
  categories,
  picture,
  type PlainRow,
  toPlainRow,
} from './shape.ts'
import type { ShapeColumn } from '../../recognise/file-scan.ts'
import { names } from '../../../channels/templates/attribute-names.ts'
import type { SourceRows, SourceRow } from './source-rows.ts'
import { toAttributeKey } from '../../../attributes/key-of-name.ts'
import { foldText } from '#shared/text.ts'
import { unitOf } from '../../recognise/numbers.ts'

/** A catalog of BMEcat 2005 (BME, Specification BMEcat 2005), read from XML into a row for each product and variant. */
export const bmecat: Shape = {
  recognise: (file) => file.has('SUPPLIER_PID') && file.headers.some((header) => isOfProduct(header)),
  // Updates of prices name no product, so that they must not make any.
  updatesOnly: (file) => !file.has('DESCRIPTION_SHORT'),
  mergeKey: () => 'SUPPLIER_PID',
  added: () => [],
  column: (header, file) => {
    if (header === 'MIME_SOURCE') return mainPicture(file)
    if (header === galleryHeader) return hasAddresses(file) ? gallery : lines('further_images')
    return columns[header] ?? price(header, file) ?? reference(header)
  },
  read: readProducts,
}

function isOfProduct(header: string): boolean {
  return header === 'DESCRIPTION_SHORT' || header === 'PRODUCT_FEATURES' || priceHeader.test(header)
}

const columns: Readonly<Record<string, ShapeColumn>> = {
  SUPPLIER_PID: text('sku', names.sku),
  MODE: readSeparatelyColumn,
  DESCRIPTION_SHORT: title,
  DESCRIPTION_LONG: lines('description', names.description),
  INTERNATIONAL_PID: text('gtin', names.gtin),
  MANUFACTURER_NAME: vendor,
  MANUFACTURER_PID: text('mpn', names.mpn),
  MANUFACTURER_TYPE_DESCR: text('manufacturer_type'),
  KEYWORD: choices('tags', ',', names.tags),
  DELIVERY_TIME: number('delivery_time'),
  REMARKS: lines('remarks'),
  SEGMENT: text('segment'),
  ORDER_UNIT: choice('order_unit'),
  CONTENT_UNIT: choice('content_unit'),
  NO_CU_PER_OU: number('content_units_per_order_unit'),
  QUANTITY_MIN: number('minimum_quantity'),
  QUANTITY_INTERVAL: number('quantity_interval'),
  WEIGHT: inUnit(number('weight', names.weight), 'kg'),
  LENGTH: inUnit(number('length'), 'm'),
  WIDTH: inUnit(number('width'), 'm'),
  DEPTH: inUnit(number('depth'), 'm'),
  COUNTRY_OF_ORIGIN: text('country_of_origin'),
  CUSTOMS_NUMBER: text('customs_number'),
  TAX: number('tax'),
  BASE_PRODUCT: parent,
  CATALOG_GROUPS: categories('>', ','),
  CLASSIFICATION: text('classification'),
  'MIME_SOURCE (documents)': lines('documents'),
  PRODUCT_FEATURES: readSeparatelyColumn,
  VARIANTS: readSeparatelyColumn,
}

/** Pictures are names of files shipped with the catalog unless they are full addresses. */
function mainPicture(file: SourceRows): ShapeColumn {
  return hasAddresses(file) || file.hasFolder ? picture('image', names.image) : text('image_file')
}

function hasAddresses(file: SourceRows): boolean {
  return file.samples('MIME_SOURCE').some((cell) => /^https?:/i.test(cell))
}

// The buyer's own price comes before list prices.
const typesOfPrice = ['net_customer', 'net_list', 'gros_list']

/** `PRICE net_list EUR`: one price type is used, and each currency is a unit. */
function price(header: string, file: SourceRows): ShapeColumn | undefined {
  const parts = priceHeader.exec(header)
  if (!parts) return undefined
  const [, type = '', currency, from] = parts
  if (header === mainPrice(file, typesOfPrice)) return inUnit(number('price', names.price), currency)
  if (header === mainPrice(file, ['nrp'])) return inUnit(number('msrp', names.listPrice), currency)
  const key = toAttributeKey(`price_${type}_${currency ?? ''}_${from === undefined ? '' : `from_${from}`}`)
  const name = `Price (${[type, currency].filter(Boolean).join(', ')})${from === undefined ? '' : ` from ${from}`}`
  return { ...inUnit(number(key), currency), name }
}

const priceHeader = /^PRICE (\S+)(?: ([A-Z]{3}))?(?: from ([\d.]+))?$/

function reference(header: string): ShapeColumn | undefined {
  const [, type = ''] = /^REFERENCE (\S+)$/.exec(header) ?? []
  return type === ''
    ? undefined
    : { ...lines(toAttributeKey(`reference_${type}`)), name: `References (${type})` }
}

function mainPrice(file: SourceRows, types: readonly string[]): string | undefined {
  const prices = file.headers.filter((header) => priceHeader.test(header) && !header.includes(' from '))
  return types
    .map((type) => prices.find((header) => priceHeader.exec(header)?.[1] === type))
    .find((header) => header !== undefined)
}

type Feature = readonly [name: string, values: readonly string[], unit: string]

async function* readProducts(file: SourceRows): AsyncGenerator<PlainRow> {
  const measures = await findMeasures(file)
  const cells = { mode: file.cell('MODE'), own: file.cell('PRODUCT_FEATURES'), told: file.cell('VARIANTS') }
  for await (const row of file.rows()) {
    if (cells.mode(row) === 'delete') {
      file.leaveOut('deleted', row)
      continue
    }
    const plain = toPlainRow(row, file.headers)
    const options = parseFeatures(cells.told(row))
    const features = parseFeatures(cells.own(row))
    yield { ...plain, options: byName(options, measures), features: byName(features, measures), measures }
  }
}

async function findMeasures(file: SourceRows): Promise<ReadonlyMap<string, string>> {
  const units = new Map<string, string | undefined>()
  const featuresOf = (row: SourceRow) => parseFeatures(file.cell('PRODUCT_FEATURES')(row))
  for await (const row of file.rows())
    for (const [name, values, unit] of featuresOf(row)) {
      const key = foldText(name)
      const [value = '', ...others] = values
      const isNumber = others.length === 0 && numberPattern.test(value) && isUnit(unit)
      const isSame = !units.has(key) || units.get(key) === unit
      units.set(key, isNumber && isSame ? unit : undefined)
    }
  return new Map([...units].flatMap(([key, unit]) => (unit === undefined ? [] : [[key, unit] as const])))
}

const numberPattern = /^-?(0|[1-9]\d*)(\.\d+)?$/

function isUnit(unit: string): boolean {
  return unit === '' || unitOf(foldText(unit)) !== undefined
}

function byName(
  features: readonly Feature[],
  measures: ReadonlyMap<string, string>,
): Map<string, readonly string[]> {
  return new Map(
    features.map(([name, values, unit]) => {
      const isPlain = unit === '' || measures.has(foldText(name))
      return [name, isPlain ? values : values.map((value) => `${value} ${unit}`)]
    }),
  )
}

/** The XML reader has written this JSON; cells of any other file are ignored. */
function parseFeatures(cell: string): readonly Feature[] {
  if (!cell.startsWith('[[')) return []
  try {
    return JSON.parse(cell)
  } catch {
    return []
  }
}

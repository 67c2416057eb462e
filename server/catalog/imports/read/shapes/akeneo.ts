import {
  type Shape,
  text,
  title,
  type PlainRow,
  toPlainRow,
  parent,
  categories,
  choice,
  choices,
  flag,
  inUnit,
  localizedNumber,
  readSeparatelyColumn,
  nameOf,
} from './shape.ts'
import { names } from '../../../channels/templates/attribute-names.ts'
import type { SourceRows } from './source-rows.ts'
import type { ShapeColumn } from '../../recognise/file-scan.ts'
import { toAttributeKey } from '../../../attributes/key-of-name.ts'

/**
 * Akeneo's CSV of products, or of the product models they are variants of (help.akeneo.com, What is a product import file): a column
 * for each attribute, locale and scope.
 */
export const akeneo: Shape = {
  recognise: (file) =>
    keyOf(file) !== undefined &&
    file.has('categories') &&
    (file.has('family', 'enabled') || file.has('family_variant', 'parent')),
  mergeKey: (file) => keyOf(file) ?? '',
  added: () => [],
  column: (header, file) => {
    if (header === keyOf(file)) return text('sku', names.sku)
    if (header === titleOf(file)) return title
    return columns[header] ?? money(header, file) ?? measure(header, file) ?? localised(header)
  },
  async *read(file): AsyncGenerator<PlainRow> {
    for await (const row of file.rows()) yield toPlainRow(row, file.headers)
  },
}

/** A model has a code where a product has its identifier; variants refer to their models by it. */
function keyOf(file: SourceRows): string | undefined {
  return file.header('identifier', 'sku') ?? (file.has('family_variant') ? file.header('code') : undefined)
}

function titleOf(file: SourceRows): string | undefined {
  const localisedNames = file.headers.filter((header) =>
    /^(name|label|title)-[a-z]{2}_[A-Z]{2}\b/.test(header),
  )
  const english = localisedNames.find((header) => header.includes('-en_'))
  return file.header('name', 'label', 'title', 'product_name') ?? english ?? localisedNames[0]
}

const columns: Readonly<Record<string, ShapeColumn>> = {
  parent,
  categories: categories(undefined, ','),
  family: choice('family'),
  family_variant: choice('family_variant'),
  groups: choices('groups', ','),
  enabled: flag('enabled', names.published),
}

/** `price-EUR` */
function money(header: string, file: SourceRows): ShapeColumn | undefined {
  const [, name = '', currency] = /^(.+)-([A-Z]{3})$/.exec(header) ?? []
  if (currency === undefined) return undefined
  const known = name === 'price' && !hasOtherCurrency(header, name, file) ? names.price : undefined
  return inUnit(localizedNumber(toAttributeKey(header), known, file.writesComma(header)), currency)
}

function hasOtherCurrency(header: string, name: string, file: SourceRows): boolean {
  return file.headers.some(
    (other) =>
      other !== header && other.startsWith(`${name}-`) && /^[A-Z]{3}$/.test(other.slice(name.length + 1)),
  )
}

/** `weight` with `weight-unit`: the common unit becomes that of the attribute. */
function measure(header: string, file: SourceRows): ShapeColumn | undefined {
  const [, measured = header] = /^(.+)-unit$/.exec(header) ?? []
  if (!file.has(`${measured}-unit`)) return undefined
  const [unit, ...others] = file.samples(`${measured}-unit`)
  const isOne = unit !== undefined && others.length === 0
  if (measured !== header) return isOne ? readSeparatelyColumn : undefined
  return inUnit(
    localizedNumber(toAttributeKey(header), undefined, file.writesComma(header)),
    isOne ? symbolOf(unit) : undefined,
  )
}

const symbols: Readonly<Record<string, string>> = {
  GRAM: 'g',
  KILOGRAM: 'kg',
  POUND: 'lb',
  OUNCE: 'oz',
  MILLIMETER: 'mm',
  CENTIMETER: 'cm',
  METER: 'm',
  INCH: 'in',
  WATT: 'W',
  LITER: 'l',
  MILLILITER: 'ml',
}

function symbolOf(unit: string): string {
  return symbols[unit] ?? unit.toLowerCase().replaceAll('_', ' ')
}

/** `description-de_DE-print` */
function localised(header: string): ShapeColumn | undefined {
  const [, name = '', ...place] = /^(.+?)-([a-z]{2,3}_[A-Z]{2})(?:-(\w+))?$/.exec(header) ?? []
  if (name === '') return undefined
  const where = place.filter((part) => part !== undefined && part !== '').join(', ')
  return { key: toAttributeKey(header), name: `${nameOf(name)} (${where})`, rule: {} }
}

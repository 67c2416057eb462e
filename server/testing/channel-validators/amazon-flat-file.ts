import { addressFault, decimalPattern, gtinFault } from './values.ts'
import {
  type Column,
  type Description,
  duplicates,
  groupBy,
  checkFile,
  type Row,
  toRows,
  type Validator,
} from './columns.ts'

/*
 * Amazon's inventory file templates as their sheet "Data Definitions" describes the columns: a line that names the
 * template, a line of labels, a line of names, then one line a product, tabs between.
 */
/** The list of valid values has them with a capital letter. */
const isChild = (row: Row) => row['parent_child'] === 'Child'
const isParent = (row: Row) => row['parent_child'] === 'Parent'
const address: Column = { check: (value) => addressFault(value) }
const emptyAtParent = (column: Column): Column => ({
  ...column,
  check: (value, row) => (isParent(row) ? 'at a parent, which is not for sale' : column.check?.(value, row)),
})
const identifierTypes = ['ASIN', 'EAN', 'GCID', 'GTIN', 'ISBN', 'UPC']
const identifierLengths: Readonly<Record<string, RegExp>> = {
  ASIN: /^B[0-9A-Z]{9}$/,
  EAN: /^\d{8}$|^\d{13}$/,
  GTIN: /^\d{14}$|^\d{13}$|^\d{12}$|^\d{8}$/,
  ISBN: /^\d{9}[\dX]$|^97[89]\d{10}$/,
  UPC: /^\d{12}$/,
}

export const flatFileDescription: Description = {
  header: [
    'item_sku',
    'item_name',
    'external_product_id',
    'external_product_id_type',
    'standard_price',
    'quantity',
  ],
  columns: {
    feed_product_type: { required: true },
    item_sku: { required: true, max: 40, pattern: /^\S(.*\S)?$/ },
    update_delete: { values: ['Update', 'PartialUpdate', 'Delete'] },
    brand_name: { required: true, max: 50 },
    manufacturer: { required: (row) => !isParent(row), max: 50 },
    item_name: { required: true, max: 200 },
    external_product_id: { check: (value, row) => identifierFault(value, row) },
    external_product_id_type: {
      values: identifierTypes,
      required: (row) => (row['external_product_id'] ?? '') !== '',
      check: (_, row) => ((row['external_product_id'] ?? '') === '' ? 'without an identifier' : undefined),
    },
    part_number: { max: 40 },
    item_type: {},
    product_description: { max: 2000 },
    standard_price: emptyAtParent({
      required: (row) => !isParent(row),
      pattern: decimalPattern,
      check: (value) => (Number(value) > 0 ? undefined : 'is not above 0'),
    }),
    sale_price: emptyAtParent({
      pattern: decimalPattern,
      check: (value, row) =>
        Number(value) < Number(row['standard_price']) ? undefined : 'is not below the price',
    }),
    list_price: emptyAtParent({ pattern: decimalPattern }),
    currency: { pattern: /^[A-Z]{3}$/ },
    quantity: emptyAtParent({ pattern: /^\d+$/ }),
    condition_type: {
      values: [
        'New',
        'Refurbished',
        'UsedLikeNew',
        'UsedVeryGood',
        'UsedGood',
        'UsedAcceptable',
        'CollectibleLikeNew',
        'CollectibleGood',
      ],
    },
    fulfillment_latency: { pattern: /^\d+$/ },
    main_image_url: address,
    parent_child: { values: ['Parent', 'Child'] },
    parent_sku: {
      required: isChild,
      max: 40,
      check: (_, row) => (isChild(row) ? undefined : 'although the row is no child'),
    },
    relationship_type: { required: isChild, values: ['Variation', 'Accessory'] },
    variation_theme: { required: (row) => (row['parent_child'] ?? '') !== '' },
    generic_keywords: {
      check: (value) => (Buffer.byteLength(value) > 249 ? 'has more than 249 bytes' : undefined),
    },
    color_name: { max: 50 },
    color_map: { max: 50 },
    size_name: { max: 50 },
    size_map: { max: 50 },
    material_type: { max: 200 },
    item_weight: { pattern: decimalPattern },
    item_weight_unit_of_measure: {
      values: ['GR', 'KG', 'LB', 'OZ', 'MG'],
      required: (row) => (row['item_weight'] ?? '') !== '',
    },
    item_length: { pattern: decimalPattern },
    item_width: { pattern: decimalPattern },
    item_height: { pattern: decimalPattern },
    item_dimensions_unit_of_measure: { values: ['CM', 'MM', 'M', 'IN', 'FT'] },
    country_of_origin: {},
    condition_note: { max: 1000 },
    model: { max: 40 },
    model_name: {},
    department_name: {},
    target_audience_keywords: {},
    product_tax_code: {},
    merchant_shipping_group_name: {},
    supplier_declared_dg_hz_regulation1: {},
    care_instructions: {},
    warranty_description: {},
    max_order_quantity: { pattern: /^[1-9]\d*$/ },
    number_of_items: { pattern: /^[1-9]\d*$/ },
    item_package_quantity: { pattern: /^[1-9]\d*$/ },
    package_dimensions_unit_of_measure: { values: ['CM', 'MM', 'M', 'IN', 'FT'] },
    package_weight_unit_of_measure: { values: ['GR', 'KG', 'LB', 'OZ', 'MG'] },
  },
  others: [
    { name: /^(style|flavor|scent)_name$/, column: { max: 50 } },
    { name: /^package_(weight|length|width|height)$/, column: { pattern: decimalPattern } },
    { name: /^(minimum|maximum)_seller_allowed_price$/, column: emptyAtParent({ pattern: decimalPattern }) },
    {
      name: /^(are_batteries_included|batteries_required|offering_can_be_gift_messaged|offering_can_be_giftwrapped)$/,
      column: { values: ['true', 'false'] },
    },
    {
      name: /^(sale_from|sale_end|product_site_launch|merchant_release|restock)_date$/,
      column: { pattern: /^\d{4}-\d\d-\d\d/ },
    },
    { name: /^other_image_url[1-8]$/, column: address },
    { name: /^swatch_image_url$/, column: address },
    { name: /^bullet_point[1-5]$/, column: { max: 500 } },
    { name: /^(website_shipping|item_display)_weight$/, column: { pattern: decimalPattern } },
    {
      name: /^(website_shipping|item_display)_weight_unit_of_measure$/,
      column: { values: ['GR', 'KG', 'LB', 'OZ', 'MG'] },
    },
  ],
  rows: (rows) => [
    ...duplicates(rows, 'item_sku'),
    ...flatFamilyFaults(rows),
    ...gapFaults(rows),
    ...likeFaults(rows),
    ...rows.flatMap(unitFaults),
  ],
}

function identifierFault(value: string, row: Row): string | undefined {
  const type = row['external_product_id_type'] ?? ''
  if (isParent(row)) return 'at a parent, which has none'
  if (!(identifierLengths[type]?.test(value) ?? true)) return `is no ${type}`
  return type === 'EAN' || type === 'UPC' || type === 'GTIN' ? gtinFault(value) : undefined
}

/** Parents come before their children, which have the same theme and fill its attributes. */
function flatFamilyFaults(rows: readonly Row[]): string[] {
  const parents = new Map<string, Row>()
  const faults: string[] = []
  for (const row of rows) {
    if (isParent(row)) parents.set(row['item_sku'] ?? '', row)
    if (!isChild(row)) continue
    const parent = parents.get(row['parent_sku'] ?? '')
    if (parent === undefined)
      faults.push(`${row['item_sku']}: its parent ${row['parent_sku']} does not stand before it`)
    else if (parent['variation_theme'] !== row['variation_theme'])
      faults.push(`${row['item_sku']}: has another theme than its parent`)
    if (!themeFilled(row))
      faults.push(`${row['item_sku']}: does not fill its theme ${row['variation_theme']}`)
  }
  const childless = [...parents.keys()].filter((sku) => !groupBy(rows, 'parent_sku').has(sku))
  return [...faults, ...childless.map((sku) => `${sku}: is a parent without children`)]
}

function themeFilled(row: Row): boolean {
  const theme = (row['variation_theme'] ?? '').toLowerCase()
  const color = !theme.includes('color') || (row['color_name'] ?? '') !== ''
  return color && (!theme.includes('size') || (row['size_name'] ?? '') !== '')
}

/** Two children of a parent must differ in an attribute of their theme. */
function likeFaults(rows: readonly Row[]): string[] {
  const names = ['size_name', 'color_name', 'style_name', 'material_type', 'flavor_name', 'scent_name']
  const chosen = rows
    .filter(isChild)
    .map((row) => JSON.stringify([row['parent_sku'], ...names.map((name) => row[name])]))
  return chosen
    .filter((one, index) => chosen.indexOf(one) !== index)
    .map((one) => `two children are alike: ${one}`)
}

function unitFaults(row: Row): string[] {
  const isBare = (names: readonly string[], unit: string) =>
    names.some((name) => (row[name] ?? '') !== '') && (row[unit] ?? '') === ''
  return ['item', 'package'].flatMap((what) => [
    ...(isBare([`${what}_weight`], `${what}_weight_unit_of_measure`)
      ? [`${row['item_sku']}: a weight without unit`]
      : []),
    ...(isBare([`${what}_length`, `${what}_width`, `${what}_height`], `${what}_dimensions_unit_of_measure`)
      ? [`${row['item_sku']}: a size without unit`]
      : []),
  ])
}

function gapFaults(rows: readonly Row[]): string[] {
  return rows.flatMap((row) =>
    ['bullet_point', 'other_image_url'].flatMap((name) => {
      const filled = [1, 2, 3, 4, 5].map((number) => (row[`${name}${number}`] ?? '') !== '')
      return filled.some((is, index) => is && filled[index - 1] === false)
        ? [`${row['item_sku']}: ${name} has a gap`]
        : []
    }),
  )
}

export const validateAmazon: Validator = (text) => {
  const lines = text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t'))
  const [template = [], labels = [], header = [], ...records] = lines
  const faults = template[0]?.startsWith('TemplateType=') ? [] : ['the first line does not name the template']
  if (labels.length !== header.length) faults.push(`${labels.length} labels for ${header.length} columns`)
  for (const [index, record] of records.entries())
    if (record.length !== header.length)
      faults.push(`row ${index + 1}: ${record.length} cells, ${header.length} columns`)
  return [...faults, ...checkFile(flatFileDescription, header, toRows(header, records))]
}

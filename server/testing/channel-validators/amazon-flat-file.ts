/** The header rows and data definitions of Amazon's inventory file templates. */
import {
  amount,
  check,
  gtin,
  idsOf,
  link,
  repeated,
  required,
  type Row,
  type Rules,
  type Validator,
} from './row-rules.ts'

const whole = { pattern: /^\d+$/ }
const lengthUnit = { oneOf: ['CM', 'FT', 'IN', 'M', 'MM'] }

const amazonOffer: Rules = {
  feed_product_type: required,
  item_sku: { ...required, max: 40 },
  brand_name: { ...required, max: 50 },
  item_name: { ...required, max: 200 },
  manufacturer: { ...required, max: 50 },
  external_product_id: { ...required, ...gtin },
  external_product_id_type: { ...required, oneOf: ['EAN', 'UPC', 'GTIN', 'ISBN', 'ASIN', 'GCID'] },
  standard_price: { ...required, ...amount },
  quantity: { ...required, ...whole },
  main_image_url: { ...required, ...link },
  item_weight: amount,
  item_weight_unit_of_measure: { oneOf: ['GR', 'KG', 'LB', 'MG', 'OZ'] },
  item_length: amount,
  item_width: amount,
  item_height: amount,
  item_dimensions_unit_of_measure: lengthUnit,
}

/** Three header rows; children name a parent that stands before them and a theme. */
export const validateAmazon: Validator = (text) => {
  const [first = '', labels = '', names = '', ...lines] = text.split('\r\n').slice(0, -1)
  const faults = first.startsWith('TemplateType=') ? [] : ['The first row names no template.']
  const targets = names.split('\t')
  if (labels.split('\t').length !== targets.length)
    faults.push('The rows of labels and of names differ in length.')
  const rows = lines.map((line): Row =>
    Object.fromEntries(line.split('\t').map((cell, index) => [targets[index] ?? '', cell])),
  )
  const parents = new Set<string>()
  rows.forEach((row, index) => {
    const place = `row ${index + 4}`
    if (row['parent_child'] === 'Parent') {
      parents.add(row['item_sku'] ?? '')
      if (row['standard_price'] || row['quantity']) faults.push(`${place}: a parent is no offer`)
    } else faults.push(...check(row, amazonOffer, place), ...unitFaults(row, place))
    if (row['parent_child'] === 'Child') {
      if (!parents.has(row['parent_sku'] ?? '')) faults.push(`${place}: the parent does not stand before it`)
      faults.push(
        ...check(
          row,
          { relationship_type: { ...required, oneOf: ['Variation'] }, variation_theme: required },
          place,
        ),
      )
    }
  })
  const children = rows.filter((row) => row['parent_child'] === 'Child')
  const variations = children.map((row) => JSON.stringify([row['parent_sku'], ...themeValues(row)]))
  return [...faults, ...repeated(idsOf(rows, 'item_sku'), 'SKU'), ...repeated(variations, 'variation')]
}

const themeColumns: Readonly<Record<string, string>> = {
  SizeName: 'size_name',
  ColorName: 'color_name',
  StyleName: 'style_name',
  MaterialType: 'material_type',
  FlavorName: 'flavor_name',
  ScentName: 'scent_name',
}

function themeValues(row: Row): (string | undefined)[] {
  return (row['variation_theme'] ?? '').split('-').map((theme) => row[themeColumns[theme] ?? ''])
}

/** A measure is nothing without its unit. */
function unitFaults(row: Row, place: string): string[] {
  const isBare = (names: readonly string[], unit: string): boolean =>
    names.some((name) => Boolean(row[name])) && !row[unit]
  const sizes = ['item_length', 'item_width', 'item_height']
  return [
    ...(isBare(['item_weight'], 'item_weight_unit_of_measure') ? [`${place}: a weight without unit`] : []),
    ...(isBare(sizes, 'item_dimensions_unit_of_measure') ? [`${place}: a size without unit`] : []),
  ]
}

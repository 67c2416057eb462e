/** WooCommerce's own importer: github.com/woocommerce/woocommerce/wiki/Product-CSV-Import-Schema. */
import { parse } from 'csv-parse/sync'
import {
  amount,
  check,
  gtin,
  idsOf,
  repeated,
  required,
  type Row,
  type Rules,
  type Validator,
  whole,
} from './row-rules.ts'

const woo: Rules = {
  Type: { ...required, oneOf: ['simple', 'variable', 'variation', 'grouped', 'external'] },
  SKU: { ...required, max: 100 },
  Name: required,
  Published: { oneOf: ['1', '0', '-1'] },
  'In stock?': { oneOf: ['1', '0', 'backorder'] },
  'Backorders allowed?': { oneOf: ['1', '0', 'notify'] },
  Stock: whole,
  'Regular price': amount,
  'Sale price': amount,
  'Weight (kg)': amount,
  'Length (cm)': amount,
  'Width (cm)': amount,
  'Height (cm)': amount,
  'GTIN, UPC, EAN, or ISBN': gtin,
  // Addresses, or names of files in the media library.
  Images: { pattern: /^(https?:\/\/[^\s,]+|[\w.-]+\.\w+)(, (https?:\/\/[^\s,]+|[\w.-]+\.\w+))*$/ },
}

/** Variations come behind their variable product, name it as parent and have values that it lists. */
export const validateWoocommerce: Validator = (text) => {
  const rows = parse<Row>(text, { columns: true })
  const faults = rows.flatMap((row, index) => rowFaults(row, `row ${index + 1}`))
  const parents = new Map<string, Row>()
  for (const row of rows) {
    if (row['Type'] === 'variable') parents.set(row['SKU'] ?? '', row)
    if (row['Type'] !== 'variation') continue
    const parent = parents.get(row['Parent'] ?? '')
    const values = parent?.['Attribute 1 value(s)']?.split(/(?<!\\), /) ?? []
    if (!parent) faults.push(`${row['SKU']}: the parent does not stand before it`)
    else if (!values.includes(row['Attribute 1 value(s)'] ?? ''))
      faults.push(`${row['SKU']}: not among the values of its parent`)
    if (row['Categories']) faults.push(`${row['SKU']}: a variation has no categories`)
    if (row['Images']?.includes(', ')) faults.push(`${row['SKU']}: a variation has one picture`)
  }
  return [...faults, ...repeated(idsOf(rows, 'SKU'), 'SKU')]
}

function rowFaults(row: Row, place: string): string[] {
  const saysThere = row['In stock?'] === '1' && row['Stock'] !== '' && Number(row['Stock']) <= 0
  const isDearer = row['Sale price'] !== '' && Number(row['Sale price']) >= Number(row['Regular price'])
  return [
    ...check(row, woo, place),
    ...(saysThere ? [`${place}: in stock without any`] : []),
    ...(isDearer ? [`${place}: the sale price is not below the regular one`] : []),
  ]
}

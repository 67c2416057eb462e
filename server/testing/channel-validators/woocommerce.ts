import { addressFault, amount, decimalPattern, gtinFault } from './values.ts'
import { type Column, type Description, duplicates, type Row, tableChecker } from './columns.ts'

/*
 * WooCommerce's "Product CSV Import Schema" (github.com/woocommerce/woocommerce/wiki) and its importer's
 * reading of a cell (class-wc-product-csv-importer.php): lists end at commas unless they are escaped,
 * variations find their parent by the SKU of an earlier row.
 */
const flag: Column = { values: ['1', '0'] }
const decimal: Column = { pattern: decimalPattern }
const date: Column = { pattern: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])( \d\d:\d\d(:\d\d)?)?$/ }
const isVariation = (row: Row) => types(row).includes('variation')

function types(row: Row): string[] {
  return (row['Type'] ?? '').split(',').map((type) => type.trim())
}

export const woocommerceDescription: Description = {
  header: ['Type', 'SKU', 'Name'],
  columns: {
    ID: { pattern: /^\d+$/ },
    Type: { required: true, check: (_, row) => typeFault(row) },
    SKU: { max: 100 },
    'GTIN, UPC, EAN, or ISBN': {
      check: (value) => (/^(97[89])?\d{9}[\dX]$/.test(value) ? undefined : gtinFault(value)),
    },
    Name: { required: true },
    Published: { values: ['1', '0', '-1'] },
    'Is featured?': flag,
    'Visibility in catalog': { values: ['visible', 'catalog', 'search', 'hidden'] },
    'Short description': {},
    Description: {},
    'Date sale price starts': date,
    'Date sale price ends': date,
    'Tax status': { values: ['taxable', 'shipping', 'none'] },
    // The importer makes a slug of it, and treats an unknown one as the standard class.
    'Tax class': {},
    'In stock?': { values: ['1', '0', 'backorder'] },
    // A negative number may have a leading apostrophe, which keeps spreadsheets from reading a formula.
    Stock: { pattern: /^'?-?\d+$/ },
    'Low stock amount': { pattern: /^\d+$/ },
    'Backorders allowed?': { values: ['1', '0', 'notify'] },
    'Sold individually?': flag,
    'Weight (kg)': decimal,
    'Length (cm)': decimal,
    'Width (cm)': decimal,
    'Height (cm)': decimal,
    'Allow customer reviews?': flag,
    'Purchase note': {},
    'Sale price': {
      ...decimal,
      check: (value, row) =>
        (amount(value) ?? 0) < (amount(row['Regular price']) ?? 0)
          ? undefined
          : 'is not below the regular price',
    },
    'Regular price': decimal,
    Categories: { check: (value) => categoriesFault(value) },
    Tags: {},
    'Shipping class': {},
    Images: { check: (value) => imagesFault(value) },
    'Download limit': { pattern: /^-?\d+$/ },
    'Download expiry days': { pattern: /^-?\d+$/ },
    Parent: {
      required: isVariation,
      check: (_, row) => (isVariation(row) ? undefined : 'although the row is no variation'),
    },
    'Grouped products': {},
    Upsells: {},
    'Cross-sells': {},
    'External URL': { check: (value) => addressFault(value) },
    'Button text': {},
    Position: { pattern: /^\d+$/ },
    Brands: {},
    // Only where the shop tracks the cost of goods.
    'Cost of goods': decimal,
  },
  others: [
    { name: /^Attribute \d+ (name|value\(s\)|default)$/, column: {} },
    { name: /^Attribute \d+ (visible|global)$/, column: flag },
    { name: /^Download \d+ (ID|name|URL)$/, column: {} },
    { name: /^Meta: .+$/, column: {} },
    { name: /^(Weight \((g|lbs|oz)\)|(Length|Width|Height) \((m|mm|in|yd)\))$/, column: decimal },
  ],
  // The importer refuses a row whose SKU or global number another product has.
  rows: (rows) => [
    ...duplicates(rows, 'SKU'),
    ...duplicates(rows, 'GTIN, UPC, EAN, or ISBN'),
    ...rows.flatMap(rowFaults),
    ...familyFaults(rows),
  ],
}

function typeFault(row: Row): string | undefined {
  const known = ['simple', 'variable', 'grouped', 'external', 'variation', 'virtual', 'downloadable']
  const kinds = types(row).filter((type) => type !== 'virtual' && type !== 'downloadable')
  if (types(row).some((type) => !known.includes(type))) return 'is no type'
  return kinds.length > 1 ? 'names two types' : undefined
}

function imagesFault(value: string): string | undefined {
  const images = splitList(value)
  if (new Set(images).size !== images.length) return 'lists a picture twice'
  return images
    .map((image) => (image.includes('://') ? addressFault(image) : fileNameFault(image)))
    .find((fault) => fault !== undefined)
}

function fileNameFault(name: string): string | undefined {
  return /^[\w.-]+\.\w+$/.test(name) ? undefined : 'is neither an address nor the name of a file'
}

function categoriesFault(value: string): string | undefined {
  const levels = splitList(value).flatMap((path) => path.split('>').map((level) => level.trim()))
  return levels.includes('') ? 'has an empty level' : undefined
}

/** Splits a cell like the importer: at commas that are not escaped. */
export function splitList(value: string): string[] {
  return value.split(/(?<!\\),/).map((one) => one.replaceAll('\\,', ',').trim())
}

function rowFaults(row: Row, index: number): string[] {
  const faults: string[] = []
  const variable = types(row).includes('variable')
  if (variable && (row['Regular price'] ?? '') !== '')
    faults.push('a variable product has a price of its own')
  if (isVariation(row) && (row['Categories'] ?? '') !== '')
    faults.push('a variation has categories, which only its parent can have')
  const names = attributesOf(row).map(([name]) => name.toLowerCase())
  if (new Set(names).size !== names.length) faults.push('two attributes have one name')
  const stock = (row['Stock'] ?? '').replace("'", '')
  const sold = row['Backorders allowed?'] === '1' || row['Backorders allowed?'] === 'notify'
  if (stock !== '' && Number(stock) <= 0 && row['In stock?'] === '1' && !sold)
    faults.push(`stock ${stock} is said to be in stock`)
  return faults.map((fault) => `row ${index + 1}: ${fault}`)
}

function attributesOf(row: Row): [name: string, values: string[]][] {
  return Object.entries(row).flatMap(([column, name]): [string, string[]][] => {
    const number = /^Attribute (\d+) name$/.exec(column)?.[1]
    return number === undefined || name === ''
      ? []
      : [[name, splitList(row[`Attribute ${number} value(s)`] ?? '')]]
  })
}

/** A variation comes after its variable parent and has one value of each of the parent's attributes. */
function familyFaults(rows: readonly Row[]): string[] {
  const read = new Map<string, Row>()
  const chosen = new Set<string>()
  const faults: string[] = []
  for (const [index, row] of rows.entries()) {
    const say = (fault: string) => faults.push(`row ${index + 1} (${row['SKU'] ?? ''}): ${fault}`)
    if (isVariation(row)) {
      const parent = read.get(row['Parent'] ?? '')
      if (parent === undefined) say(`its parent ${row['Parent']} does not stand before it`)
      else if (!types(parent).includes('variable')) say(`its parent ${row['Parent']} is not variable`)
      else for (const fault of variationFaults(row, parent)) say(fault)
      const options = JSON.stringify([row['Parent'], ...attributesOf(row)])
      if (chosen.has(options)) say('has the same attributes as another variation')
      chosen.add(options)
    }
    if ((row['SKU'] ?? '') !== '') read.set(row['SKU'] ?? '', row)
  }
  return faults
}

function variationFaults(row: Row, parent: Row): string[] {
  const offered = new Map(attributesOf(parent))
  const own = attributesOf(row)
  if (own.length === 0) return ['has no attribute']
  return own.flatMap(([name, values]) => {
    const choices = offered.get(name)
    if (choices === undefined) return [`its parent has no attribute ${name}`]
    if (values.length !== 1) return [`${name} has ${values.length} values`]
    return choices.includes(values[0] ?? '') ? [] : [`its parent does not offer ${name} ${values[0]}`]
  })
}

export const validateWoocommerce = tableChecker(woocommerceDescription)

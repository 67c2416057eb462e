import {
  type Amounts,
  type Features,
  type Shape,
  amountOf,
  parentHeader,
  galleryHeader,
  categoriesHeader,
  readSeparatelyColumn,
  title,
  html,
  text,
  categories,
  choices,
  flag,
  inUnit,
  lines,
  listCell,
  number,
  picture,
  parent,
  gallery,
  vendor,
  type PlainRow,
  toPlainRow,
} from './shape.ts'
import type { ShapeColumn } from '../../recognise/file-scan.ts'
import { names } from '../../../channels/templates/attribute-names.ts'
import { splitList } from '#shared/text.ts'
import { addDecimals, toDecimal, toNumber } from '#shared/decimal.ts'
import { headerInSheet } from '../sheets.ts'
import { combineOptions, picturesOf, toVariant } from './variants.ts'
import type { SourceRow, SourceRows } from './source-rows.ts'

const specialHeader = 'Special price'
const filesHeader = 'Additional images'
const keywordHeader = 'SEO keyword'

/**
 * The workbook of OpenCart's Export/Import Tool (opencart.com, extension 17): a sheet of products, and rows of other
 * sheets that name their product by its id. The values of options make the variants.
 */
export const opencart: Shape = {
  recognise: [
    ['product_id', 'model', 'image_name'],
    ['product_id', 'model', 'stock_status_id'],
  ],
  mergeKey: () => 'product_id',
  added: () => [parentHeader, galleryHeader, categoriesHeader, specialHeader, filesHeader, keywordHeader],
  column: (header, file) => {
    if (header.includes(': ')) return readSeparatelyColumn
    if (header === 'categories') return hasCategories(file) ? readSeparatelyColumn : text('category_ids')
    if (header === 'image_name') return hasPictures(file) ? picture('image', names.image) : text('image_name')
    return columns[header] ?? translated(header, file) ?? amount(header, file)
  },
  read: readRows,
}

function hasCategories(file: SourceRows): boolean {
  return file.has(headerInSheet('Categories', 'category_id'))
}

/** Pictures are paths below the shop's own folder, unless they are written as full addresses. */
function hasPictures(file: SourceRows): boolean {
  return file.hasFolder || file.samples('image_name').some((cell) => /^https?:/i.test(cell))
}

const columns: Readonly<Record<string, ShapeColumn>> = {
  product_id: { ...text('opencart_id'), name: 'OpenCart ID' },
  sku: text('sku', names.sku),
  model: text('model'),
  upc: text('upc'),
  ean: text('ean', names.gtin),
  jan: text('jan'),
  isbn: text('isbn'),
  mpn: text('mpn', names.mpn),
  location: text('location'),
  manufacturer: vendor,
  status: flag('published', names.published),
  shipping: flag('shipping'),
  subtract: flag('subtract_stock'),
  date_added: text('date_added'),
  date_modified: text('date_modified'),
  date_available: text('date_available'),
  seo_keyword: text('handle', names.handle),
  weight_unit: readSeparatelyColumn,
  length_unit: readSeparatelyColumn,
  related_ids: text('related_ids'),
  store_ids: text('store_ids'),
  stock_status_id: text('stock_status_id'),
  tax_class_id: text('tax_class_id'),
  layout: text('layout'),
  [keywordHeader]: text('handle', names.handle),
  [filesHeader]: lines('additional_images'),
  [specialHeader]: number('special_price', names.salePrice),
  [categoriesHeader]: categories('>', ','),
  [parentHeader]: parent,
  [galleryHeader]: gallery,
}

const amounts: Amounts = {
  price: ['price', names.price],
  quantity: ['stock', names.quantity],
  points: ['points', []],
  minimum: ['minimum_quantity', []],
  sort_order: ['sort_order', []],
  weight: ['weight', names.weight],
  length: ['length', names.length],
  width: ['width', names.width],
  height: ['height', names.height],
}

/** The unit of a measure stands in a column of its own, and is nearly always the same. */
function amount(header: string, file: SourceRows): ShapeColumn | undefined {
  const column = amountOf(amounts, header, { header, file })
  const units = new Set(file.samples(header === 'weight' ? 'weight_unit' : 'length_unit'))
  const [unit] = units
  const isMeasured = ['weight', 'length', 'width', 'height'].includes(header) && units.size === 1
  return column && isMeasured ? inUnit(column, unit) : column
}

const texts: Readonly<Record<string, ShapeColumn>> = {
  name: title,
  description: html('description', names.description),
  meta_title: text('meta_title', names.seoTitle),
  meta_description: lines('meta_description', names.seoDescription),
  meta_keywords: lines('meta_keywords'),
  tags: choices('tags', ',', names.tags),
}

const inLanguage = /^(.+?)\(([\w-]+)\)$/

/** `name(en-gb)`: of several languages, the first is that of the catalog. */
function translated(header: string, file: SourceRows): ShapeColumn | undefined {
  const [, name = header] = inLanguage.exec(header) ?? []
  return texts[name] && translationOf(file, name) === header ? texts[name] : undefined
}

function translationOf(file: SourceRows, name: string): string | undefined {
  return file.headers.find((header) => header === name || inLanguage.exec(header)?.[1] === name)
}

/** The data of a product from the other sheets, by its id. */
interface SheetRows {
  readonly pictures: Map<string, string[]>
  readonly features: Map<string, Map<string, string[]>>
  readonly options: Map<string, OptionValue[]>
  readonly specials: Map<string, string>
  readonly keywords: Map<string, string>
  readonly categories: Map<string, { readonly parent: string; readonly name: string }>
}

interface OptionValue {
  readonly option: string
  readonly value: string
  readonly quantity: string
  readonly price: string
}

async function collectSheets(file: SourceRows): Promise<SheetRows> {
  const found: SheetRows = {
    pictures: new Map(),
    features: new Map(),
    options: new Map(),
    specials: new Map(),
    keywords: new Map(),
    categories: new Map(),
  }
  const id = file.cell('product_id')
  const readers = sheetReaders(file, found)
  for await (const row of file.rows()) for (const read of readers) read(row, id(row))
  return found
}

type SheetReader = (row: SourceRow, product: string) => void

function sheetReaders(file: SourceRows, found: SheetRows): SheetReader[] {
  const cell = (sheet: string, name: string) => {
    const header = headerInSheet(sheet, name)
    return file.cell(translationOf(file, header) ?? header)
  }
  const [image, special] = [cell('AdditionalImages', 'image'), cell('Specials', 'price')]
  const [attribute, attributeText] = [
    cell('ProductAttributes', 'attribute'),
    cell('ProductAttributes', 'text'),
  ]
  const keyword = cell('ProductSEOKeywords', 'keyword')
  const [option, value] = [cell('ProductOptionValues', 'option'), cell('ProductOptionValues', 'option_value')]
  const [quantity, price] = [cell('ProductOptionValues', 'quantity'), cell('ProductOptionValues', 'price')]
  const prefix = cell('ProductOptionValues', 'price_prefix')
  const category = ['category_id', 'parent_id', 'name'].map((name) => cell('Categories', name))
  return [
    (row, id) => addTo(found.pictures, id, image(row)),
    (row, id) => {
      if (!found.specials.has(id) && special(row) !== '') found.specials.set(id, special(row))
      if (!found.keywords.has(id) && keyword(row) !== '') found.keywords.set(id, keyword(row))
    },
    (row, id) => {
      if (attribute(row) === '') return
      const known = found.features.get(id) ?? new Map<string, string[]>()
      addTo(known, attribute(row), attributeText(row))
      found.features.set(id, known)
    },
    (row, id) => {
      if (value(row) === '') return
      const amount = price(row) === '' ? '' : `${prefix(row) === '-' ? '-' : ''}${price(row)}`
      const one = { option: option(row), value: value(row), quantity: quantity(row), price: amount }
      found.options.set(id, [...(found.options.get(id) ?? []), one])
    },
    (row) => {
      const [id = '', above = '', name = ''] = category.map((one) => one(row))
      if (id !== '') found.categories.set(id, { parent: above, name })
    },
  ]
}

function addTo(lists: Map<string, string[]>, key: string, value: string): void {
  if (value !== '') lists.set(key, [...(lists.get(key) ?? []), value])
}

async function* readRows(file: SourceRows): AsyncGenerator<PlainRow> {
  const sheets = await collectSheets(file)
  const titleHeader = translationOf(file, 'name') ?? ''
  const [idOf, titleOf, modelOf] = [file.cell('product_id'), file.cell(titleHeader), file.cell('model')]
  const headers = { key: 'product_id', title: titleHeader }
  const toPlain = plainReader(file, sheets)
  for await (const row of file.rows()) {
    // The rows of the other sheets have no name and no model.
    if (titleOf(row) === '' && modelOf(row) === '' && row.issue === undefined) continue
    const plain = toPlain(row)
    yield plain
    const values = sheets.options.get(idOf(row)) ?? []
    const product = { key: idOf(row), title: titleOf(row) }
    for (const options of combineOptions(groupValues(values))) {
      const own = ownValues({ options, values, price: file.cell('price')(row) })
      yield toVariant({ line: row.row, values: own }, { options, headers, product })
    }
  }
}

function plainReader(file: SourceRows, sheets: SheetRows): (row: SourceRow) => ReturnType<typeof toPlainRow> {
  const cells = {
    id: file.cell('product_id'),
    image: file.cell('image_name'),
    categories: file.cell('categories'),
  }
  const areShown = hasPictures(file)
  const hasKeywords = file.has('seo_keyword')
  return (row) => {
    const plain = toPlainRow(row, file.headers)
    const id = cells.id(row)
    const pictures = [cells.image(row), ...(sheets.pictures.get(id) ?? [])].filter((one) => one !== '')
    const paths = splitList(cells.categories(row)).map((one) => pathOf(one, sheets))
    const own = {
      [categoriesHeader]: listCell(paths.filter((path) => path !== '')),
      [specialHeader]: sheets.specials.get(id) ?? '',
      [keywordHeader]: hasKeywords ? '' : (sheets.keywords.get(id) ?? ''),
      ...(areShown
        ? picturesOf(pictures, 'image_name')
        : { [filesHeader]: (sheets.pictures.get(id) ?? []).join('\n') }),
    }
    return { ...plain, values: { ...plain.values, ...own }, features: sheets.features.get(id) ?? new Map() }
  }
}

const maxDepth = 20

function pathOf(id: string, { categories: known }: SheetRows): string {
  const steps: string[] = []
  for (let at = known.get(id); at && steps.length < maxDepth; at = known.get(at.parent))
    steps.unshift(at.name)
  return steps.join(' > ')
}

function groupValues(values: readonly OptionValue[]): Features {
  const groups = new Map<string, string[]>()
  for (const { option, value } of values) addTo(groups, option, value)
  return groups
}

/** A variant costs what its product does with the surcharges of its values; only one option alone counts stock. */
function ownValues({
  options,
  values,
  price,
}: {
  options: Features
  values: readonly OptionValue[]
  price: string
}) {
  const chosen = values.filter(({ option, value }) => options.get(option)?.[0] === value)
  const amounts = [price, ...chosen.map((one) => one.price)].filter((amount) => amount !== '')
  const areNumbers = amounts.length > 0 && amounts.every((amount) => /^-?\d+(\.\d+)?$/.test(amount))
  const sum = areNumbers && toNumber(amounts.map(toDecimal).reduce(addDecimals))
  return {
    ...(sum !== false && { price: String(sum) }),
    ...(options.size === 1 && { quantity: chosen[0]?.quantity ?? '' }),
  }
}

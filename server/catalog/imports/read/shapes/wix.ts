import {
  type Shape,
  parentHeader,
  galleryHeader,
  readSeparatelyColumn,
  title,
  html,
  number,
  text,
  categories,
  flag,
  vendor,
  picture,
  parent,
  gallery,
  type PlainRow,
  toPlainRow,
  pictureCells,
  splitPictures,
  variantTitle,
} from './shape.ts'
import type { ShapeColumn } from '../../recognise/file-scan.ts'
import { names } from '../../../channels/templates/attribute-names.ts'
import type { SourceRows, SourceRow } from './source-rows.ts'
import { addDecimals, toDecimal, toNumber } from '#shared/decimal.ts'

/**
 * Wix's product export (Store Products, Export): a row for each product and below it one for each variant
 * with the same `handleId`, whose price is given as a surcharge.
 */
export const wix: Shape = {
  recognise: [['handleId', 'fieldType', 'name', 'productOptionName1']],
  mergeKey: (file) => file.header('handleId') ?? '',
  sku: (file) => file.header('sku'),
  added: () => [parentHeader, galleryHeader],
  column: (header, file) => {
    if (header === 'inventory') return stockOf(file)
    if (/^productOption(Name|Type|Description)\d$/.test(header)) return readSeparatelyColumn
    return columns[header]
  },
  read: readRows,
}

const columns: Readonly<Record<string, ShapeColumn>> = {
  handleId: text('handle', names.handle),
  fieldType: readSeparatelyColumn,
  name: title,
  description: html('description', names.description),
  productImageUrl: picture('image', names.image),
  collection: categories(undefined, ';'),
  sku: text('sku', names.sku),
  ribbon: text('ribbon'),
  price: number('price', names.price),
  surcharge: readSeparatelyColumn,
  visible: flag('published', names.published),
  discountMode: text('discount_mode'),
  discountValue: number('discount_value'),
  weight: number('weight', names.weight),
  cost: number('cost', names.cost),
  brand: vendor,
  [parentHeader]: parent,
  [galleryHeader]: gallery,
}

/** A stock is counted, or only known as `InStock` and `OutOfStock`. */
function stockOf(file: SourceRows): ShapeColumn {
  const isCounted = file.samples('inventory').every((cell) => /^\d+$/.test(cell))
  return isCounted ? number('stock', names.quantity) : text('stock_status')
}

const maxOptions = 6

interface OptionCells {
  readonly name: (row: SourceRow) => string
  readonly value: (row: SourceRow) => string
}

async function* readRows(file: SourceRows): AsyncGenerator<PlainRow> {
  const options = Array.from({ length: maxOptions }, (_, index) => ({
    name: file.cell(`productOptionName${index + 1}`),
    value: file.cell(`productOptionDescription${index + 1}`),
  }))
  const [handleOf, kindOf] = [file.cell('handleId'), file.cell('fieldType')]
  const products = new Map<string, SourceRow>()
  for await (const row of file.rows()) {
    const product = products.get(handleOf(row))
    if (row.issue !== undefined) yield toPlainRow(row, file.headers)
    else if (product !== undefined && /^variant$/i.test(kindOf(row)))
      yield variantOf(file, { product, row, options })
    else {
      products.set(handleOf(row), row)
      yield productOf(file, row)
    }
  }
}

function productOf(file: SourceRows, row: SourceRow): PlainRow {
  const plain = toPlainRow(row, file.headers)
  const pictures = splitPictures(plain.values['productImageUrl'] ?? '', ';').map(addressOf)
  return {
    ...plain,
    values: { ...plain.values, ...pictureCells(pictures, 'productImageUrl', galleryHeader) },
  }
}

/** Wix names the pictures of its own store without their address. */
function addressOf(picture: string): string {
  return /^https?:/i.test(picture) ? picture : `https://static.wixstatic.com/media/${picture}`
}

interface VariantRow {
  readonly product: SourceRow
  readonly row: SourceRow
  readonly options: readonly OptionCells[]
}

function variantOf(file: SourceRows, { product, row, options }: VariantRow): PlainRow {
  const plain = toPlainRow(row, file.headers)
  const chosen = options.flatMap(({ name, value }, index): [string, string][] =>
    value(row) === '' ? [] : [[name(product) || `Option ${index + 1}`, withoutColour(value(row))]],
  )
  const values = chosen.map(([, value]) => value)
  const handle = file.cell('handleId')(product)
  return {
    ...plain,
    options: new Map(chosen.map(([name, value]) => [name, [value]])),
    values: {
      ...plain.values,
      handleId: [handle, ...values].join('/'),
      name: variantTitle(file.cell('name')(product), values),
      price: priceOf(file.cell('price')(product), plain.values['surcharge'] ?? ''),
      [parentHeader]: handle,
    },
  }
}

/** A colour is written with its code before its name: `#ff0000:Red`. */
function withoutColour(value: string): string {
  return value.replace(/^#[\da-f]{3,8}:/i, '')
}

const plainNumber = /^-?\d+(\.\d+)?$/

/** The price of a variant: that of its product with the surcharge. */
function priceOf(price: string, surcharge: string): string {
  if (!plainNumber.test(price) || !plainNumber.test(surcharge)) return price
  return String(toNumber(addDecimals(toDecimal(price), toDecimal(surcharge))))
}

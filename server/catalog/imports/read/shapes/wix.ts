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
  splitPictures,
} from './shape.ts'
import type { ShapeColumn } from '../../recognise/file-scan.ts'
import { names } from '../../../channels/templates/attribute-names.ts'
import type { SourceRows, SourceRow } from './source-rows.ts'
import { addDecimals, toDecimal, toNumber } from '#shared/decimal.ts'
import { message } from '#shared/messages/message.ts'
import { findOptionPairs, picturesOf, readGroups, readOptions, toVariant } from './variants.ts'

/**
 * Wix's product export (support.wix.com, Wix Stores: Export products): a row for each product and below it one for
 * each variant with the same handle. Former files give the price of a variant as a surcharge; today's have rows of
 * further pictures.
 */
export const wix: Shape = {
  recognise: [
    ['handleId', 'fieldType', 'name', 'productOptionName1'],
    ['handle', 'fieldType', 'name', 'media'],
  ],
  mergeKey: (file) => file.header('handleId', 'handle') ?? '',
  sku: (file) => file.header('sku'),
  added: () => [parentHeader, galleryHeader],
  column: (header, file) => {
    if (header === 'inventory') return stockOf(file)
    if (/^productOption(Name|Type|Description|Choices)\d$/.test(header)) return readSeparatelyColumn
    return columns[header]
  },
  read: (file) =>
    readGroups(file, {
      productOf: file.cell('handleId', 'handle'),
      noProduct: message('row.handle_missing'),
      toRows: rowReader(file),
    }),
}

const columns: Readonly<Record<string, ShapeColumn>> = {
  handleId: text('handle', names.handle),
  handle: text('handle', names.handle),
  fieldType: readSeparatelyColumn,
  name: title,
  description: html('description', names.description),
  plainDescription: html('description', names.description),
  productImageUrl: picture('image', names.image),
  media: picture('image', names.image),
  mediaAltText: text('image_alt_text', names.imageAlt),
  collection: categories(undefined, ';'),
  categorySlugs: categories(undefined, ';'),
  sku: text('sku', names.sku),
  barcode: text('barcode', names.gtin),
  ribbon: text('ribbon'),
  price: number('price', names.price),
  strikethroughPrice: number('compare_at_price', names.listPrice),
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

function rowReader(file: SourceRows): (rows: readonly SourceRow[]) => Generator<PlainRow> {
  const cells = {
    handle: file.cell('handleId', 'handle'),
    kind: file.cell('fieldType'),
    name: file.cell('name'),
    price: file.cell('price'),
    surcharge: file.cell('surcharge'),
    pictures: file.cell('productImageUrl', 'media'),
  }
  const headers = { key: file.header('handleId', 'handle') ?? '', title: 'name' }
  const pictureHeader = file.header('productImageUrl', 'media') ?? galleryHeader
  const value = file.has('productOptionChoices1') ? 'productOptionChoices' : 'productOptionDescription'
  const pairs = findOptionPairs(file, (count) => [`productOptionName${count}`, `${value}${count}`])
  const isOf = (kind: string) => (row: SourceRow) => cells.kind(row).toLowerCase() === kind
  return function* toRows(rows) {
    const [first] = rows
    if (!first) return
    const pictures = [first, ...rows.filter(isOf('media'))].flatMap((row) =>
      splitPictures(cells.pictures(row), ';').map(addressOf),
    )
    const plain = toPlainRow(first, file.headers)
    yield { ...plain, values: { ...plain.values, ...picturesOf(pictures, pictureHeader) } }
    const product = { key: cells.handle(first), title: cells.name(first) }
    for (const row of rows.slice(1).filter((one) => !isOf('media')(one))) {
      const variant = toPlainRow(row, file.headers)
      const chosen = [...readOptions(pairs, row, first)].map(
        ([name, values]) => [name, values.map(withoutColour)] as const,
      )
      const surcharge = cells.surcharge(row)
      const price = surcharge === '' ? cells.price(row) : priceOf(cells.price(first), surcharge)
      const own = { ...variant, values: { ...variant.values, price } }
      yield toVariant(own, { options: new Map(chosen), headers, product })
    }
  }
}

/** Wix names the pictures of its own store without their address. */
function addressOf(picture: string): string {
  return /^https?:/i.test(picture) ? picture : `https://static.wixstatic.com/media/${picture}`
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

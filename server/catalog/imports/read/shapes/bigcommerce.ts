import {
  type Shape,
  parentHeader,
  galleryHeader,
  readSeparatelyColumn,
  amountOf,
  byFoldedHeader,
  text,
  title,
  vendor,
  html,
  categories,
  flag,
  picture,
  parent,
  gallery,
  type Amounts,
  type PlainRow,
  toPlainRow,
  pictureCells,
  variantTitle,
  type Features,
} from './shape.ts'
import { foldText } from '#shared/text.ts'
import { bigcommerceItems } from './bigcommerce-items.ts'
import type { SourceRows, SourceRow } from './source-rows.ts'
import { names } from '../../../channels/templates/attribute-names.ts'

/** BigCommerce's older product export (Products, Export, Bulk Edit): a row for each product, and below it one for each of its SKUs and rules. */
const bigcommerceSkus: Omit<Shape, 'recognise'> = {
  mergeKey: (file) => file.header('Product Code/SKU') ?? '',
  added: () => [parentHeader, galleryHeader],
  column: (header, file) =>
    isPicture(header) && header !== firstPicture(file)
      ? readSeparatelyColumn
      : (columns.get(foldText(header)) ?? amountOf(amounts, foldText(header), { header, file })),
  read: readRows,
}

export const bigcommerce: Shape = {
  recognise: [
    ['Item', 'ID', 'Name', 'SKU', 'Options'],
    ['Item Type', 'Product Name', 'Product Code/SKU'],
  ],
  learner: 'bigcommerce',
  field: (header, file) => {
    if (!file.has('Product Name') || isPicture(header)) return undefined
    return columns.get(foldText(header)) === readSeparatelyColumn ? undefined : header
  },
  mergeKey: (file) => writtenBy(file).mergeKey(file),
  added: (file) => writtenBy(file).added(file),
  column: (header, file) => writtenBy(file).column(header, file),
  read: (file) => writtenBy(file).read(file),
}

/** Error files have no column with the kind of each row. */
function writtenBy(file: SourceRows): typeof bigcommerceItems {
  return file.has('Product Name') ? bigcommerceSkus : bigcommerceItems
}

function isPicture(header: string): boolean {
  return /^Product Image (URL|File) - \d+$/i.test(header)
}

/** Files in the shop have no address of their own. */
function firstPicture(file: SourceRows): string | undefined {
  return file.header('Product Image URL - 1')
}

const columns = byFoldedHeader({
  'Item Type': readSeparatelyColumn,
  'Product ID': text('bigcommerce_id'),
  'Product Name': title,
  'Product Code/SKU': text('sku', names.sku),
  'Brand Name': vendor,
  'Product Description': html('description', names.description),
  Category: categories('/', ';'),
  'Product Visible?': flag('published', names.published),
  'Product UPC/EAN': text('gtin', names.gtin),
  'Search Keywords': text('keywords'),
  'Page Title': text('page_title', names.seoTitle),
  'Meta Description': text('meta_description', names.seoDescription),
  'Product Image URL - 1': picture('image', names.image),
  [parentHeader]: parent,
  [galleryHeader]: gallery,
})

const amounts: Amounts = {
  price: ['price', names.price],
  'cost price': ['cost', names.cost],
  'retail price': ['list_price', names.listPrice],
  'sale price': ['sale_price', names.salePrice],
  'product weight': ['weight', names.weight],
  'product width': ['width', names.width],
  'product height': ['height', names.height],
  'product depth': ['depth', names.length],
  'current stock level': ['stock', names.quantity],
}

async function* readRows(file: SourceRows): AsyncGenerator<PlainRow> {
  const kindOf = file.cell('Item Type')
  const reader = new ItemReader(file)
  let product: Product | undefined
  for await (const row of file.rows()) {
    const kind = foldText(kindOf(row))
    if (row.issue !== undefined) yield toPlainRow(row, file.headers)
    else if (kind === 'rule') file.leaveOut('rule', row)
    else if (kind === 'sku' && product) yield reader.toVariant(row, product)
    else {
      product = reader.product(row)
      yield reader.toProduct(row, product)
    }
  }
}

interface Product {
  readonly key: string
  readonly name: string
}

class ItemReader {
  readonly #file: SourceRows
  readonly #cells: Readonly<Record<'sku' | 'name' | 'id', (row: SourceRow) => string>>
  readonly #pictures: readonly ((row: SourceRow) => string)[]
  readonly #headers: { readonly sku: string; readonly name: string }

  constructor(file: SourceRows) {
    this.#file = file
    this.#cells = {
      sku: file.cell('Product Code/SKU'),
      name: file.cell('Product Name'),
      id: file.cell('Product ID'),
    }
    this.#pictures = file.headers
      .filter((header) => /^Product Image URL - \d+$/i.test(header))
      .map((header) => file.cell(header))
    this.#headers = { sku: file.header('Product Code/SKU') ?? '', name: file.header('Product Name') ?? '' }
  }

  product(row: SourceRow): Product {
    return { key: this.#cells.sku(row) || this.#cells.id(row), name: this.#cells.name(row) }
  }

  toProduct(row: SourceRow, { key }: Product): PlainRow {
    const urls = this.#pictures.map((of) => of(row)).filter((url) => url !== '')
    const pictures = pictureCells(urls, firstPicture(this.#file) ?? galleryHeader, galleryHeader)
    const { values } = toPlainRow(row, this.#file.headers)
    return { line: row.row, values: { ...values, ...pictures, [this.#headers.sku]: key } }
  }

  toVariant(row: SourceRow, product: Product): PlainRow {
    const options = readOptions(this.#cells.name(row))
    const optionTexts = [...options.values()].flat()
    const own = {
      [this.#headers.sku]: this.#cells.sku(row) || [product.key, ...optionTexts].join('/'),
      [this.#headers.name]: variantTitle(product.name, optionTexts),
      [parentHeader]: product.key,
    }
    const flags = displaysOf(this.#cells.name(row))
    return {
      line: row.row,
      options,
      flags,
      values: { ...toPlainRow(row, this.#file.headers).values, ...own },
    }
  }
}

/** `[RB]Size=Small,[CS]Colour=Red:#ff0000`: the display type, name and value of each option. */
function readOptions(cell: string): Features {
  const found = Array.from(
    cell.matchAll(/(?:^|,)\s*(?:\[\w+\])?([^=,]+)=([^,]*)/g),
    ([, name = '', value = '']) => {
      return [name.trim(), [value.replace(/:#[\da-f]{3,8}$/i, '').trim()]] as const
    },
  )
  return new Map(found)
}

function displaysOf(cell: string): PlainRow['flags'] {
  return new Map(
    Array.from(cell.matchAll(/(?:^|,)\s*\[(\w+)\]([^=,]+)=/g), ([, visible = '', name = '']) => [
      foldText(name),
      { visible, global: '', sample: '' },
    ]),
  )
}

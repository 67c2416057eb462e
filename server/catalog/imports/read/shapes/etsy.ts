import {
  type Shape,
  parentHeader,
  galleryHeader,
  consumed,
  title,
  lines,
  number,
  text,
  choices,
  picture,
  parent,
  gallery,
  type PlainRow,
  asItStands,
  pictureCells,
  variantTitle,
} from './shape.ts'
import type { ShapeColumn } from '../../recognise/file-scan.ts'
import { names } from '../../../channels/templates/attribute-names.ts'
import type { SourceRows, SourceRow } from './source-rows.ts'

/** Etsy's listings (Shop Manager, Settings, Options, Download data): a row for each, with the values its variants have. */
export const etsy: Shape = {
  recognise: [['TITLE', 'DESCRIPTION', 'CURRENCY_CODE', 'IMAGE1']],
  mergeKey: (file) => file.header('TITLE') ?? '',
  learner: 'etsy',
  field: (header) => (/^(VARIATION \d |IMAGE\d+$|SKU$)/i.test(header) ? undefined : header.toUpperCase()),
  added: () => [parentHeader, galleryHeader],
  column: (header) =>
    /^(VARIATION \d |IMAGE([2-9]|10)$)/i.test(header) ? consumed : columns[header.toUpperCase()],
  read: readRows,
}

const columns: Readonly<Record<string, ShapeColumn>> = {
  TITLE: title,
  DESCRIPTION: lines('description', names.description),
  PRICE: number('price', names.price),
  CURRENCY_CODE: text('currency'),
  QUANTITY: number('stock', names.quantity),
  TAGS: choices('tags', ',', names.tags),
  MATERIALS: choices('materials', ',', names.material),
  IMAGE1: picture('image', names.image),
  SKU: text('sku', names.sku),
  [parentHeader.toUpperCase()]: parent,
  [galleryHeader.toUpperCase()]: gallery,
}

async function* readRows(file: SourceRows): AsyncGenerator<PlainRow> {
  const pictures = Array.from({ length: 10 }, (_, index) => file.cell(`IMAGE${index + 1}`))
  const variations = [1, 2].map((count) => ({
    name: [file.cell(`VARIATION ${count} NAME`), file.cell(`VARIATION ${count} TYPE`)] as const,
    values: file.cell(`VARIATION ${count} VALUES`),
  }))
  for await (const row of file.rows()) {
    const plain = asItStands(row, file.headers)
    const urls = pictures.map((of) => of(row)).filter((url) => url !== '')
    const own = pictureCells(urls, file.header('IMAGE1') ?? '', galleryHeader)
    const options = variations.flatMap(({ name: [name, type], values }, index) => {
      const list = splitValues(values(row))
      return list.length === 0 ? [] : [{ name: name(row) || type(row) || `Variation ${index + 1}`, list }]
    })
    yield* row.issue === undefined ? toRows(file, row, { ...plain.values, ...own }, options) : [plain]
  }
}

interface Option {
  readonly name: string
  readonly list: readonly string[]
}

/** A listing and its variants: SKUs are assigned in the order of the values, where there is one for each. */
function toRows(
  file: SourceRows,
  { row: line }: SourceRow,
  values: Readonly<Record<string, string>>,
  options: readonly Option[],
): PlainRow[] {
  if (options.length === 0) return [{ line, values }]
  const [titleHeader = '', skuHeader = '', priceHeader = ''] = ['TITLE', 'SKU', 'PRICE'].map((name) =>
    file.header(name),
  )
  const name = values[titleHeader] ?? ''
  const combinations = combine(options)
  const skus = splitValues(values[skuHeader] ?? '')
  const hasSkus = skus.length === combinations.length
  const variants = combinations.map((combination, index): PlainRow => ({
    line,
    options: new Map(combination.map((value, at) => [options[at]?.name ?? '', [value]])),
    values: {
      [parentHeader]: name,
      [titleHeader]: variantTitle(name, combination),
      [priceHeader]: values[priceHeader] ?? '',
      [skuHeader]: hasSkus ? (skus[index] ?? '') : '',
    },
  }))
  const { [skuHeader]: _skus, ...ofListing } = values
  return [{ line, values: hasSkus ? ofListing : values }, ...variants]
}

// Etsy's limit is 70 values for each of two variations.
function combine(options: readonly Option[]): string[][] {
  return options.reduce<string[][]>(
    (rows, { list }) => rows.flatMap((row) => list.map((value) => [...row, value])),
    [[]],
  )
}

function splitValues(cell: string): string[] {
  return cell
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

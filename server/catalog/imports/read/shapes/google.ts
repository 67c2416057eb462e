import {
  type Shape,
  parentHeader,
  text,
  title,
  lines,
  address,
  picture,
  gallery,
  choice,
  vendor,
  category,
  flag,
  ignoredColumn,
  parent,
  inUnit,
  localizedNumber,
  type PlainRow,
  toPlainRow,
  splitPictures,
  listCell,
  commonStart,
} from './shape.ts'
import { toAttributeKey } from '../../../attributes/key-of-name.ts'
import type { SourceRows, SourceRow } from './source-rows.ts'
import type { ShapeColumn } from '../../recognise/file-scan.ts'
import { googleMerchant } from '../../../channels/templates/google-merchant.ts'
import { names } from '../../../channels/templates/attribute-names.ts'
import { tableOf } from '#shared/text.ts'

/**
 * Google's product feed as a table (Merchant Center, product data specification): a row for each sold
 * item.
 */
export const google: Shape = {
  recognise: (file) => {
    const found = new Set(file.headers.map(targetOf))
    const isOwn = found.has('parent_id') || found.has('created_at')
    const known = [
      'link',
      'image_link',
      'availability',
      'item_group_id',
      'google_product_category',
      'additional_image_link',
    ]
    return (
      !isOwn && found.has('id') && found.has('title') && known.filter((name) => found.has(name)).length >= 2
    )
  },
  mergeKey: (file) => headerOf(file, 'id') ?? '',
  added: () => [parentHeader],
  channel: 'google_merchant',
  field: (header) => {
    const target = targetOf(header)
    if (target === 'image_link' || target === 'additional_image_link') return undefined
    return targets.has(target) ? target : header
  },
  column: (header, file) => amount(header, file) ?? columns[targetOf(header)],
  read: readItems,
}

const targets = new Set(googleMerchant.fields.map(({ target }) => target))

function targetOf(header: string): string {
  return header === parentHeader ? header : toAttributeKey(header.replace(/^g:/i, '').replace(/\(.*\)$/, ''))
}

function headerOf(file: SourceRows, target: string): string | undefined {
  return file.headers.find((header) => targetOf(header) === target)
}

const columns: Readonly<Record<string, ShapeColumn>> = {
  id: text('sku', names.sku),
  title,
  description: lines('description', names.description),
  link: address('link', names.link),
  image_link: picture('image', names.image),
  additional_image_link: gallery,
  availability: choice('availability'),
  brand: vendor,
  gtin: text('gtin', names.gtin),
  mpn: text('mpn', names.mpn),
  condition: choice('condition'),
  google_product_category: text('google_product_category', ['google_category']),
  product_type: category('>'),
  item_group_id: text('item_group_id', names.group),
  color: choice('color', names.color),
  size: choice('size', names.size),
  material: choice('material', names.material),
  pattern: choice('pattern'),
  gender: choice('gender', names.gender),
  age_group: choice('age_group'),
  size_type: choice('size_type'),
  size_system: choice('size_system'),
  identifier_exists: flag('identifier_exists'),
  adult: flag('adult'),
  is_bundle: flag('is_bundle'),
  // Shipping costs depend on the shop, not the product.
  shipping: ignoredColumn,
  [parentHeader]: parent,
}

const amounts: Readonly<Record<string, readonly string[]>> = {
  price: names.price,
  sale_price: names.salePrice,
  cost_of_goods_sold: names.cost,
}

/** Prices carry their currency; a common one is the unit of the attribute. */
function amount(header: string, file: SourceRows): ShapeColumn | undefined {
  const key = targetOf(header)
  const known = amounts[key]
  if (known === undefined) return undefined
  const currencies = new Set(file.samples(header).map((cell) => /[A-Z]{3}/.exec(cell)?.[0]))
  const [currency] = currencies
  const writesComma = file.samples(header).some((cell) => /,\d{1,2}(\D|$)/.test(cell))
  return inUnit(localizedNumber(key, known, writesComma), currencies.size === 1 ? currency : undefined)
}

const ofProduct = [
  'description',
  'brand',
  'product_type',
  'google_product_category',
  'item_group_id',
  'condition',
]

class Group {
  readonly #shared: Map<string, string>
  readonly #image: string
  #title: string
  hasDistinct = false

  constructor(cells: Cells, row: SourceRow) {
    this.#shared = new Map(cells.shared.map(([header, of]) => [header, of(row)]))
    this.#image = cells.image_link(row)
    this.#title = cells.item_group_title(row) || cells.title(row)
  }

  add(cells: Cells, row: SourceRow): void {
    this.#title = commonStart(this.#title, cells.item_group_title(row) || cells.title(row))
    for (const [header, of] of cells.shared)
      if (this.#shared.get(header) !== of(row)) this.#shared.delete(header)
  }

  toParent(file: SourceRows, key: string): Record<string, string> {
    return {
      ...Object.fromEntries(this.#shared),
      [headerOf(file, 'id') ?? '']: key,
      [headerOf(file, 'title') ?? '']: this.#title.replace(/[\s,;:/|(–—-]+$/, '') || key,
      [headerOf(file, 'image_link') ?? '']: this.#image,
    }
  }
}

const read = [
  'id',
  'item_group_id',
  'item_group_title',
  'title',
  'image_link',
  'additional_image_link',
] as const
type Cell = (row: SourceRow) => string
interface Cells extends Readonly<Record<(typeof read)[number], Cell>> {
  readonly shared: readonly (readonly [header: string, of: Cell])[]
}

function cellsOf(file: SourceRows): Cells {
  const shared = ofProduct.flatMap((target) => headerOf(file, target) ?? [])
  return {
    ...tableOf(read, (target) => file.cell(headerOf(file, target) ?? '\0')),
    shared: shared.map((header) => [header, file.cell(header)]),
  }
}

async function* readItems(file: SourceRows): AsyncGenerator<PlainRow> {
  const cells = cellsOf(file)
  const groups = await findGroups(file, cells)
  const ids = new Set<string>()
  for await (const row of file.rows()) if (groups.has(cells.id(row))) ids.add(cells.id(row))
  for await (const row of file.rows()) {
    const name = cells.item_group_id(row)
    const group = row.issue === undefined ? groups.get(name) : undefined
    const key = ids.has(name) ? `${name} (group)` : name
    if (group && !group.hasDistinct) yield { line: row.row, values: group.toParent(file, key) }
    if (group) group.hasDistinct = true
    const plain = toPlainRow(row, file.headers)
    const parentCell = group && { [parentHeader]: key }
    yield { ...plain, values: { ...plain.values, ...galleryOf(file, cells, row), ...parentCell } }
  }
}

function galleryOf(file: SourceRows, cells: Cells, row: SourceRow): Record<string, string> {
  const header = headerOf(file, 'additional_image_link')
  if (header === undefined) return {}
  const pictures = splitPictures(cells.additional_image_link(row))
  return { [header]: listCell(pictures) }
}

async function findGroups(file: SourceRows, cells: Cells): Promise<ReadonlyMap<string, Group>> {
  const groups = new Map<string, Group>()
  for await (const row of file.rows()) {
    const name = cells.item_group_id(row)
    if (name === '' || row.issue !== undefined) continue
    const group = groups.get(name)
    if (group) group.add(cells, row)
    else groups.set(name, new Group(cells, row))
  }
  return groups
}

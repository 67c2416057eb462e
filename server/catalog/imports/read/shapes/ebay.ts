import {
  type Shape,
  parentHeader,
  galleryHeader,
  vendor,
  readSeparatelyColumn,
  text,
  parent,
  gallery,
  ignoredColumn,
  title,
  html,
  picture,
  localizedNumber,
  type PlainRow,
  toPlainRow,
  variantTitle,
  splitPictures,
  pictureCells,
  type Features,
} from './shape.ts'
import { foldText } from '#shared/text.ts'
import type { SourceRows, SourceRow } from './source-rows.ts'
import type { ShapeColumn } from '../../recognise/file-scan.ts'
import { names } from '../../../channels/templates/attribute-names.ts'

const keyHeader = 'Custom label or title'

/** eBay's file of listings (Seller Hub Reports, File Exchange): a row for each listing, and below it one for each variation. */
export const ebay: Shape = {
  recognise: (file) =>
    headerOf(file, 'action') !== undefined &&
    headerOf(file, 'title') !== undefined &&
    headerOf(file, 'startprice') !== undefined,
  mergeKey: () => keyHeader,
  added: () => [keyHeader, parentHeader, galleryHeader],
  column: (header, file) => {
    const specific = specificOf(header)
    if (specific !== undefined) return isBrand(specific) ? vendor : readSeparatelyColumn
    return amount(header, file) ?? columns[nameOf(header)]
  },
  read: readRows,
}

/** `*StartPrice` and `Start price` are the same; brackets hold details of the site. */
function nameOf(header: string): string {
  return foldText(header.replace(/\(.*\)$/, '')).replaceAll(/[^a-z:]/g, '')
}

function headerOf(file: SourceRows, ...wanted: readonly string[]): string | undefined {
  return file.headers.find((header) => wanted.includes(nameOf(header)))
}

const columns: Readonly<Record<string, ShapeColumn>> = {
  [nameOf(keyHeader)]: text('ebay_key'),
  [nameOf(parentHeader)]: parent,
  [nameOf(galleryHeader)]: gallery,
  action: ignoredColumn,
  customlabel: text('sku', names.sku),
  customlabelsku: text('sku', names.sku),
  title,
  description: html('description', names.description),
  picurl: picture('image', names.image),
  itemphotourl: picture('image', names.image),
  relationship: readSeparatelyColumn,
  relationshipdetails: readSeparatelyColumn,
  category: text('ebay_category'),
  categoryid: text('ebay_category'),
  'p:ean': text('ean', names.gtin),
  'p:upc': text('upc'),
  'product:ean': text('ean', names.gtin),
  'product:upc': text('upc'),
}

function amount(header: string, file: SourceRows): ShapeColumn | undefined {
  const name = nameOf(header)
  if (name === 'startprice') return localizedNumber('price', names.price, file.writesComma(header))
  return name === 'quantity' ? localizedNumber('stock', names.quantity, file.writesComma(header)) : undefined
}

interface Listing {
  readonly key: string
  readonly title: string
}

async function* readRows(file: SourceRows): AsyncGenerator<PlainRow> {
  const reader = new CellReader(file)
  let listing: Listing | undefined
  for await (const row of file.rows()) {
    const isVariation = reader.isVariation(row)
    if (!isVariation && row.issue === undefined) listing = reader.listing(row)
    if (row.issue !== undefined || !listing)
      yield { ...toPlainRow(row, file.headers), issue: row.issue ?? noListing }
    else yield isVariation ? reader.toVariation(row, listing) : reader.toProduct(row, listing)
  }
}

const noListing = 'The variation stands below no listing.'

class CellReader {
  readonly #file: SourceRows
  readonly #pictureHeader: string
  readonly #cells: Readonly<Record<'label' | 'title' | 'kind' | 'pictures' | 'details', Cell>>
  readonly #specifics: readonly { name: string; of: Cell }[]

  constructor(file: SourceRows) {
    const cell = (...wanted: string[]) => file.cell(headerOf(file, ...wanted) ?? '\0')
    this.#file = file
    this.#pictureHeader = headerOf(file, 'picurl', 'itemphotourl') ?? galleryHeader
    this.#cells = {
      label: cell('customlabel', 'customlabelsku'),
      title: cell('title'),
      kind: cell('relationship'),
      pictures: file.cell(this.#pictureHeader),
      details: cell('relationshipdetails'),
    }
    this.#specifics = file.headers.flatMap((header) => {
      const name = specificOf(header)
      return name === undefined || isBrand(name) ? [] : [{ name, of: file.cell(header) }]
    })
  }

  isVariation(row: SourceRow): boolean {
    return foldText(this.#cells.kind(row)) === 'variation'
  }

  listing(row: SourceRow): Listing {
    const title = this.#cells.title(row)
    return { key: this.#cells.label(row) || title, title }
  }

  toProduct(row: SourceRow, { key, title }: Listing): PlainRow {
    const specifics = this.#specifics.map(({ name, of }) => [name, of(row)] as const)
    const features = specifics.flatMap(([name, value]) =>
      value === '' ? [] : [[name, value.split('|')] as const],
    )
    return { line: row.row, features: new Map(features), values: this.#values(row, key, title) }
  }

  toVariation(row: SourceRow, listing: Listing): PlainRow {
    const options = this.#options(row)
    const specifics = [...options.values()].flat()
    const key = this.#cells.label(row) || [listing.key, ...specifics].join('/')
    const values = this.#values(row, key, variantTitle(listing.title, specifics))
    return { line: row.row, options, values: { ...values, [parentHeader]: listing.key } }
  }

  #values(row: SourceRow, key: string, title: string): Record<string, string> {
    // A picture of a variation may have the option that it shows before its address.
    const pictures = splitPictures(this.#cells.pictures(row), '|').map((one) =>
      one.slice(Math.max(0, one.indexOf('http'))),
    )
    return {
      ...toPlainRow(row, this.#file.headers).values,
      ...pictureCells(pictures, this.#pictureHeader, galleryHeader),
      [keyHeader]: key,
      [headerOf(this.#file, 'title') ?? '']: title,
    }
  }

  #options(row: SourceRow): Features {
    const pairs = this.#cells
      .details(row)
      .split('|')
      .map((part) => part.split('='))
    return new Map(
      pairs.flatMap(([name = '', value = '']) => (value === '' ? [] : [[name, [value]] as const])),
    )
  }
}

type Cell = (row: SourceRow) => string

/** The brand in the languages of eBay's sites. */
function isBrand(specific: string): boolean {
  return /^(brand|marke|marque|marca|merk|marka)$/.test(foldText(specific))
}

/** `C:Material` is an item specific. */
function specificOf(header: string): string | undefined {
  return /^\*?C:(.+)$/i.exec(header)?.[1]?.trim()
}

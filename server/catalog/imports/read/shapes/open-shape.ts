import { type ShapeChoice, type FileShapeName, shapeOfErrors, fileShapes } from '#shared/imports.ts'
import {
  type Shape,
  type PlainRow,
  toPlainRow,
  text,
  title,
  lines,
  vendor,
  choice,
  inUnit,
  number,
  picture,
  galleryHeader,
  gallery,
  readSeparatelyColumn,
  createdByShops,
} from './shape.ts'
import { rowsOfRecords } from './roles.ts'
import type { FileReading, ShapeColumn, FileShape } from '../../recognise/file-scan.ts'
import { names } from '../../../channels/templates/attribute-names.ts'
import { shopify } from './shopify.ts'
import { woocommerce } from './woocommerce.ts'
import { magento } from './magento.ts'
import { prestashopCombinations, prestashop } from './prestashop.ts'
import { google } from './google.ts'
import { akeneo } from './akeneo.ts'
import { amazon } from './amazon.ts'
import { ebay } from './ebay.ts'
import { etsy } from './etsy.ts'
import { lightspeed } from './lightspeed.ts'
import { wix } from './wix.ts'
import { odoo } from './odoo.ts'
import { squarespace } from './squarespace.ts'
import { square } from './square.ts'
import { ecwid } from './ecwid.ts'
import { shopware } from './shopware.ts'
import { jtl } from './jtl.ts'
import { bagisto } from './bagisto.ts'
import { spree } from './spree.ts'
import { opencart } from './opencart.ts'
import { bigcommerce } from './bigcommerce.ts'
import { bmecat } from './bmecat.ts'
import { type FileRows, refusal, type FileRecord } from '../file-rows.ts'
import { SourceRows } from './source-rows.ts'
import { ShapedTable } from './shaped-table.ts'
import { writeSpool, openSpool } from '../spool.ts'
import { countFromTop } from '../table-layout.ts'

export interface OpenShape {
  readonly spool: string
  readonly asked: ShapeChoice | undefined
  /** Limits the rows of the file that are read. */
  readonly maxRows?: number | undefined
  readonly hasFolder?: boolean | undefined
}

/** Trade items of GS1's CatalogueItemNotification, read from XML; the packing hierarchy makes no variants. */
const gs1: Shape = {
  recognise: [
    ['gtin', 'tradeItemUnitDescriptorCode'],
    ['gtin', 'targetMarketCountryCode'],
  ],
  mergeKey: () => 'gtin',
  added: () => [],
  column: (header) => columns[header],
  async *read(file): AsyncGenerator<PlainRow> {
    for await (const row of file.rows()) yield toPlainRow(row, file.headers)
  },
}

const columns: Readonly<Record<string, ShapeColumn>> = {
  gtin: text('gtin', names.gtin),
  tradeItemDescription: title,
  descriptionShort: text('short_description', names.shortDescription),
  functionalName: text('functional_name'),
  regulatedProductName: text('regulated_product_name'),
  variantDescription: text('variant_description'),
  tradeItemMarketingMessage: lines('description', names.description),
  brandName: vendor,
  subBrand: text('sub_brand'),
  tradeItemUnitDescriptorCode: choice('trade_item_unit'),
  targetMarketCountryCode: text('target_market'),
  gpcCategoryCode: text('gpc_category_code'),
  gpcCategoryName: text('gpc_category_name'),
  // Not by all names of a weight, because one of them means the net weight.
  grossWeight: inUnit(number('gross_weight', ['weight', 'product_weight', 'shipping_weight']), 'g'),
  netWeight: inUnit(number('net_weight'), 'g'),
  netContent: text('net_content'),
  height: inUnit(number('height'), 'mm'),
  width: inUnit(number('width'), 'mm'),
  depth: inUnit(number('depth'), 'mm'),
  uniformResourceIdentifier: picture('image', names.image),
  [galleryHeader]: gallery,
}

const shapes: Readonly<Record<FileShapeName, Shape>> = {
  shopify,
  woocommerce,
  magento,
  prestashop_combinations: prestashopCombinations,
  prestashop,
  google,
  akeneo,
  amazon,
  ebay,
  etsy,
  lightspeed,
  wix,
  odoo,
  squarespace,
  square,
  ecwid,
  shopware,
  jtl,
  bagisto,
  spree,
  opencart,
  bigcommerce,
  bmecat,
  gs1,
  schema_org: rowsOfRecords,
  amazon_listings: rowsOfRecords,
  etim_xchange: rowsOfRecords,
  json: rowsOfRecords,
}

/**
 * Reads a shop's file by its shape: the resulting rows are stored in a spool. Any other file is left as it
 * is.
 */
export async function openShape(
  file: FileRows,
  { spool, asked, maxRows, hasFolder }: OpenShape,
): Promise<FileRows> {
  const source = await SourceRows.open(file, { maxRows, hasFolder })
  const ofErrors = asked === 'none' ? undefined : shapeOfErrors(source.headers)
  const name = ofErrors ?? chooseShape(source, asked)
  if (name === undefined) return file
  const shape = shapes[name]
  const plain = ofErrors === undefined ? shape.read(source) : readAsItStands(source)
  const added = ofErrors === undefined ? shape.added(source) : []
  const columnOf = (header: string) => shape.column(header, source)
  const headers = source.headers.filter((header) => columnOf(header) !== readSeparatelyColumn)
  const table = new ShapedTable(headers, added, columnOf, shape.sku?.(source))
  const reader = {
    ...file.scan.read,
    headers: table.headers,
    sheets: file.sheets,
    records: () => toRecords(plain, table),
  }
  const scan = await writeSpool(reader, spool)
  const known = describeShape(name, source, table)
  const { rows: fileRows, read } = file.scan
  return openSpool(spool, {
    scan: {
      ...scan,
      fileRows,
      shape: known,
      read: {
        ...read,
        ...notesOf(file, source),
        shape: name,
        left_out_rows: [...(read.left_out_rows ?? []), ...countFromTop(source.leftOut, read.header_row ?? 0)],
      },
    },
    sheets: file.sheets,
  })
}

function describeShape(name: FileShapeName, source: SourceRows, table: ShapedTable): FileShape {
  const shape = shapes[name]
  return {
    name,
    mergeKey: shape.mergeKey(source),
    sku: shape.sku?.(source),
    sharedSkus: table.sharedSkus,
    channel: shape.channel,
    learner: shape.learner,
    options: shape.hasKeylessVariants ? table.optionHeaders : undefined,
    columns: table.columns(),
    creations: createdByShops,
    updatesOnly: shape.updatesOnly?.(source),
    fields: fieldsOf(shape, source),
    categories: table.categories,
    features: table.flags,
  }
}

function fieldsOf({ field }: Shape, source: SourceRows): FileShape['fields'] {
  return (
    field &&
    Object.fromEntries(
      source.headers.flatMap((header) => {
        const target = field(header, source)
        return target === undefined ? [] : [[header, target] as const]
      }),
    )
  )
}

function notesOf({ scan }: FileRows, source: SourceRows): Pick<FileReading, 'notes'> {
  const notes = [...(scan.read.notes ?? []), ...source.notes]
  return notes.length > 0 ? { notes } : {}
}

function isOf({ recognise }: Shape, file: SourceRows): boolean {
  if (typeof recognise === 'function') return recognise(file)
  return recognise.some((columns) => file.has(...columns))
}

function chooseShape(source: SourceRows, asked: ShapeChoice | undefined): FileShapeName | undefined {
  if (asked === 'none') return undefined
  if (asked === undefined) return fileShapes.find((name) => isOf(shapes[name], source))
  if (isOf(shapes[asked], source)) return asked
  throw refusal(`The columns of the file are not those of ${asked}. Leave shape out, or say none.`)
}

async function* readAsItStands(source: SourceRows): AsyncGenerator<PlainRow> {
  for await (const row of source.rows()) yield toPlainRow(row, source.headers)
}

async function* toRecords(rows: ReturnType<Shape['read']>, table: ShapedTable): AsyncGenerator<FileRecord> {
  for await (const row of rows) yield table.add(row)
}

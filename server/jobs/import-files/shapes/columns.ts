import type { ColumnRule } from '#shared/imports.ts'
import type { ShapeColumn } from '../../../catalog/imports/file-shape.ts'
import { foldText, isKeyOf } from '#shared/text.ts'
import { names } from '../../../catalog/channels/templates/attribute-names.ts'

import type { SourceRows } from './source-rows.ts'

type Rule = Omit<ColumnRule, 'key'>
type KnownHeaders = readonly string[]

const inCapitals = new Set('sku seo gtin ean upc isbn mpn id url asin ce eu uk us'.split(' '))

function columnOf(rule: Rule): (key: string, known?: KnownHeaders) => ShapeColumn {
  return (key, known) => ({ key, known, name: nameOf(key), rule })
}

export const text = columnOf({ data_type: 'single_line_text_field' })
export const lines = columnOf({ data_type: 'multi_line_text_field' })
export const html = columnOf({ data_type: 'rich_text_field' })
export const flag = columnOf({ data_type: 'boolean' })
export const address = columnOf({ data_type: 'url' })
export const choice = columnOf({ data_type: 'single_select_list' })
/** A number as programs write it, with a decimal point. */
export const number = columnOf({ data_type: 'number', decimal: 'point' })
export const picture = columnOf({ data_type: 'image' })

export function choices(key: string, separator: string, known?: KnownHeaders): ShapeColumn {
  return columnOf({ data_type: 'multi_select_list', separator })(key, known)
}

/** A number as its column writes it: programs with a point, people of many countries with a comma. */
export function figure(key: string, known: KnownHeaders | undefined, writesComma: boolean): ShapeColumn {
  return columnOf({ data_type: 'number', decimal: writesComma ? 'comma' : 'point' })(key, known)
}

/** Numbers by what their columns are called: the key of the attribute, and keys under which catalogs have it too. */
export type Amounts = Readonly<Record<string, readonly [key: string, known: KnownHeaders]>>

/** The column of an amount that is called so, written as the cells of its column are; undefined where it is none. */
export function amountOf(
  amounts: Amounts,
  name: string,
  { header, file }: { readonly header: string; readonly file: Pick<SourceRows, 'writesComma'> },
): ShapeColumn | undefined {
  const [key, known] = isKeyOf(amounts, name) ? (amounts[name] ?? []) : []
  return key === undefined ? undefined : figure(key, known, file.writesComma(header))
}

/** Columns by their headers in one case, as people change it. */
export function byFoldedHeader(
  columns: Readonly<Record<string, ShapeColumn>>,
): ReadonlyMap<string, ShapeColumn> {
  return new Map(Object.entries(columns).map(([header, column]) => [foldText(header), column]))
}

export function inUnit(column: ShapeColumn, unit: string | undefined): ShapeColumn {
  return { ...column, unit }
}

export const parent: ShapeColumn = { key: 'parent_id', rule: {} }
/** What is of no use outside of the shop: told among the columns that are left out. */
export const nothing: ShapeColumn = { key: null, rule: {} }
/** A column of which others are made, so that the table has them in its place. */
export const consumed: ShapeColumn = { key: null, rule: {} }

export const title: ShapeColumn = { ...text('title', names.title), isTitle: true }
export const vendor: ShapeColumn = columnOf({ data_type: 'entity_reference', reference_type: 'vendor' })(
  'vendor',
  names.vendor,
)

/** One category by the path that leads to it. */
export function category(path: string): ShapeColumn {
  const rule = { data_type: 'entity_reference', reference_type: 'category', path } as const
  return columnOf(rule)('category', names.category)
}

/** Several categories, each by its path, or by its name where they have none. */
export function categories(path: string | undefined, separator: string): ShapeColumn {
  const rule = { data_type: 'entity_list_reference', reference_type: 'category', separator } as const
  return columnOf(path === undefined ? rule : { ...rule, path })('categories', [
    'category',
    ...names.category,
  ])
}

export const gallery: ShapeColumn = columnOf({
  data_type: 'entity_list_reference',
  reference_type: 'image',
})('gallery_images', names.gallery)

/** The addresses of pictures in one cell; a comma inside of one does not end it. */
export function splitPictures(cell: string, separator = ','): string[] {
  const parts = separator === ',' ? cell.split(/,\s*(?=https?:)|,\s+/) : cell.split(separator)
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

/** The first picture and the others, under the headers of both. */
export function pictureCells(
  pictures: readonly string[],
  main: string,
  others: string,
): Record<string, string> {
  return { [main]: pictures[0] ?? '', [others]: galleryCell(pictures.map((url) => ({ url }))) }
}

/** The cell of a list whose members may hold whatever separates them. */
export function listCell(members: readonly string[]): string {
  return members.length === 0 ? '' : JSON.stringify(members)
}

/** `compare_at_price` reads as "Compare at price", `seo_title` as "SEO title". */
export function nameOf(key: string): string {
  const words = key.split('_').map((word) => (inCapitals.has(word) ? word.toUpperCase() : word))
  const name = words.join(' ')
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** The cell of a list of pictures; the first of them stands elsewhere. Each comes once. */
export function galleryCell(pictures: readonly { url: string; alt?: string }[]): string {
  const [first] = pictures
  const others = new Map(pictures.filter(({ url }) => url !== first?.url).map((one) => [one.url, one]))
  if (others.size === 0) return ''
  return JSON.stringify([...others.values()].map(({ url, alt = '' }) => (alt === '' ? url : { url, alt })))
}

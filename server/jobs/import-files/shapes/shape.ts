import type { ChannelKey } from '#shared/channels.ts'
import type { Creation } from '#shared/imports.ts'
import type { Sentence } from '#shared/messages/message.ts'
import type { ShapeColumn } from '../../../catalog/imports/file-shape.ts'
import type { SourceRow, SourceRows } from './source-rows.ts'
import { names } from '../../../catalog/channels/templates/attribute-names.ts'
import { Roles } from './column-roles.ts'
import { categories, gallery, parent, picture, text } from './columns.ts'

/** A row as the catalog takes it: one product or variant, made of one or several rows of the file. */
export interface PlainRow {
  readonly line: number
  readonly values: Readonly<Record<string, string | number>>
  /** What tells variants apart, such as Colour and Size, and other features that have no column of their own. */
  readonly options?: Features
  readonly features?: Features
  /** Features that are numbers in every row, by their folded names: the unit, or nothing where they have none. */
  readonly measures?: ReadonlyMap<string, string>
  /** Why nothing can be made of the row. */
  readonly issue?: Sentence | undefined
}

export type Features = ReadonlyMap<string, readonly string[]>

export interface Shape {
  readonly recognise: (file: SourceRows) => boolean
  readonly mergeKey: (file: SourceRows) => string
  /** The column of SKUs, by which variants are found that the catalog calls otherwise. */
  readonly sku?: (file: SourceRows) => string | undefined
  readonly channel?: ChannelKey
  /** Columns that the file does not have. */
  readonly added: (file: SourceRows) => readonly string[]
  /** What a column is; one of which the shape says nothing is read as in any file. */
  readonly column: (header: string, file: SourceRows) => ShapeColumn | undefined
  readonly read: (file: SourceRows) => AsyncIterable<PlainRow>
}

export const createdByShops: readonly Creation[] = [
  'create_missing_options',
  'create_missing_vendors',
  'create_missing_categories',
  'create_missing_images',
]

export const parentHeader = 'Parent'
/** The column of all pictures but the first. */
export const galleryHeader = 'Further images'

/** What a variant is called whose shop names only what tells it apart. */
export function variantTitle(title: string, optionTexts: readonly string[]): string {
  return `${title} - ${optionTexts.join(' / ')}`
}

/** A row as it stands in the file, with what is wrong with it. */
export function asItStands(
  row: SourceRow,
  headers: readonly string[],
): PlainRow & { readonly values: Readonly<Record<string, string>> } {
  const cells = headers.map((header, index) => [header, row.cells[index] ?? ''])
  return { line: row.row, values: Object.fromEntries(cells), issue: row.issue }
}

/** Columns for what a record holds beside its values: its parent, its pictures and its categories. */
export const imageHeader = 'Image'
export const altHeader = 'Image alt text'
export const categoriesHeader = 'Categories'

export const ownColumns: Readonly<Record<string, ShapeColumn>> = {
  [parentHeader]: parent,
  [imageHeader]: picture('image', names.image),
  [galleryHeader]: gallery,
  [altHeader]: text('image_alt_text', names.imageAlt),
}

/** The rows that were made of records with others in them, as an error file has them: no table is known by its columns to be one. */
export const rowsOfRecords: Shape = {
  recognise: () => false,
  mergeKey: (file) => {
    const keys = keysIn(file)
    return keys.find((header) => file.isFilled(header)) ?? keys[0] ?? ''
  },
  added: () => [],
  column: (header, file) =>
    header === categoriesHeader
      ? categories('>', ',')
      : (ownColumns[header] ?? rolesOf(file.headers).column(header)),
  async *read(file) {
    for await (const row of file.rows()) yield asItStands(row, file.headers)
  },
}

/** What products and variants are told apart by, best first. */
function keysIn({ headers }: SourceRows): string[] {
  const roles = rolesOf(headers)
  return ['sku', 'handle', 'shop_id', 'title'].flatMap((key) => roles.header(key) ?? [])
}

const known = new WeakMap<readonly string[], Roles>()

function rolesOf(headers: readonly string[]): Roles {
  const roles = known.get(headers) ?? new Roles(headers)
  known.set(headers, roles)
  return roles
}

import { names } from '../../../catalog/channels/templates/attribute-names.ts'
import type { ShapeColumn } from '../../../catalog/imports/file-shape.ts'
import { Roles } from './column-roles.ts'
import { categories, gallery, parent, picture, text } from './columns.ts'
import { asItStands, galleryHeader, parentHeader, type Shape } from './shape.ts'
import type { SourceRows } from './source-rows.ts'

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

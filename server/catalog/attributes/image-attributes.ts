import type { WritableDb, ReadableDb } from '../../store/database/database.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import { defineAttribute } from './define-attribute.ts'
import { Faults } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'

/** The attribute that holds the file of an image; undefined where none does. */
export function pictureAttribute(db: ReadableDb): Attribute | undefined {
  return attributesOf(db, 'image').list.find(({ traits }) => traits.media === 'image')
}

export interface ImageAttributes {
  readonly name: Attribute
  readonly picture: Attribute
  readonly alt: Attribute | undefined
}

/** The attributes that a new image is written to; those that a workspace does not have are defined. */
export function ensureImageAttributes(
  tx: WritableDb,
  { hasAlt }: { readonly hasAlt: boolean },
  context: WriteContext,
): ImageAttributes {
  const define = (key: string, name: string, isPrimary: boolean, dataType = 'single_line_text_field') =>
    defineAttribute(
      tx,
      { key, name, entity_type: 'image', data_type: dataType, is_primary: isPrimary },
      new Faults(),
      context,
    )
  const { byKey, primary } = attributesOf(tx, 'image')
  const name = primary ?? byKey.get('file_name') ?? define('file_name', 'File name', true)
  const picture =
    pictureAttribute(tx) ?? define(byKey.has('image_url') ? 'picture' : 'image_url', 'Image', false, 'image')
  const alt = hasAlt
    ? (byKey.get('alt_text') ?? define('alt_text', 'Alternative text', false))
    : byKey.get('alt_text')
  return { name, picture, alt }
}

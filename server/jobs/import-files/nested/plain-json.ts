import { isObject, type JsonObject, objectsOf, toList } from './json-tree.ts'
import { categoriesOf } from './read-categories.ts'
import { readPictures } from './read-pictures.ts'
import { readProduct, variantsMember } from './read-variants.ts'
import type { Dialect } from './dialects.ts'

/**
 * Records with variants, pictures, categories or other objects in them, as the APIs of shops answer them: products.json of Shopify,
 * the REST API of WooCommerce, those of Medusa and BigCommerce, and exports of people's own programs.
 */
export const plainJson: Dialect = {
  recognise: (records) => !records.some(isOwn) && records.some(holdsObjects),
  read: (record) => [readProduct(record)],
}

const ownId = /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i

/** The catalog's own answers and exports are read by their ids. */
function isOwn({ id }: JsonObject): boolean {
  return typeof id === 'string' && ownId.test(id)
}

function holdsObjects(record: JsonObject): boolean {
  if (variantsMember(record) !== undefined) return true
  return Object.entries(record).some(
    ([name, value]) =>
      (isObject(value) && Object.keys(value).length > 0) ||
      objectsOf(value).length > 0 ||
      (toList(value) && (readPictures(value).length > 0 || categoriesOf(name, value))),
  )
}

import { parseJson } from '../../store/database/json.ts'
import type { Document, EntityRow } from '../../store/tables/entities.ts'
import type { Scalar } from '../attributes/data-types/scalar-rules.ts'

/** An entity as it is stored before a write, its document read once for all who compare with it. */
export interface StoredEntity {
  readonly row: EntityRow
  readonly document: Readonly<Document>
}

let latest: StoredEntity | undefined

/** Reads the document of a row; whoever changes it asks more than once. */
export function readStored(row: EntityRow): StoredEntity {
  if (latest?.row !== row) latest = { row, document: parseJson(row.attributes) }
  return latest
}

/** `constructor` is a fine attribute key, and every object inherits a member of that name. */
export function readValue(document: Readonly<Document>, key: string): Scalar | undefined {
  return Object.hasOwn(document, key) ? document[key] : undefined
}

import type { FileShapeName, LeftOutReason } from '#shared/imports.ts'
import { amazonListings } from './amazon-listings.ts'
import { etimXchange } from './etim-xchange.ts'
import type { JsonObject } from './json-tree.ts'
import type { NestedProduct } from './nested-product.ts'
import { plainJson } from './plain-json.ts'
import { schemaOrg } from './schema-org.ts'

/** A way of writing products with what belongs to them as JSON. */
export interface Dialect {
  /** By the first records of a file. */
  readonly recognise: (records: readonly JsonObject[]) => boolean
  /** The records of a file that is one object, where they are not simply its list. */
  readonly unwrap?: (file: JsonObject) => readonly unknown[] | undefined
  /** Why nothing is made of a record. */
  readonly leavesOut?: (record: JsonObject) => LeftOutReason | undefined
  readonly read: (record: JsonObject) => readonly NestedProduct[]
}

/** Every such way, tried in this order. */
export const dialects = {
  schema_org: schemaOrg,
  amazon_listings: amazonListings,
  etim_xchange: etimXchange,
  json: plainJson,
} as const satisfies Partial<Record<FileShapeName, Dialect>>

export type DialectName = keyof typeof dialects

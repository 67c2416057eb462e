import type { FileShapeName } from '#shared/imports.ts'
import type { JsonObject } from './json-tree.ts'
import type { NestedProduct } from './nested-product.ts'
import { plainJson } from './plain-json.ts'

/** A way of writing products with what belongs to them as JSON. */
export interface Dialect {
  /** By the first records of a file. */
  readonly recognise: (records: readonly JsonObject[]) => boolean
  /** The records of a file that is one object, where they are not simply its list. */
  readonly unwrap?: (file: JsonObject) => readonly unknown[] | undefined
  readonly read: (record: JsonObject) => readonly NestedProduct[]
}

/** Every such way, tried in this order. */
export const dialects = {
  json: plainJson,
} as const satisfies Partial<Record<FileShapeName, Dialect>>

export type DialectName = keyof typeof dialects

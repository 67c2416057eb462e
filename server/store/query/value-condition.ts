import { hasValueIndex } from '../tables/attributes.ts'
import type { ReadableDb } from '../database/database.ts'
import type { Condition } from './condition.ts'
import { type Fragment, raw, sql } from '../database/fragment.ts'
import { wishForIndex } from '../tables/index-wishes.ts'

/** What no entity satisfies. */
export const nothing: Condition = {
  members: raw('SELECT 0 AS entity WHERE 0'),
  test: () => raw('0'),
  isIndexed: true,
}

/** Entities whose stored value of an attribute satisfies a predicate on `norm`, which its index can answer or not. */
export function onValues(db: ReadableDb, id: number, predicate: Fragment, usesIndex: boolean): Condition {
  const table = raw(`value_${id}`)
  if (usesIndex) wishForIndex(db, id)
  return {
    members: sql`SELECT entity FROM ${table} WHERE ${predicate}`,
    scan: sql`SELECT entity FROM ${table} NOT INDEXED WHERE ${predicate}`,
    test: (entity) => sql`EXISTS (SELECT 1 FROM ${table} WHERE entity = ${entity} AND ${predicate})`,
    isIndexed: usesIndex && hasValueIndex(db, id),
  }
}

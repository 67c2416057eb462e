/** Single values of many documents, exactly as they are written: value tables hold them folded. */
import { entityTypes, type EntityType } from '#shared/entities.ts'
import type { ReadableDb } from '../database/database.ts'

type EntityValue = [entity: number, value: string]

type Among =
  | { readonly type: EntityType; readonly key: string; readonly behind: number }
  | { readonly key: string; readonly ids: readonly number[] }

const pageSize = 5_000

/** The entities of a type, or those named, that hold a text under a key, and the text; in the order of their ids, page by page. */
export function* eachDocumentValue(db: ReadableDb, among: Among): Generator<EntityValue> {
  const path = `$."${among.key}"`
  if ('type' in among) yield* eachOfType(db, path, among)
  else yield* eachNamed(db, path, among.ids)
}

function* eachNamed(db: ReadableDb, path: string, ids: readonly number[]): Generator<EntityValue> {
  for (let start = 0; start < ids.length; start += pageSize)
    yield* db.tuples<EntityValue>(
      `SELECT e.id, e.attributes ->> ? AS held FROM json_each(?) j CROSS JOIN entity e ON e.id = j.value
       WHERE held IS NOT NULL`,
      path,
      JSON.stringify(ids.slice(start, start + pageSize)),
    )
}

function* eachOfType(
  db: ReadableDb,
  path: string,
  { type, behind }: { readonly type: EntityType; readonly behind: number },
): Generator<EntityValue> {
  const text = `SELECT id, attributes ->> ? FROM entity WHERE +type = ? AND id > ? ORDER BY id LIMIT ${pageSize}`
  let page: [id: number, value: string | null][]
  let after = behind
  do {
    page = db.tuples(text, path, entityTypes.indexOf(type), after)
    for (const [id, value] of page) if (value !== null) yield [id, value]
    after = page.at(-1)?.[0] ?? after
  } while (page.length === pageSize)
}

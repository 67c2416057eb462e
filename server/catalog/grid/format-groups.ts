import { parseJson } from '../../store/database/json.ts'
import type { AttributeValue } from '#shared/entities.ts'
import { foldText } from '#shared/text.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { listEntityRows } from '../../store/tables/entities.ts'
import { entitiesJson } from '../entities/entity-json.ts'

const rowsAtOnce = 1_000

type Spelling = (entity: number, key: string) => AttributeValue | null

/** What entities show under some keys, by their internal ids. */
export function spellingOf(db: ReadableDb, keys: readonly string[], entities: readonly number[]): Spelling {
  const shown = new Map<number, Readonly<Record<string, AttributeValue | null>>>()
  for (let start = 0; start < entities.length; start += rowsAtOnce) {
    const rows = listEntityRows(db, entities.slice(start, start + rowsAtOnce))
    entitiesJson(db, rows, new Set(keys)).forEach((json, index) =>
      shown.set(rows[index]?.id ?? 0, parseJson(json).attributes),
    )
  }
  return (entity, key) => inOneOrder(shown.get(entity)?.[key] ?? null)
}

/** Lists that refer to the same are the same group, in whatever order each entity has them. */
function inOneOrder(value: AttributeValue | null): AttributeValue | null {
  if (!Array.isArray(value)) return value
  const named = value.map((stub) => ({ stub, name: `${foldText(stub.label ?? '')} ${stub.id}` }))
  return named.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ stub }) => stub)
}

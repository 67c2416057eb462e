import type { EntityType } from '#shared/entities.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { findEntity } from '../../store/tables/entities.ts'
import { readStored, readValue } from '../entities/stored-entity.ts'

/** What a row adds to the numbers of its parent, by attribute; nothing where the parent has none. */
export function sumsWithParent(
  db: ReadableDb,
  { type, parent }: { readonly type: EntityType; readonly parent: unknown },
  added: Readonly<Record<string, unknown>>,
): Record<string, number> {
  const numbers = Object.entries(added)
  const row = numbers.length > 0 && typeof parent === 'string' ? findEntity(db, type, parent) : undefined
  if (!row) return {}
  const { document } = readStored(row)
  const sums = numbers.flatMap(([key, value]) => {
    const [of, more] = [Number(readValue(document, key) ?? Number.NaN), Number(value)]
    // Without the digits that adding alone makes.
    return Number.isFinite(of + more) ? [[key, Number((of + more).toPrecision(12))] as const] : []
  })
  return Object.fromEntries(sums)
}

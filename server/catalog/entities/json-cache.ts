import type { ReadCache } from '#shared/read-cache.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { cachePart } from '../../store/database/caches.ts'

/**
 * The JSON of entities: whole rows as UTF-8 and reference stubs as text. Neighbouring pages share rows, and the same vendors and
 * categories stand in nearly every row. 64 MB are the rows of about 50,000 products; the next write empties it.
 */
const entityJson = cachePart<number, Buffer | string>({
  maxSize: 64 * 1024 * 1024,
  sizeOf: ({ length }) => length,
})

/** The cache of a connection; undefined where it writes itself, because each write would empty it. */
export function entityJsonCache(db: ReadableDb): ReadCache<number, Buffer | string> | undefined {
  return db.isReadonly ? db.caches.data.part(entityJson) : undefined
}

/** The keys of an entity's row and stub: numbers are looked up faster than texts. */
export const rowKey = (id: number): number => id * 2
export const stubKey = (id: number): number => id * 2 + 1

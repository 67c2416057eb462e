import { type EntityType, entityTypes } from '#shared/entities.ts'
import { cachePart, countedValues } from '../database/caches.ts'
import type { ReadableDb } from '../database/database.ts'
import { typeVersion } from '../tables/entities.ts'

interface KnownRow {
  readonly offset: number
  readonly entity: number
}

/** In a list by creation, walking so many rows costs less than searching for a nearer one. */
const walked = 1000

export class KnownRows {
  readonly version: string | number
  readonly #apart: number
  readonly #rows: KnownRow[] = []

  constructor(version: string | number, apart: number) {
    this.version = version
    this.#apart = apart
  }

  findBefore(offset: number): KnownRow | undefined {
    return this.#rows.findLast((row) => row.offset < offset)
  }

  learn(row: KnownRow): void {
    const next = this.#rows.findLastIndex(({ offset }) => offset <= row.offset) + 1
    const [before = 0, after = Infinity] = [this.#rows[next - 1]?.offset, this.#rows[next]?.offset]
    if (row.offset - before >= this.#apart && after - row.offset >= this.#apart)
      this.#rows.splice(next, 0, row)
  }
}

const cachedLists = cachePart<string, KnownRows>(countedValues(2 * entityTypes.length))

/**
 * The known rows of the list by creation, until entities of the type come or go; writes of values do not
 * matter.
 */
export function knownRows(db: ReadableDb, type: EntityType, isDescending: boolean): KnownRows {
  const cache = db.caches.followed.part(cachedLists)
  const list = `${type} ${isDescending}`
  const version = typeVersion(db, type)
  const known = cache.get(list)
  if (known?.version === version) return known
  const rows = new KnownRows(version, walked)
  cache.add(list, rows)
  return rows
}

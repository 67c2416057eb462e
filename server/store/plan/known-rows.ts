import { type EntityType, entityTypes } from '#shared/entities.ts'
import { cachePart, countedValues } from '../database/caches.ts'
import type { ReadableDb } from '../database/database.ts'
import { typeVersion } from '../tables/entities.ts'

/** A row of a list and how many stand before it. */
interface KnownRow {
  readonly offset: number
  readonly entity: number
}

/** In a list by creation walking so far costs less than looking further. */
const walked = 1000

/** Rows of a list by creation whose places are known. */
export class KnownRows {
  /** Of what the places hold. */
  readonly version: string | number
  readonly #apart: number
  /** In the order of their offsets. */
  readonly #rows: KnownRow[] = []

  constructor(version: string | number, apart: number) {
    this.version = version
    this.#apart = apart
  }

  /** The nearest known row before an offset. */
  findBefore(offset: number): KnownRow | undefined {
    return this.#rows.findLast((row) => row.offset < offset)
  }

  /** Remembers a row, where none near it is known. */
  learn(row: KnownRow): void {
    const next = this.#rows.findLastIndex(({ offset }) => offset <= row.offset) + 1
    const [before = 0, after = Infinity] = [this.#rows[next - 1]?.offset, this.#rows[next]?.offset]
    if (row.offset - before >= this.#apart && after - row.offset >= this.#apart)
      this.#rows.splice(next, 0, row)
  }
}

/** By the type and the direction. */
const cachedLists = cachePart<string, KnownRows>(countedValues(2 * entityTypes.length))

/**
 * The known rows of the list by creation, which hold until entities of the type come or go; writes of values
 * leave them.
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

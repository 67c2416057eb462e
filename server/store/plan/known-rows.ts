import type { EntityType } from '#shared/entities.ts'
import type { ReadableDb } from '../database/database.ts'
import { fileVersion } from '../database/file-version.ts'
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

const lists = new WeakMap<ReadableDb, Map<string, KnownRows>>()

/** The known rows of the list by creation, which hold until entities of the type come or go; writes of values leave them. */
export function knownRows(db: ReadableDb, type: EntityType, isDescending: boolean): KnownRows {
  const known = lists.get(db) ?? new Map<string, KnownRows>()
  lists.set(db, known)
  const list = `${type} ${isDescending}`
  const version = versionFor(db, type)
  const found = known.get(list)
  if (found?.version === version) return found
  const rows = new KnownRows(version, walked)
  known.set(list, rows)
  return rows
}

/** What a writer has read may be undone, and the version of its type given again to other entities. */
function versionFor(db: ReadableDb, type: EntityType): string | number {
  return db.isReadonly ? typeVersion(db, type) : fileVersion(db)
}

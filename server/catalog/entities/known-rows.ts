import { entityTypes, type EntityType } from '#shared/entities.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import type { EntityRow } from '../../store/tables/entities.ts'
import { untilWritten } from '../../store/database/file-version.ts'

// Bytes, of about 50,000 products: what a few people and their scripts look at between two writes. It stands in for a
// cache of SQLite's pages, which the mapped file makes needless, and is given back with the next write.
const maxLength = 64 * 1024 * 1024
const maxSeen = 100_000

/**
 * The UTF-8 JSON of whole entities that were read lately, by internal id and by UUID. A grid and its scripts ask for the same
 * rows again and again; they hold until anybody writes to the file.
 */
export class KnownRows {
  readonly #byId = new Map<number, Buffer>()
  readonly #byName = new Map<string, Buffer>()
  readonly #seen = new Set<number>()
  #length = 0

  get(id: number): Buffer | undefined {
    return this.#byId.get(id)
  }

  find(type: EntityType, uuid: string): Buffer | undefined {
    return this.#byName.get(`${type} ${uuid}`)
  }

  /** Keeps a row that comes a second time; one that is read once only is not worth the memory. */
  note({ id, type, uuid }: EntityRow, json: string): void {
    if (!this.#seen.has(id)) return this.#see(id)
    const bytes = Buffer.from(json)
    if (this.#length > maxLength) this.#clear()
    this.#byId.set(id, bytes)
    this.#byName.set(`${entityTypes[type]} ${uuid}`, bytes)
    this.#length += bytes.length
  }

  #see(id: number): void {
    if (this.#seen.size >= maxSeen) this.#seen.clear()
    this.#seen.add(id)
  }

  #clear(): void {
    this.#byId.clear()
    this.#byName.clear()
    this.#length = 0
  }
}

const known = untilWritten(() => new KnownRows())

/** What this connection knows; nothing where it writes itself, for that would be forgotten at once. */
export function knownRows(db: ReadableDb): KnownRows | undefined {
  return db.isReadonly ? known(db) : undefined
}

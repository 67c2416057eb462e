import type { ReadableDb } from '../../store/database/database.ts'
import { countEntities } from '../../store/tables/entities.ts'
import { type ComparedRow, readCompared, readComparedOf } from '../../store/tables/merge-changes.ts'
import type { Attribute } from '../../store/tables/attributes.ts'
import { validationFailed } from '../errors.ts'
import { maxPlaces } from './blocks.ts'
import type { Collected } from './collected.ts'
import { listSearched, type SearchInput } from './search-request.ts'
import { comparedAttributes } from './ways.ts'
import { message } from '#shared/messages/message.ts'
import { issueSentence } from '#shared/describe-fault.ts'

const atOnce = 2000

/** The attributes in the order in which `Collected` takes their values. */
export function readAttributes(db: ReadableDb, { type, attributes }: SearchInput): (Attribute | undefined)[] {
  const { gtin, brand, mpn, sku_like: sku, title, pictures } = comparedAttributes(db, type, attributes)
  return [gtin, brand, mpn, sku, title, ...pictures]
}

type ReadFunction = <T>(fn: (db: ReadableDb) => T) => T

/** Reads what a search is about, some at a time; tells which part of it has been read. */
export function* readAll(read: ReadFunction, input: SearchInput, all: Collected): Generator<number> {
  // Memory that SQLite's page cache has used once stays with the process even after it is freed, so the cache is kept small.
  read((db) => db.limitPageCache())
  const ids = read((db) => listSearched(db, input))
  const total = ids ? ids.length : read((db) => countEntities(db, input.type))
  if (total > maxPlaces) throw validationFailed([{ field: 'filter', ...issueSentence(tooMany()) }])
  all.expect(total)
  for (const rows of ids ? readNamed(read, input, ids) : readEach(read, input)) {
    for (const row of rows) all.add(row)
    yield Math.min(1, all.size / Math.max(1, total))
  }
}

function* readNamed(
  read: ReadFunction,
  input: SearchInput,
  ids: readonly number[],
): Generator<ComparedRow[]> {
  for (let start = 0; start < ids.length; start += atOnce)
    yield read((db) => readComparedOf(db, readAttributes(db, input), ids.slice(start, start + atOnce)))
}

function* readEach(read: ReadFunction, input: SearchInput): Generator<ComparedRow[]> {
  let behind = 0
  let count = atOnce
  while (count === atOnce) {
    const window = { behind, limit: atOnce }
    const rows = read((db) => readCompared(db, input.type, readAttributes(db, input), window))
    count = rows.length
    behind = rows.at(-1)?.[0] ?? behind
    yield rows
  }
}

const tooMany = () => message('duplicate.too_many_entities', { count: maxPlaces })

import type { DuplicateWay } from '#shared/duplicates.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type ComparedRow, readComparedOf, readCompared } from '../../store/tables/merge-changes.ts'
import type { BuiltGroup } from './build-groups.ts'
import type { CollectedEntities } from './collected.ts'
import { markOf, type FoundGroup } from './store-groups.ts'
import { type SearchInput, listSearched, comparedAttributes } from './search-request.ts'
import { countEntities } from '../../store/tables/entities.ts'
import type { Attribute } from '../../store/tables/attributes.ts'
import { validationFailed } from '../errors.ts'
import { maxPlaces } from './matches.ts'
import { message } from '#shared/messages/message.ts'
import { issueSentence } from '#shared/describe-fault.ts'

// More values than these do not help to decide.
const [maxShown, longest] = [3, 300]

const atOnce = 2000

function readAttributes(db: ReadableDb, { type, attributes }: SearchInput): (Attribute | undefined)[] {
  const { gtin, brand, mpn, sku_like: sku, title, pictures } = comparedAttributes(db, type, attributes)
  return [gtin, brand, mpn, sku, title, ...pictures]
}

type ReadFunction = <T>(fn: (db: ReadableDb) => T) => T

export function* readAll(read: ReadFunction, input: SearchInput, all: CollectedEntities): Generator<number> {
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

export function describeGroup(
  db: ReadableDb,
  input: SearchInput,
  { all, group }: { readonly all: CollectedEntities; readonly group: BuiltGroup },
): FoundGroup {
  const { places, score, ways } = group
  const members = places.map((position) => all.ids[position] ?? 0)
  const rows = readComparedOf(db, readAttributes(db, input), members)
  const marks = Object.fromEntries(
    ways.map((way) => [way, places.map((position) => markOf(all, position, way))]),
  )
  const reasons = ways.map((by) => ({ by, detail: details[by](rows).slice(0, longest).toWellFormed() }))
  return { members, score, reasons, marks }
}

const details: Readonly<Record<DuplicateWay, (rows: readonly ComparedRow[]) => string>> = {
  gtin: (rows) => maxFrequent(rows.map(([, , gtin]) => gtin)),
  brand_mpn: (rows) =>
    maxFrequent(rows.map(([, , , brand, mpn]) => [brand, mpn].filter((one) => one !== null).join(' '))),
  sku_like: (rows) => several(rows.map(([, , , , , sku]) => sku)),
  title: (rows) => several(rows.map(([, , , , , , title]) => title)),
  picture: (rows) => (haveSamePicture(rows) ? 'same file' : 'looks the same'),
}

type Value = string | number | null | undefined

function several(values: readonly Value[]): string {
  const different = [...new Set(values.filter((value) => value !== null && value !== undefined).map(String))]
  return different.slice(0, maxShown).join(' · ')
}

function maxFrequent(values: readonly Value[]): string {
  const counts = Map.groupBy(
    values.filter((value) => value !== null && value !== undefined && value !== ''),
    String,
  )
  const [first] = [...counts].toSorted(([, one], [, other]) => other.length - one.length)
  return first?.[0] ?? ''
}

function haveSamePicture(rows: readonly ComparedRow[]): boolean {
  const pictures = rows.flatMap(([, , , , , , , ...shown]) => [
    ...new Set(shown.filter((one) => one !== null)),
  ])
  return new Set(pictures).size < pictures.length
}

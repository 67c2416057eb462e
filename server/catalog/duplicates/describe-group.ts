import type { DuplicateWay } from '#shared/duplicates.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type ComparedRow, readComparedOf } from '../../store/tables/merge-changes.ts'
import type { BuiltGroup } from './build-groups.ts'
import type { Collected } from './collected.ts'
import { markOf } from './marks.ts'
import { readAttributes } from './read-compared.ts'
import type { SearchInput } from './search-request.ts'
import type { FoundGroup } from './store-groups.ts'

// More values than these say no more.
const [maxShown, longest] = [3, 300]

/** A group with what matched in it, as it is stored. */
export function describeGroup(
  db: ReadableDb,
  input: SearchInput,
  { all, group }: { readonly all: Collected; readonly group: BuiltGroup },
): FoundGroup {
  const { places, score, ways } = group
  const members = places.map((place) => all.ids[place] ?? 0)
  const rows = readComparedOf(db, readAttributes(db, input), members)
  const marks = Object.fromEntries(ways.map((way) => [way, places.map((place) => markOf(all, place, way))]))
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

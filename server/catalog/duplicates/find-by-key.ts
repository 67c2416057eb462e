import type { DuplicateWay } from '#shared/duplicates.ts'
import type { Collected } from './collected.ts'
import { haveOtherBrands, haveOtherGtins } from './conflicts.ts'
import { mix } from './hash.ts'
import type { Matches } from './matches.ts'

type KeyWay = Extract<DuplicateWay, 'gtin' | 'brand_mpn' | 'sku_like'>

/** Two numbers that only entities with the same key share; undefined for what has none. */
type ReadKey = (all: Collected, place: number) => readonly [number, number] | undefined

const keys: Readonly<Record<KeyWay, { readonly read: ReadKey; readonly certainty: number }>> = {
  gtin: {
    certainty: 95,
    read: ({ gtins }, place) => {
      const gtin = gtins[place] ?? 0
      return gtin === 0 ? undefined : [mix(gtin % 2 ** 32), gtin]
    },
  },
  brand_mpn: {
    certainty: 90,
    read: ({ brandOf, mpns: [first, second] }, place) => {
      const [brand, mpn] = [brandOf[place] ?? 0, first[place] ?? 0]
      return brand === 0 || mpn === 0 ? undefined : [mix(mpn ^ mix(brand)), second[place] ?? 0]
    },
  },
  sku_like: {
    certainty: 78,
    read: ({ skus: [first, second] }, place) =>
      first[place] === 0 ? undefined : [first[place] ?? 0, second[place] ?? 0],
  },
}

// All pairs of so many are told; of more, each with the next one.
const maxPairs = 8

/** Pairs that have the same GTIN, the same brand and maker's number, or the same SKU but for its spelling. Stops now and then. */
export function* findByKey(all: Collected, way: KeyWay, matches: Matches): Generator<void> {
  const { read, certainty } = keys[way]
  const { blocks } = all
  blocks.expect(all.size)
  for (let place = 0; place < all.size; place += 1) {
    const key = read(all, place)
    if (key) blocks.add(key[0], place)
  }
  yield
  for (const block of blocks.shared()) {
    for (const same of Map.groupBy(block, (place) => read(all, place)?.[1]).values())
      pairsOf(same, (one, other) => {
        const sure = certainty - doubtOf(all, way, [one, other])
        if (sure > 0) matches.add(one, other, way, sure)
      })
    yield
  }
}

/** What another GTIN takes from a maker's number, and it or another brand from a SKU, which every shop gives as it likes. */
function doubtOf(all: Collected, way: KeyWay, [one, other]: readonly [number, number]): number {
  if (way === 'gtin') return 0
  const isOther = haveOtherGtins(all, one, other)
  if (way === 'brand_mpn') return isOther ? 35 : 0
  return isOther || haveOtherBrands(all, one, other) ? 100 : 0
}

/** Tells all pairs of a few; of many each with the next one, which ties them together as well. */
export function pairsOf(places: readonly number[], tell: (one: number, other: number) => void): void {
  const reach = places.length <= maxPairs ? places.length : 1
  places.forEach((one, index) => {
    for (const other of places.slice(index + 1, index + 1 + reach)) tell(one, other)
  })
}

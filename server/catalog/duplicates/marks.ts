import type { DuplicateWay } from '#shared/duplicates.ts'
import type { Collected } from './collected.ts'
import { hashText } from './hash.ts'

const readMark: Readonly<Record<DuplicateWay, (all: Collected, place: number) => number>> = {
  gtin: ({ gtins }, place) => gtins[place] ?? 0,
  brand_mpn: ({ mpns, brandOf, brands }, place) =>
    ((mpns[0][place] ?? 0) ^ hashText(brands[brandOf[place] ?? 0] ?? '')) >>> 0,
  sku_like: ({ skus }, place) => skus[0][place] ?? 0,
  title: ({ titles }, place) => hashText(titles.wordsOf(place).join(' ')),
  picture: (all, place) => hashText(all.picturesOf(place).toSorted().join(' ')),
}

/** What an entity has to do with a match, as a number that changes with it. */
export function markOf(all: Collected, place: number, way: DuplicateWay): number {
  return readMark[way](all, place)
}

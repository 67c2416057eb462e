import type { Collected } from './collected.ts'

/** Whether what two entities say of themselves tells them apart, whatever their titles and pictures look like. */
export function areApart(all: Collected, one: number, other: number): boolean {
  if (all.families[one] === all.families[other]) return true
  if (all.families[one] === all.ids[other] || all.families[other] === all.ids[one]) return true
  return haveOtherGtins(all, one, other) || haveOtherBrands(all, one, other)
}

/** Whether both have a GTIN, and not the same one. */
export function haveOtherGtins({ gtins }: Collected, one: number, other: number): boolean {
  return gtins[one] !== 0 && gtins[other] !== 0 && gtins[one] !== gtins[other]
}

/** Whether both tell a brand, and not the same one. */
export function haveOtherBrands(all: Collected, one: number, other: number): boolean {
  return areOtherBrands(all, all.brandOf[one] ?? 0, all.brandOf[other] ?? 0)
}

/** Brands are others where both are told and no word of one is in the other. */
function areOtherBrands({ brands }: Collected, one: number, other: number): boolean {
  if (one === 0 || other === 0 || one === other) return false
  const [left, right] = [wordsOf(brands[one]), wordsOf(brands[other])]
  return !left.some((word) => right.includes(word)) && left.join('') !== right.join('')
}

function wordsOf(text = ''): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? []
}

/** The words of the brands of two entities. */
export function brandWords({ brands, brandOf }: Collected, one: number, other: number): ReadonlySet<string> {
  return new Set([one, other].flatMap((place) => wordsOf(brands[brandOf[place] ?? 0])))
}

/** Whether both tell the number of the maker, and not the same one. */
export function haveOtherMpns({ mpns: [first] }: Collected, one: number, other: number): boolean {
  return first[one] !== 0 && first[other] !== 0 && first[one] !== first[other]
}

import { Blocks } from './blocks.ts'
import type { Collected } from './collected.ts'
import { areApart } from './conflicts.ts'
import { pairsOf } from './find-by-key.ts'
import type { Matches } from './matches.ts'
import { areAlike, maxSignatureKeys, signatureKeys } from './picture-signature.ts'
import { isNumber } from './title-words.ts'

// What more families show is a logo or a placeholder.
const maxFamilies = 6
const maxInBlock = 64
const certainty = { same: 72, alike: 66 } as const

/** The hash of a file that the workspace keeps; undefined for a link. */
export function hashOfPicture(value: string): string | undefined {
  return /^\/?files\/([0-9a-f]{64})\b/.exec(value)?.[1]
}

/** The entities that show each picture, by its value; those of many are left out. */
export function usersOfPictures(all: Collected): Map<string, number[]> {
  const users = new Map<string, number[]>()
  for (let place = 0; place < all.size; place += 1)
    for (const picture of new Set(all.picturesOf(place))) {
      const known = users.get(picture)
      if (known) known.push(place)
      else users.set(picture, [place])
    }
  for (const [picture, places] of users)
    if (new Set(places.map((place) => all.families[place])).size > maxFamilies) users.delete(picture)
  return users
}

/** Pairs that show the same picture: the same file or link, or files that look the same. */
export function* findByPicture(
  all: Collected,
  signatures: ReadonlyMap<string, Uint8Array>,
  matches: Matches,
): Generator<void> {
  const users = usersOfPictures(all)
  for (const places of users.values())
    pairsOf(places, (one, other) => tell(all, [one, other], certainty.same, matches))
  const pictures = [...users.keys()].filter((picture) => signatures.has(hashOfPicture(picture) ?? ''))
  for (const [one, other] of alikePictures(pictures, signatures))
    for (const place of users.get(one) ?? []) {
      for (const next of users.get(other) ?? []) tell(all, [place, next], certainty.alike, matches)
      yield
    }
}

function* alikePictures(
  pictures: readonly string[],
  signatures: ReadonlyMap<string, Uint8Array>,
): Generator<[string, string]> {
  const of = (place: number) => signatures.get(hashOfPicture(pictures[place] ?? '') ?? '') ?? new Uint8Array()
  const blocks = new Blocks()
  blocks.expect(pictures.length * maxSignatureKeys)
  pictures.forEach((_, place) => {
    for (const key of signatureKeys(of(place))) blocks.add(key, place)
  })
  for (const block of blocks.shared()) {
    if (block.length > maxInBlock) continue
    for (const [index, one] of block.entries())
      for (const other of block.slice(index + 1))
        if (areAlike(of(one), of(other))) yield [pictures[one] ?? '', pictures[other] ?? '']
  }
}

function tell(all: Collected, [one, other]: readonly [number, number], sure: number, matches: Matches): void {
  if (one === other || areApart(all, one, other) || haveOtherNumbers(all, one, other)) return
  matches.add(one, other, 'picture', sure)
}

/** One picture often stands for several sizes. */
function haveOtherNumbers(all: Collected, one: number, other: number): boolean {
  const numbersOf = (place: number) => all.wordsOf(place).filter(isNumber).sort().join(' ')
  return !all.titles.isEmpty(one) && !all.titles.isEmpty(other) && numbersOf(one) !== numbersOf(other)
}

import {
  BlockingIndex,
  type Matches,
  cannotBeDuplicates,
  haveDifferentBrands,
  haveDifferentGtins,
} from './matches.ts'
import { type CollectedEntities, mix, isNumber } from './collected.ts'
import { areAlike, maxSignatureKeys, signatureKeys } from './picture-signature.ts'
import type { DuplicateWay } from '#shared/duplicates.ts'

const maxProductsPerPicture = 6
const maxBlockSize = 64
const pictureScores = { same: 72, alike: 66 } as const

export function hashOfPicture(value: string): string | undefined {
  return /^\/?files\/([0-9a-f]{64})\b/.exec(value)?.[1]
}

export function entitiesByPicture(all: CollectedEntities): Map<string, number[]> {
  const users = new Map<string, number[]>()
  for (let position = 0; position < all.size; position += 1)
    for (const picture of new Set(all.picturesOf(position))) {
      const known = users.get(picture)
      if (known) known.push(position)
      else users.set(picture, [position])
    }
  for (const [picture, positions] of users)
    if (new Set(positions.map((position) => all.families[position])).size > maxProductsPerPicture)
      users.delete(picture)
  return users
}

type KeyCriterion = Extract<DuplicateWay, 'gtin' | 'brand_mpn' | 'sku_like'>

type ReadKey = (all: CollectedEntities, position: number) => readonly [number, number] | undefined

const keyCriteria: Readonly<Record<KeyCriterion, { readonly read: ReadKey; readonly certainty: number }>> = {
  gtin: {
    certainty: 95,
    read: ({ gtins }, position) => {
      const gtin = gtins[position] ?? 0
      return gtin === 0 ? undefined : [mix(gtin % 2 ** 32), gtin]
    },
  },
  brand_mpn: {
    certainty: 90,
    read: ({ brandOf, mpns: [first, second] }, position) => {
      const [brand, mpn] = [brandOf[position] ?? 0, first[position] ?? 0]
      return brand === 0 || mpn === 0 ? undefined : [mix(mpn ^ mix(brand)), second[position] ?? 0]
    },
  },
  sku_like: {
    certainty: 78,
    read: ({ skus: [first, second] }, position) =>
      first[position] === 0 ? undefined : [first[position] ?? 0, second[position] ?? 0],
  },
}

const maxFullyPairedBlock = 8

/** Matches entities by GTIN, by brand and MPN, or by normalized SKU. Yields between blocks. */
export function* findByKey(all: CollectedEntities, way: KeyCriterion, matches: Matches): Generator<void> {
  const { read, certainty } = keyCriteria[way]
  const { blocks } = all
  blocks.reset(all.size)
  for (let position = 0; position < all.size; position += 1) {
    const key = read(all, position)
    if (key) blocks.add(key[0], position)
  }
  yield
  for (const block of blocks.shared()) {
    for (const same of Map.groupBy(block, (position) => read(all, position)?.[1]).values())
      forEachPair(same, (one, other) => {
        const score = certainty - scorePenalty(all, way, [one, other])
        if (score > 0) matches.add(one, other, way, score)
      })
    yield
  }
}

function scorePenalty(
  all: CollectedEntities,
  way: KeyCriterion,
  [one, other]: readonly [number, number],
): number {
  if (way === 'gtin') return 0
  const gtinsDiffer = haveDifferentGtins(all, one, other)
  if (way === 'brand_mpn') return gtinsDiffer ? 35 : 0
  return gtinsDiffer || haveDifferentBrands(all, one, other) ? 100 : 0
}

function forEachPair(positions: readonly number[], visit: (one: number, other: number) => void): void {
  const window = positions.length <= maxFullyPairedBlock ? positions.length : 1
  positions.forEach((one, index) => {
    for (const other of positions.slice(index + 1, index + 1 + window)) visit(one, other)
  })
}

export function* findByPicture(
  all: CollectedEntities,
  signatures: ReadonlyMap<string, Uint8Array>,
  matches: Matches,
): Generator<void> {
  const users = entitiesByPicture(all)
  for (const positions of users.values())
    forEachPair(positions, (one, other) => addPictureMatch(all, [one, other], pictureScores.same, matches))
  const pictures = [...users.keys()].filter((picture) => signatures.has(hashOfPicture(picture) ?? ''))
  for (const [one, other] of similarPictures(pictures, signatures))
    for (const position of users.get(one) ?? []) {
      for (const next of users.get(other) ?? [])
        addPictureMatch(all, [position, next], pictureScores.alike, matches)
      yield
    }
}

function* similarPictures(
  pictures: readonly string[],
  signatures: ReadonlyMap<string, Uint8Array>,
): Generator<[string, string]> {
  const signatureAt = (position: number) =>
    signatures.get(hashOfPicture(pictures[position] ?? '') ?? '') ?? new Uint8Array()
  const blocks = new BlockingIndex()
  blocks.reset(pictures.length * maxSignatureKeys)
  pictures.forEach((_, position) => {
    for (const key of signatureKeys(signatureAt(position))) blocks.add(key, position)
  })
  for (const block of blocks.shared()) {
    if (block.length > maxBlockSize) continue
    for (const [index, one] of block.entries())
      for (const other of block.slice(index + 1))
        if (areAlike(signatureAt(one), signatureAt(other))) yield [pictures[one] ?? '', pictures[other] ?? '']
  }
}

function addPictureMatch(
  all: CollectedEntities,
  [one, other]: readonly [number, number],
  sure: number,
  matches: Matches,
): void {
  if (one === other || cannotBeDuplicates(all, one, other) || haveDifferentTitleNumbers(all, one, other))
    return
  matches.add(one, other, 'picture', sure)
}

function haveDifferentTitleNumbers(all: CollectedEntities, one: number, other: number): boolean {
  const numbersOf = (position: number) => all.wordsOf(position).filter(isNumber).sort().join(' ')
  return !all.titles.isEmpty(one) && !all.titles.isEmpty(other) && numbersOf(one) !== numbersOf(other)
}

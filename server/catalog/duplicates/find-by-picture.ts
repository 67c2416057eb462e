import { Blocks, type Matches, areApart, haveOtherBrands, haveOtherGtins } from './matches.ts'
import { type CollectedEntities, mix, isNumber } from './collected.ts'
import { areAlike, maxSignatureKeys, signatureKeys } from './picture-signature.ts'
import type { DuplicateWay } from '#shared/duplicates.ts'

const maxFamilies = 6
const maxInBlock = 64
const certainty = { same: 72, alike: 66 } as const

export function hashOfPicture(value: string): string | undefined {
  return /^\/?files\/([0-9a-f]{64})\b/.exec(value)?.[1]
}

export function usersOfPictures(all: CollectedEntities): Map<string, number[]> {
  const users = new Map<string, number[]>()
  for (let position = 0; position < all.size; position += 1)
    for (const picture of new Set(all.picturesOf(position))) {
      const known = users.get(picture)
      if (known) known.push(position)
      else users.set(picture, [position])
    }
  for (const [picture, positions] of users)
    if (new Set(positions.map((position) => all.families[position])).size > maxFamilies) users.delete(picture)
  return users
}

type KeyWay = Extract<DuplicateWay, 'gtin' | 'brand_mpn' | 'sku_like'>

type ReadKey = (all: CollectedEntities, position: number) => readonly [number, number] | undefined

const keys: Readonly<Record<KeyWay, { readonly read: ReadKey; readonly certainty: number }>> = {
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

const maxPairs = 8

/** Pairs with the same GTIN, brand and MPN, or SKU apart from its spelling. Yields now and then. */
export function* findByKey(all: CollectedEntities, way: KeyWay, matches: Matches): Generator<void> {
  const { read, certainty } = keys[way]
  const { blocks } = all
  blocks.expect(all.size)
  for (let position = 0; position < all.size; position += 1) {
    const key = read(all, position)
    if (key) blocks.add(key[0], position)
  }
  yield
  for (const block of blocks.shared()) {
    for (const same of Map.groupBy(block, (position) => read(all, position)?.[1]).values())
      pairsOf(same, (one, other) => {
        const sure = certainty - doubtOf(all, way, [one, other])
        if (sure > 0) matches.add(one, other, way, sure)
      })
    yield
  }
}

function doubtOf(all: CollectedEntities, way: KeyWay, [one, other]: readonly [number, number]): number {
  if (way === 'gtin') return 0
  const isOther = haveOtherGtins(all, one, other)
  if (way === 'brand_mpn') return isOther ? 35 : 0
  return isOther || haveOtherBrands(all, one, other) ? 100 : 0
}

function pairsOf(positions: readonly number[], visit: (one: number, other: number) => void): void {
  const window = positions.length <= maxPairs ? positions.length : 1
  positions.forEach((one, index) => {
    for (const other of positions.slice(index + 1, index + 1 + window)) visit(one, other)
  })
}

export function* findByPicture(
  all: CollectedEntities,
  signatures: ReadonlyMap<string, Uint8Array>,
  matches: Matches,
): Generator<void> {
  const users = usersOfPictures(all)
  for (const positions of users.values())
    pairsOf(positions, (one, other) => visit(all, [one, other], certainty.same, matches))
  const pictures = [...users.keys()].filter((picture) => signatures.has(hashOfPicture(picture) ?? ''))
  for (const [one, other] of alikePictures(pictures, signatures))
    for (const position of users.get(one) ?? []) {
      for (const next of users.get(other) ?? []) visit(all, [position, next], certainty.alike, matches)
      yield
    }
}

function* alikePictures(
  pictures: readonly string[],
  signatures: ReadonlyMap<string, Uint8Array>,
): Generator<[string, string]> {
  const of = (position: number) =>
    signatures.get(hashOfPicture(pictures[position] ?? '') ?? '') ?? new Uint8Array()
  const blocks = new Blocks()
  blocks.expect(pictures.length * maxSignatureKeys)
  pictures.forEach((_, position) => {
    for (const key of signatureKeys(of(position))) blocks.add(key, position)
  })
  for (const block of blocks.shared()) {
    if (block.length > maxInBlock) continue
    for (const [index, one] of block.entries())
      for (const other of block.slice(index + 1))
        if (areAlike(of(one), of(other))) yield [pictures[one] ?? '', pictures[other] ?? '']
  }
}

function visit(
  all: CollectedEntities,
  [one, other]: readonly [number, number],
  sure: number,
  matches: Matches,
): void {
  if (one === other || areApart(all, one, other) || haveOtherNumbers(all, one, other)) return
  matches.add(one, other, 'picture', sure)
}

function haveOtherNumbers(all: CollectedEntities, one: number, other: number): boolean {
  const numbersOf = (position: number) => all.wordsOf(position).filter(isNumber).sort().join(' ')
  return !all.titles.isEmpty(one) && !all.titles.isEmpty(other) && numbersOf(one) !== numbersOf(other)
}

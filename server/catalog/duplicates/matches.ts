import { type DuplicateWay, duplicateWays } from '#shared/duplicates.ts'
import type { CollectedEntities } from './collected.ts'

export type Evidence = Partial<Record<DuplicateWay, number>>

export interface Match {
  readonly one: number
  readonly other: number
  readonly evidence: Evidence
}

/**
 * Entities that share a key, found by sorting numbers: the upper 32 bits hash the key, the lower 21 are the
 * place. Different keys may share a hash, so callers compare what is found.
 */
export const maxPlaces = 2 ** 21

export class BlockingIndex {
  #entries = new Float64Array(16)
  #count = 0

  /** Removes all keys and makes room for `count` more. Each step of a search uses the same memory. */
  reset(count: number): void {
    this.#count = 0
    if (count > this.#entries.length) this.#entries = new Float64Array(count)
  }

  add(hash: number, position: number): void {
    if (this.#count === this.#entries.length)
      this.#entries = new Float64Array(
        this.#entries.buffer.transfer(this.#count * 2 * this.#entries.BYTES_PER_ELEMENT),
      )
    this.#entries[this.#count] = (hash >>> 0) * maxPlaces + position
    this.#count += 1
  }

  *shared(): Generator<number[]> {
    const sorted = this.#entries.subarray(0, this.#count).sort()
    let block: number[] = []
    let current = -1
    for (let index = 0; index < sorted.length; index += 1) {
      const entry = sorted[index] ?? 0
      const hash = Math.floor(entry / maxPlaces)
      const position = entry % maxPlaces
      if (hash !== current) {
        if (block.length > 1) yield block
        block = []
        current = hash
      }
      if (block.at(-1) !== position) block.push(position)
    }
    if (block.length > 1) yield block
  }
}

export class Matches {
  // Seven bits for each way: an object for each pair would cost ten times as much.
  readonly #packed = new Map<number, number>()

  get size(): number {
    return this.#packed.size
  }

  add(one: number, other: number, way: DuplicateWay, certainty: number): void {
    const [low, high] = one < other ? [one, other] : [other, one]
    const key = low * maxPlaces + high
    const position = 128 ** duplicateWays.indexOf(way)
    const before = this.#packed.get(key) ?? 0
    const known = Math.floor(before / position) % 128
    if (certainty > known) this.#packed.set(key, before + (certainty - known) * position)
  }

  *all(): Generator<Match> {
    for (const [key, packed] of this.#packed) {
      const evidence: Evidence = {}
      for (const [index, way] of duplicateWays.entries()) {
        const certainty = Math.floor(packed / 128 ** index) % 128
        if (certainty > 0) evidence[way] = certainty
      }
      yield { one: Math.floor(key / maxPlaces), other: key % maxPlaces, evidence }
    }
  }
}

export function scoreOf(evidence: Evidence): number {
  const doubt = Object.values(evidence).reduce((left, certainty) => left * (1 - certainty / 100), 1)
  return Math.min(100, Math.round(100 * (1 - doubt)))
}

export function cannotBeDuplicates(all: CollectedEntities, one: number, other: number): boolean {
  if (all.families[one] === all.families[other]) return true
  if (all.families[one] === all.ids[other] || all.families[other] === all.ids[one]) return true
  return haveDifferentGtins(all, one, other) || haveDifferentBrands(all, one, other)
}

export function haveDifferentGtins({ gtins }: CollectedEntities, one: number, other: number): boolean {
  return gtins[one] !== 0 && gtins[other] !== 0 && gtins[one] !== gtins[other]
}

export function haveDifferentBrands(all: CollectedEntities, one: number, other: number): boolean {
  return areOtherBrands(all, all.brandOf[one] ?? 0, all.brandOf[other] ?? 0)
}

function areOtherBrands({ brands }: CollectedEntities, one: number, other: number): boolean {
  if (one === 0 || other === 0 || one === other) return false
  const [left, right] = [wordsOf(brands[one]), wordsOf(brands[other])]
  return !left.some((word) => right.includes(word)) && left.join('') !== right.join('')
}

function wordsOf(text = ''): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? []
}

export function brandWords(
  { brands, brandOf }: CollectedEntities,
  one: number,
  other: number,
): ReadonlySet<string> {
  return new Set([one, other].flatMap((position) => wordsOf(brands[brandOf[position] ?? 0])))
}

export function haveOtherMpns({ mpns: [first] }: CollectedEntities, one: number, other: number): boolean {
  return first[one] !== 0 && first[other] !== 0 && first[one] !== first[other]
}

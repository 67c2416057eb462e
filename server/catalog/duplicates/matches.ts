import { type DuplicateWay, duplicateWays } from '#shared/duplicates.ts'
import { maxPlaces } from './blocks.ts'

/** What speaks for two entities being one: how sure each way is, from 1 to 100. */
export type Evidence = Partial<Record<DuplicateWay, number>>

export interface Match {
  readonly one: number
  readonly other: number
  readonly evidence: Evidence
}

/** The pairs that were found, each with what speaks for it. */
export class Matches {
  // Seven bits for each way: an object for each pair would cost ten times as much.
  readonly #packed = new Map<number, number>()

  get size(): number {
    return this.#packed.size
  }

  add(one: number, other: number, way: DuplicateWay, certainty: number): void {
    const [low, high] = one < other ? [one, other] : [other, one]
    const key = low * maxPlaces + high
    const place = 128 ** duplicateWays.indexOf(way)
    const before = this.#packed.get(key) ?? 0
    const known = Math.floor(before / place) % 128
    if (certainty > known) this.#packed.set(key, before + (certainty - known) * place)
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

/** How sure all ways together are: each leaves a part of the doubt that the others leave. */
export function scoreOf(evidence: Evidence): number {
  const doubt = Object.values(evidence).reduce((left, certainty) => left * (1 - certainty / 100), 1)
  return Math.min(100, Math.round(100 * (1 - doubt)))
}

import { type DuplicateWay, duplicateWays, maxGroupMembers } from '#shared/duplicates.ts'
import type { CollectedEntities } from './collected.ts'
import { type Match, type Matches, scoreOf } from './matches.ts'
import { keysOf, tableOf } from '#shared/text.ts'

export interface BuiltGroup {
  readonly places: readonly number[]
  readonly score: number
  readonly ways: readonly DuplicateWay[]
}

export type IsDismissed = (one: number, other: number, way: DuplicateWay) => boolean

export function buildGroups(
  all: CollectedEntities,
  matches: Matches,
  isDismissed: IsDismissed,
): BuiltGroup[] {
  const scored: (Match & { readonly score: number })[] = []
  for (const match of matches.all()) {
    const ways = keysOf(match.evidence).filter((way) => !isDismissed(match.one, match.other, way))
    if (ways.length === 0) continue
    const evidence = tableOf(ways, (way) => match.evidence[way] ?? 0)
    scored.push({ ...match, evidence, score: scoreOf(evidence) })
  }
  scored.sort((left, right) => right.score - left.score || left.one - right.one || left.other - right.other)
  const joined = new DisjointSets(all)
  for (const match of scored) joined.tie(match, match.score)
  return joined.groups()
}

interface Part {
  readonly places: number[]
  score: number
  readonly ways: Set<DuplicateWay>
  gtin: number
}

class DisjointSets {
  readonly #all: CollectedEntities
  readonly #parts = new Map<number, Part>()

  constructor(all: CollectedEntities) {
    this.#all = all
  }

  /** Joins similar entities only where no GTIN distinguishes them, since similarity chains. */
  tie({ one, other, evidence }: Match, score: number): void {
    const ways = keysOf(evidence)
    const [left, right] = [this.#partOf(one), this.#partOf(other)]
    if (left !== right) {
      if (left.places.length + right.places.length > maxGroupMembers) return
      if (!isSure(ways) && areOther(left.gtin, right.gtin)) return
      left.score = Math.min(left.score, right.score, score)
      this.#join(left, right)
    }
    for (const way of ways) left.ways.add(way)
  }

  #join(left: Part, right: Part): void {
    for (const position of right.places) {
      left.places.push(position)
      this.#parts.set(position, left)
    }
    for (const way of right.ways) left.ways.add(way)
    left.gtin ||= right.gtin
  }

  #partOf(position: number): Part {
    const known = this.#parts.get(position)
    if (known) return known
    const part = {
      places: [position],
      score: 100,
      ways: new Set<DuplicateWay>(),
      gtin: this.#all.gtins[position] ?? 0,
    }
    this.#parts.set(position, part)
    return part
  }

  groups(): BuiltGroup[] {
    const parts = [...new Set(this.#parts.values())].filter(({ places }) => places.length > 1)
    return parts.map(({ places, score, ways }) => ({
      places: places.toSorted((one, other) => one - other),
      score,
      ways: duplicateWays.filter((way) => ways.has(way)),
    }))
  }
}

function isSure(ways: readonly DuplicateWay[]): boolean {
  return ways.some((way) => way !== 'title' && way !== 'picture')
}

function areOther(one: number, other: number): boolean {
  return one !== 0 && other !== 0 && one !== other
}

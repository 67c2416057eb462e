import { digitsOf } from './plain-words.ts'

/** What a model has made of values: a byte for each number of a vector. */
export interface EmbeddedValues {
  /** Tells one model from another. */
  readonly model: string
  readonly values: readonly string[]
  readonly vectors: readonly Int8Array[]
}

// Of words with the same meaning most models make vectors that are nearer; what is merely of the same kind is farther.
const leastCosine = 0.8

/** For each value the indexes of those that mean about the same, the nearest first; values whose digits differ never do. */
export function findNearVectors(
  values: readonly string[],
  { values: embedded, vectors }: EmbeddedValues,
  throwIfInterrupted: () => void,
): ReadonlyMap<number, readonly number[]> {
  const places = new Map(embedded.map((value, index) => [value, index]))
  const known = values.flatMap((value, index) => {
    const vector = vectors[places.get(value) ?? -1]
    return vector
      ? [{ index, vector, length: Math.sqrt(product(vector, vector)), digits: digitsOf(value) }]
      : []
  })
  const near = new Map<number, [index: number, cosine: number][]>()
  known.forEach((one, at) => {
    if (at % 50 === 0) throwIfInterrupted()
    for (let next = at + 1; next < known.length; next += 1) {
      const other = known[next]
      if (!other || other.digits !== one.digits) continue
      const cosine = product(one.vector, other.vector) / (one.length * other.length)
      if (!(cosine >= leastCosine)) continue
      link(near, one.index, other.index, cosine)
      link(near, other.index, one.index, cosine)
    }
  })
  const sorted = [...near].map(
    ([index, others]) => [index, others.toSorted(([, a], [, b]) => b - a).map(([other]) => other)] as const,
  )
  return new Map(sorted)
}

function link(near: Map<number, [number, number][]>, one: number, other: number, cosine: number): void {
  const known = near.get(one)
  if (known) known.push([other, cosine])
  else near.set(one, [[other, cosine]])
}

function product(one: Int8Array, other: Int8Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}

import type { Cluster } from '#shared/clusters.ts'

/** A value as it is spelled, and how many entities hold it. */
export interface Spelling {
  readonly value: string
  readonly count: number
}

/** The indexes of the values that may mean the same as the one at an index. */
export type Neighbours = (index: number) => Iterable<number>

/** The most frequent first; of those that are as frequent the one that is written with the most care. */
export function inOrder(values: readonly Spelling[]): Spelling[] {
  return values.toSorted(
    (a, b) => b.count - a.count || carelessness(a.value) - carelessness(b.value) || compare(a.value, b.value),
  )
}

function carelessness(value: string): number {
  const isSpaced = value !== value.trim() || /\s{2}/u.test(value)
  const isOneCase = value === value.toLowerCase() || value === value.toUpperCase()
  return Number(isSpaced) * 2 + Number(isOneCase)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

/**
 * The groups of values in their order: each is what stands around its most frequent value and is in no group before. So no chain of
 * small differences leads from one value to another that has nothing to do with it.
 */
export function groupAround(values: readonly Spelling[], neighboursOf: Neighbours): Cluster[] {
  const taken = new Uint8Array(values.length)
  const groups: Cluster[] = []
  values.forEach((centre, index) => {
    if (taken[index]) return
    const members = [centre]
    taken[index] = 1
    for (const at of neighboursOf(index)) {
      const member = values[at]
      if (!member || taken[at]) continue
      taken[at] = 1
      members.push(member)
    }
    if (members.length > 1) groups.push(toCluster(members))
  })
  return groups.toSorted((a, b) => b.count - a.count || compare(a.suggested, b.suggested))
}

function toCluster(members: readonly Spelling[]): Cluster {
  const values = inOrder(members).map(({ value, count }) => ({ value, count }))
  const count = values.reduce((sum, one) => sum + one.count, 0)
  return { values, count, suggested: values[0]?.value ?? '' }
}

/** Those that share a key with a value. */
export function sharingKeys(
  values: readonly Spelling[],
  keysOf: (value: string) => readonly string[],
  throwIfInterrupted: () => void,
): Neighbours {
  const byKey = new Map<string, number[]>()
  const keys = values.map(({ value }, index) => {
    if (index % 1000 === 0) throwIfInterrupted()
    const own = keysOf(value)
    for (const key of own) {
      const sharing = byKey.get(key)
      if (sharing) sharing.push(index)
      else byKey.set(key, [index])
    }
    return own
  })
  return (index) => keys[index]?.flatMap((key) => byKey.get(key) ?? []) ?? []
}

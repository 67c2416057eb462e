/** The words that are known: the keys of a map, or a list. */
export type Words = ReadonlyMap<string, unknown> | readonly string[]

/** The word among those known that was probably meant: a slip or two apart, or only in another case or with another separator. */
export function nearest(word: string, known: Words): string | undefined {
  if (word.length > maxLength) return undefined
  const sent = prepare(word)
  const allowed = Math.min(3, Math.floor((sent.folded.length + 1) / 3))
  let best: string | undefined
  let least = allowed + 1
  for (const candidate of preparedOf(known)) {
    if (!isNear(sent, candidate, least)) continue
    const distance = distanceBetween(sent.folded, candidate.folded, least)
    if (distance < least) [best, least] = [candidate.word, distance]
  }
  return best
}

/** As a member of a fault: what was probably meant, or nothing. */
export function guess(word: string, known: Words): { readonly did_you_mean?: string } {
  const meant = nearest(word, known)
  return meant === undefined ? {} : { did_you_mean: meant }
}

// Longer words are no slips of a keyboard.
const maxLength = 64

interface Prepared {
  readonly word: string
  readonly folded: string
  /** A bit for each letter in it. */
  readonly letters: number
}

function prepare(word: string): Prepared {
  const folded = word.toLowerCase().replaceAll(/[\s_-]/g, '')
  let letters = 0
  for (let index = 0; index < folded.length; index += 1) letters |= 1 << (folded.charCodeAt(index) & 31)
  return { word, folded, letters }
}

// Thousands of edits may name a key that is not there; the keys of a type stay the same meanwhile.
const prepared = new WeakMap<Words, readonly Prepared[]>()

function preparedOf(known: Words): readonly Prepared[] {
  const done = prepared.get(known)
  if (done) return done
  const words = known instanceof Map ? known.keys() : (known as readonly string[])
  const all = [...words].map(prepare)
  prepared.set(known, all)
  return all
}

/** Whether the distance can be below the limit at all: each step changes the length by one and the letters by two at most. */
function isNear(a: Prepared, b: Prepared, limit: number): boolean {
  if (Math.abs(a.folded.length - b.folded.length) >= limit) return false
  let differing = a.letters ^ b.letters
  let count = 0
  for (; differing !== 0; count += 1) differing &= differing - 1
  return count <= 2 * (limit - 1)
}

/** How many letters must be put in, left out, changed or swapped with their neighbour; `limit` where that many are not enough. */
function distanceBetween(a: string, b: string, limit: number): number {
  let before: readonly number[] = []
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) row.push(Math.min(step(row, last, j), change(i, j), swap(i, j)))
    if (Math.min(...row) >= limit) return limit
    before = last
    last = row
  }
  return at(last, b.length)

  function change(i: number, j: number): number {
    return at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
  }

  function swap(i: number, j: number): number {
    const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
    return isSwap ? at(before, j - 2) + 1 : Infinity
  }
}

/** One letter more or less than in the row or the column before. */
function step(row: readonly number[], last: readonly number[], j: number): number {
  return Math.min(at(last, j), at(row, j - 1)) + 1
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity
}

/**
 * Whether one text is made of the other by putting in, taking out or replacing at most so many letters. For few edits: each letter that
 * differs is tried in three ways.
 */
export function isWithinEdits(one: string, other: string, most: number, from = 0, otherFrom = 0): boolean {
  if (Math.abs(one.length - from - (other.length - otherFrom)) > most) return false
  let [at, otherAt] = [from, otherFrom]
  while (at < one.length && one.charCodeAt(at) === other.charCodeAt(otherAt)) {
    at += 1
    otherAt += 1
  }
  if (at === one.length) return other.length - otherAt <= most
  if (most === 0) return false
  return (
    isWithinEdits(one, other, most - 1, at + 1, otherAt + 1) ||
    isWithinEdits(one, other, most - 1, at + 1, otherAt) ||
    isWithinEdits(one, other, most - 1, at, otherAt + 1)
  )
}

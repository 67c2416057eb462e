import { foldText } from '#shared/text.ts'

/** Words that say nothing of a product, in the languages of the first catalogs. */
const fillers = new Set(
  'a an and at by de der des die das du et for fur from im in la le les mit of on pour the und von with zum zur'.split(
    ' ',
  ),
)

const nonAscii = /\P{ASCII}/u
const parts = /\d+(?:[.,]\d+)*|\p{L}+/gu

/** A title as words and numbers, folded, without accents, hyphens and units' spaces: "T-Shirt 1,5l" is `t shirt 1.5 l`. */
export function titleWords(title: string): string[] {
  const folded = foldText(title)
  const plain = nonAscii.test(folded) ? folded.normalize('NFD').replaceAll(/\p{M}/gu, '') : folded
  const found = [...plain.matchAll(parts)].map(([part], index, all) => ({
    word: part.replaceAll(',', '.'),
    // Letters of a code, as in X464an, are no fillers.
    isFiller: fillers.has(part) && !touchesDigit(plain, all[index]),
  }))
  const telling = found.filter(({ isFiller }) => !isFiller)
  return (telling.length > 0 ? telling : found).map(({ word }) => word)
}

function touchesDigit(text: string, match: RegExpExecArray | undefined): boolean {
  if (!match) return false
  const [before, behind] = [text[match.index - 1], text[match.index + match[0].length]]
  return [before, behind].some((letter) => letter !== undefined && isNumber(letter))
}

/** Whether a part of a title is a number. */
export function isNumber(word: string): boolean {
  const code = word.charCodeAt(0)
  return code >= 48 && code <= 57
}

/** Whether one word is the other one with a slip of the keys in it. */
export function isTypo(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length)
  if (shorter < 4 || (one[0] !== other[0] && shorter < 6)) return false
  const most = shorter >= 9 ? 2 : 1
  return Math.abs(one.length - other.length) <= most && distance(one, other) <= most
}

/** How many letters are to be changed, added, left out or swapped with the next one. */
function distance(one: string, other: string): number {
  const width = other.length + 1
  let [before, last] = [
    Array.from({ length: width }, () => 0),
    Array.from({ length: width }, (_, index) => index),
  ]
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row]
    for (let column = 1; column < width; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      const changed = at(last, column - 1) + (isSame ? 0 : 1)
      const best = Math.min(changed, at(last, column) + 1, at(next, column - 1) + 1)
      const isSwap =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      next.push(isSwap ? Math.min(best, at(before, column - 2) + 1) : best)
    }
    ;[before, last] = [last, next]
  }
  return at(last, width - 1)
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? 0
}

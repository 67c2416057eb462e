/** What a search forgives: one letter too many, missing or wrong, or two in the wrong order. */

/** Tells whether one typo makes one word of the other. */
export function isOneTypoAway(typed: string, meant: string): boolean {
  if (Math.abs(typed.length - meant.length) > 1) return false
  const start = sharedStart(typed, meant)
  if (start === typed.length && start === meant.length) return false
  const [left, right] = [typed.slice(start), meant.slice(start)]
  if (left.length !== right.length)
    return left.length < right.length ? left === right.slice(1) : left.slice(1) === right
  return left.slice(1) === right.slice(1) || isSwapped(left, right)
}

function sharedStart(one: string, other: string): number {
  let length = 0
  while (length < one.length && length < other.length && one[length] === other[length]) length += 1
  return length
}

function isSwapped(one: string, other: string): boolean {
  return one[0] === other[1] && one[1] === other[0] && one.slice(2) === other.slice(2)
}

export const shortestForgiven = 4
/** What is found by a typo has so many letters at least. */
export const shortestMeant = 5
const longestWord = 24

const wordPattern = /[\p{Ll}\p{Script=Arabic}\p{Script=Hebrew}]+/gu

/** The words of a folded text in which a typo can be forgiven, or that are spelled right themselves. */
export function wordsOfText(text: string): string[] {
  return (text.match(wordPattern) ?? []).filter(
    ({ length }) => length >= shortestForgiven && length <= longestWord,
  )
}

/** Tells whether a word of a search is one in which a typo can be forgiven: letters alone. */
export function isForgiving(word: string): boolean {
  return wordsOfText(word)[0] === word
}

/** The beginning of a word, or the whole of it, that is one typo away from what was typed. */
export function meantBeginning(typed: string, word: string): string | undefined {
  if (isOneTypoAway(typed, word)) return word
  const lengths = [typed.length, typed.length + 1, typed.length - 1]
  return lengths
    .filter((length) => length >= shortestMeant && length < word.length)
    .map((length) => word.slice(0, length))
    .find((beginning) => isOneTypoAway(typed, beginning))
}

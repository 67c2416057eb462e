/** The typos that a search tolerates: one letter too many, missing or wrong, or two in the wrong order. */

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
export const shortestMeant = 5
const longestWord = 24

const wordPattern = /[\p{Ll}\p{Script=Arabic}\p{Script=Hebrew}]+/gu

/** Returns the words of a folded text that are long enough for a tolerated typo, and not too long. */
export function wordsOfText(text: string): string[] {
  return (text.match(wordPattern) ?? []).filter(
    ({ length }) => length >= shortestForgiven && length <= longestWord,
  )
}

/** Whether a search tolerates a typo in this word: it has only letters. */
export function isForgiving(word: string): boolean {
  return wordsOfText(word)[0] === word
}

export function meantBeginning(typed: string, word: string): string | undefined {
  if (isOneTypoAway(typed, word)) return word
  const lengths = [typed.length, typed.length + 1, typed.length - 1]
  return lengths
    .filter((length) => length >= shortestMeant && length < word.length)
    .map((length) => word.slice(0, length))
    .find((beginning) => isOneTypoAway(typed, beginning))
}

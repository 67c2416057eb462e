import { foldCase, withoutMarks, parseSearch } from '#shared/text.ts'
import { isForgiving, meantBeginning, shortestMeant, wordsOfText } from '#shared/nearest.ts'

/** Returns the folded words, phrases and `key:value` texts of a search, without excluded ones. */
export function searchedWords(search: string): string[] {
  const wanted = parseSearch(search).filter(({ isExcluded }) => !isExcluded)
  return [...new Set(wanted.map(({ text, keyed }) => foldForSearch((keyed?.value ?? text).trim())))].filter(
    Boolean,
  )
}

/** Returns the searched words that no text contains as typed, so that a typo matched. */
export function misspelledWords(search: string, texts: readonly string[]): string[] {
  const words = parseSearch(search)
    .filter(({ isExcluded, isPhrase, keyed }) => !isExcluded && !isPhrase && keyed === undefined)
    .map(({ text }) => foldForSearch(text))
    .filter(isForgiving)
  if (words.length === 0) return []
  const allWords = texts.flatMap((text) => wordsOfText(foldForSearch(text)))
  return words.filter((word) => !allWords.some((one) => one.startsWith(word) || one.endsWith(word)))
}

export function findCorrectedWords(
  text: string,
  misspelled: readonly string[],
): [from: number, to: number][] {
  const meant = wordsOfText(foldForSearch(text)).flatMap((word) =>
    misspelled.flatMap((typed) => (word.length < shortestMeant ? [] : (meantBeginning(typed, word) ?? []))),
  )
  return meant.length === 0 ? [] : findWords(text, meant)
}

export function findWords(text: string, words: readonly string[]): [from: number, to: number][] {
  const { folded, places } = foldWithPositions(text)
  const found = words.flatMap((word) => rangesOf(folded, word))
  const merged: [number, number][] = []
  for (const [from, to] of found.toSorted((a, b) => a[0] - b[0] || b[1] - a[1])) {
    const last = merged.at(-1)
    if (last !== undefined && from < last[1]) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged.map(([from, to]) => [places(from), places(to)])
}

function rangesOf(text: string, word: string): [number, number][] {
  const found: [number, number][] = []
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length))
    found.push([at, at + word.length])
  return found
}

function foldForSearch(text: string): string {
  return withoutMarks(foldCase(text))
}

/** Folds a text and maps each folded position to its original one, since folding may change lengths. */
function foldWithPositions(text: string): { folded: string; places: (at: number) => number } {
  if (/^[\x20-\x7e]*$/.test(text)) return { folded: foldForSearch(text), places: (at) => at }
  const origins: number[] = []
  let folded = ''
  let at = 0
  // A combining mark belongs to its letter.
  for (const letter of text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? []) {
    const part = foldForSearch(letter)
    for (let index = 0; index < part.length; index++) origins.push(at)
    folded += part
    at += letter.length
  }
  return { folded, places: (position) => origins[position] ?? text.length }
}

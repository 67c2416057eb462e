import { digitsOf, plainWords, toPlain } from './plain-words.ts'

/** The words of a text, each once and in order: alike for texts that differ in case, accents, punctuation and the order of words. */
export function fingerprint(text: string): string {
  return [...new Set(plainWords(text))].toSorted().join(' ')
}

const size = 2

/** The pairs of letters of a text, each once and in order, and its digits: alike also where spaces or double letters differ. */
export function ngramFingerprint(text: string): string {
  const letters = [...toPlain(text).replaceAll(/(?![+#])[^\p{L}\p{N}]/gu, '')]
  if (letters.length === 0) return ''
  const grams = new Set<string>()
  for (let at = 0; at + size <= letters.length; at += 1) grams.add(letters.slice(at, at + size).join(''))
  const pairs = grams.size === 0 ? letters : [...grams].toSorted()
  return `${pairs.join('')} ${digitsOf(text)}`.trim()
}

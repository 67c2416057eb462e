import { hashText, mix } from './hash.ts'
import { isNumber } from './title-words.ts'

// Longer titles are told apart by their first words.
const maxWords = 24

/** Keys that titles share which have the same words, or all but one of them: numbers are in every key. */
export function wordKeys(words: readonly string[]): number[] {
  const some = words.slice(0, maxWords)
  const hashes = some.map((word) => hashText(word))
  const total = hashes.reduce((sum, hash) => (sum + mix(hash)) >>> 0, 0)
  const keys = [mix(total)]
  if (some.length < 2) return keys
  some.forEach((word, index) => {
    if (!isNumber(word)) keys.push(mix(total - mix(hashes[index] ?? 0)))
  })
  return keys
}

/** The key of titles that are the same without spaces and hyphens. */
export function joinedKey(words: readonly string[]): number {
  return hashText(words.join(''), 7)
}

/** How many keys `trigramKey` can give. */
export const trigramBands = 6
const rows = 3
const seeds = Uint32Array.from({ length: trigramBands * rows }, (_, index) => mix(0x9e3779b9 + index) | 1)

/**
 * One of some keys of which titles share one or more that have most of their groups of three letters alike (MinHash), and all numbers;
 * undefined for a title that is too short to tell.
 */
export function trigramKey(words: readonly string[], band: number): number | undefined {
  const text = words.filter((word) => !isNumber(word)).join(' ')
  if (text.length < 8) return undefined
  let key = hashText(words.filter(isNumber).sort().join(' ')) ^ band
  for (let row = 0; row < rows; row += 1) key = mix(key ^ leastHash(text, seeds[band * rows + row] ?? 0))
  return key
}

function leastHash(text: string, seed: number): number {
  let least = 0xffffffff
  for (let index = 0; index + 2 < text.length; index += 1) {
    const gram =
      (text.charCodeAt(index) << 16) ^ (text.charCodeAt(index + 1) << 8) ^ text.charCodeAt(index + 2)
    const hash = Math.imul(gram ^ (gram >>> 7), seed) >>> 0
    if (hash < least) least = hash
  }
  return least
}

/**
 * The search index holds the n-grams (n = 1 to 3) of the texts of an entity. FTS5 stores them as plain tokens: with its own
 * trigram tokenizer the first two letters that are typed could not be looked up.
 */
import { encode, hasPrivateUse, separator } from './full-text.ts'

const longestGram = 3

/** Collects the distinct grams of texts. One object serves many entities: what it works with is large. */
export class GramCollector {
  /** Letters met so far get numbers, so that three of them are a small number and "seen already" is one look. */
  readonly #numbers = new Uint8Array(0x1_0000)
  readonly #seen = new Uint32Array(1 << (3 * letterBits))
  #letters = 0
  #turn = 0

  /** All distinct grams of the given folded texts, as one text for the index. */
  collect(texts: readonly string[]): string {
    this.#turn += 1
    const grams: string[] = []
    const rare = new Set<string>()
    for (const text of texts) {
      const encoded = encode(text)
      if (!this.#collectCommon(encoded, grams)) collectAny(encoded, rare)
    }
    return [...grams, ...rare].join(separator)
  }

  /** False where the text has a letter without a number; then nothing of it has been collected. */
  #collectCommon(text: string, grams: string[]): boolean {
    for (let index = 0; index < text.length; index += 1) {
      if (!this.#numberOf(text.charCodeAt(index))) return false
    }
    let code = 0
    for (let index = 0; index < text.length; index += 1) {
      code = ((code << letterBits) | (this.#numbers[text.charCodeAt(index)] ?? 0)) & codeMask
      const longest = Math.min(longestGram, index + 1)
      for (let length = 1; length <= longest; length += 1) {
        const gram = code & ((1 << (length * letterBits)) - 1)
        if (this.#seen[gram] === this.#turn) continue
        this.#seen[gram] = this.#turn
        grams.push(text.slice(index + 1 - length, index + 1))
      }
    }
    return true
  }

  #numberOf(unit: number): number {
    const known = this.#numbers[unit] ?? 0
    if (known > 0 || this.#letters >= maxLetters || isSurrogate(unit)) return known
    this.#letters += 1
    return (this.#numbers[unit] = this.#letters)
  }
}

const letterBits = 7
const maxLetters = (1 << letterBits) - 1
const codeMask = (1 << (3 * letterBits)) - 1

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff
}

function collectAny(text: string, grams: Set<string>): void {
  const characters = [...text]
  characters.forEach((_, index) => {
    for (let length = 1; length <= Math.min(longestGram, characters.length - index); length += 1)
      grams.add(characters.slice(index, index + length).join(''))
  })
}

/** What to look for in the index for entities that contain a text. */
export interface GramQuery {
  readonly grams: readonly string[]
  /** Every entity with these grams contains the text; otherwise the texts have to be rechecked. */
  readonly isExact: boolean
}

// Enough to leave few entities that do not contain the text.
const maxGrams = 10

/** The grams of a folded text that is not empty. */
export function gramQuery(text: string): GramQuery {
  const characters = [...encode(text)]
  const grams =
    characters.length <= longestGram ? [characters.join('')] : spread(trigramsOf(characters), maxGrams)
  return { grams, isExact: characters.length <= longestGram && !hasPrivateUse(encode(text)) }
}

function trigramsOf(characters: readonly string[]): string[] {
  const count = characters.length - longestGram + 1
  const trigrams = Array.from({ length: count }, (_, start) =>
    characters.slice(start, start + longestGram).join(''),
  )
  return [...new Set(trigrams)]
}

/** At most `count` of the items, evenly spread over all of them. */
function spread<Item>(items: readonly Item[], count: number): Item[] {
  if (items.length <= count) return [...items]
  return Array.from(
    { length: count },
    (_, index) => items[Math.floor((index * items.length) / count)] as Item,
  )
}

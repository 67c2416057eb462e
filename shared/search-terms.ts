/** The text of a search, taken apart: words, "quoted phrases", -exclusions and key:value. */

/** One part of what is searched for, as the search itself is: folded or as it was typed. */
export interface SearchTerm {
  /** What a text must contain: the part as it was written, without a minus and the quotation marks around a phrase. */
  readonly text: string
  /** What stands behind a colon, with the key before it; whether that is a key is for the reader to say. */
  readonly keyed?: { readonly key: string; readonly value: string }
  /** Excluded by a minus. */
  readonly isExcluded: boolean
  readonly isPhrase: boolean
}

// Far more than anybody types; each word of a search is looked up by itself.
const maxTerms = 16
const maxLength = 400

// A quotation mark that is still open while somebody types counts as closed at the end.
const termPattern = /(-?)(?:(?:([\p{L}\p{N}_]+):)?"([^"]+)(?:"|$)|(\S+))/gu

/** The parts of a search, each once. One that is too long or has too many is one phrase. */
export function parseSearch(text: string): SearchTerm[] {
  const sought = text.trim()
  if (sought === '') return []
  const terms = [...sought.matchAll(termPattern)].map(toTerm)
  const distinct = [...new Map(terms.map((term) => [JSON.stringify(term), term])).values()]
  const isTooLarge = sought.length > maxLength || distinct.length > maxTerms
  return isTooLarge ? [{ text: sought, isExcluded: false, isPhrase: true }] : distinct
}

function toTerm([written, minus = '', key, phrase, word = '']: RegExpMatchArray): SearchTerm {
  const isExcluded = minus !== ''
  const isPhrase = phrase !== undefined
  if (!isPhrase) return { ...toWord(word), isExcluded, isPhrase }
  if (key === undefined) return { text: phrase, isExcluded, isPhrase }
  return { text: written.slice(minus.length), keyed: { key, value: phrase }, isExcluded, isPhrase }
}

function toWord(word: string): Pick<SearchTerm, 'text' | 'keyed'> {
  const [, key, value] = /^([\p{L}\p{N}_]+):(.+)$/u.exec(word) ?? []
  return key === undefined || value === undefined ? { text: word } : { text: word, keyed: { key, value } }
}

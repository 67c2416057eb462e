/** Parses the text of a search: words, "quoted phrases", -exclusions and key:value. */

export interface SearchTerm {
  /** The text to match: the part without a minus and the quotation marks of a phrase. */
  readonly text: string
  /** The part after a colon, with the key before it; the caller decides whether that is a key. */
  readonly keyed?: { readonly key: string; readonly value: string }
  readonly isExcluded: boolean
  readonly isPhrase: boolean
}

// Far more than anybody types; each word of a search is looked up by itself.
const maxTerms = 16
const maxLength = 400

// An open quotation mark during typing counts as closed at the end.
const termPattern = /(-?)(?:(?:([\p{L}\p{N}_]+):)?"([^"]+)(?:"|$)|(\S+))/gu

/**
 * Returns the parts of a search, each once. A search that is too long or has too many parts is one phrase.
 */
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

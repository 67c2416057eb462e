const asciiOnly = /^[\x20-\x7e]*$/

/**
 * The form in which text is compared everywhere (decisions, reading 1): surrounding white space ignored, NFC, full Unicode
 * case folding. "STRASSE" equals " straße"; "m²" is not "m2".
 */
export function foldText(text: string): string {
  return foldCase(text.trim())
}

/** Does the same as `foldText`, but keeps surrounding white space: for parts of a text. */
export function foldCase(text: string): string {
  return asciiOnly.test(text) ? text.toLowerCase() : foldUnicode(text)
}

// lower → upper → lower reaches the full case folding of every code point but these two:
// dotless ı has no folding, and a final ς would survive the context-sensitive last step.
function foldUnicode(text: string): string {
  return text
    .normalize('NFC')
    .split('ı')
    .map((part) => part.toLowerCase().toUpperCase().toLowerCase())
    .join('ı')
    .replaceAll('ς', 'σ')
    .normalize('NFC')
}

/** Latin letters that no normalization takes apart, as plain ones. */
export const plainLetters: Readonly<Record<string, string>> = {
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
}

/**
 * Folds a text further for searches: letters without their marks and strokes. Each character is converted
 * by itself, so that a part of a text remains one.
 */
export function withoutMarks(folded: string): string {
  return folded.replace(/[\u0080-\u{10ffff}]/gu, (letter) => plainLetters[letter] ?? baseOf(letter))
}

function baseOf(letter: string): string {
  const base = letter
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
  return base === '' ? letter : base
}

/** Returns the length of a text for people: its code points without surrounding white space. */
export function textLength(text: string): number {
  const trimmed = text.trim()
  return asciiOnly.test(trimmed) ? trimmed.length : [...trimmed].length
}

/** Splits a comma-separated list into trimmed, non-empty tokens (acceptable values, multi selects). */
export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((token) => token.trim())
    .filter((token) => token !== '')
}

const option = /\s*"([^"]*,[^"]*)"\s*(?=,|$)|[^,]+/g

/** Splits a text of options; one with a comma stands in quotes: `Beech, "Oak, oiled"`. */
export function splitOptions(text: string): string[] {
  return [...text.matchAll(option)]
    .map(([written, quoted]) => (quoted ?? written).trim())
    .filter((one) => one !== '')
}

/** Writes options as one text, which `splitOptions` reads. */
export function joinOptions(options: readonly string[]): string {
  return options.map((one) => (one.includes(',') ? `"${one}"` : one)).join(', ')
}

export function isOneOf<Word>(words: readonly Word[], value: unknown): value is Word {
  return words.some((word) => word === value)
}

/** Returns the keys of a table, typed as in its type, which must be complete. */
export function keysOf<Table extends object>(table: Table): (keyof Table & string)[] {
  return Object.keys(table) as (keyof Table & string)[]
}

export function isKeyOf<Table extends object>(table: Table, key: string): key is keyof Table & string {
  return Object.hasOwn(table, key)
}

export function tableOf<Key extends string, Row>(
  keys: readonly Key[],
  rowOf: (key: Key) => Row,
): Record<Key, Row> {
  return Object.fromEntries(keys.map((key) => [key, rowOf(key)])) as Record<Key, Row>
}

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

interface LineLimit {
  readonly longest: number
  readonly onTooLong: () => void
}

/**
 * Yields the lines of a text in pieces. Only a line feed ends a line: strings of JSON may contain U+2028
 * and U+2029, at which `node:readline` splits too. `onTooLong` is called for a too long line before more
 * is read, and has to throw.
 */
export async function* splitLines(
  pieces: AsyncIterable<string>,
  { longest, onTooLong }: LineLimit = { longest: Infinity, onTooLong: () => undefined },
): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > longest) onTooLong()
    yield* lines
  }
  if (rest.trim() !== '') yield rest
}

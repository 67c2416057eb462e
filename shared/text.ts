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

const letterOf: Readonly<Record<string, string>> = {
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
  return folded.replace(/[\u0080-\u{10ffff}]/gu, (letter) => letterOf[letter] ?? baseOf(letter))
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

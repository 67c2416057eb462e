import anyAscii from 'any-ascii'
import { maxKeyLength } from '#shared/attributes.ts'

// In German these are written with two letters; the library only strips the marks.
const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' }

function toLatin(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[äöü]/g, (letter) => umlauts[letter] ?? letter)
    .replaceAll(/[\p{L}\p{M}]+/gu, (letters) => anyAscii(letters).replaceAll(/[^a-z]/gi, ''))
    .toLowerCase()
}

/** The key a name gets when none is given: lower case, words joined by `_`, always a valid key (decisions, Attribute definitions). */
export function toAttributeKey(name: string): string {
  const words = toLatin(name)
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
  const key = /^[a-z]/.test(words) ? words : ['attribute', words].filter(Boolean).join('_')
  return key.slice(0, maxKeyLength).replace(/_+$/, '')
}

/**
 * The part of a shop address made from a title: plain Latin letters and digits, joined by `-`; may be
 * empty.
 */
export function toHandle(title: string): string {
  return joinWords(toLatin(title).replaceAll(/[^a-z0-9]+/g, '-'))
}

/** As `toHandle`, for text chosen by a person: its letters stay as they are. */
export function joinWords(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
}

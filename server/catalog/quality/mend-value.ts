/** What each fix makes of a text, and nothing where it has nothing to mend. */
import { hasGtinCheckDigit, withCheckDigit } from '#shared/gtin.ts'
import { hasMarkup, htmlToText } from '#shared/html-to-text.ts'
import type { QualityFixName } from '#shared/quality.ts'
import { convertExactly, findUnit, type Unit } from '#shared/units.ts'
import { isAllCapitals } from './check-functions.ts'

/** A text as it should read. */
export type Mend = (text: string) => string

/** The unit that the others are brought to, for `units`. */
export function mendBy(fix: QualityFixName, usualUnit: string | undefined): Mend {
  return fix === 'units' ? (text) => inUnit(text, usualUnit) : mends[fix]
}

const mends: Readonly<Record<Exclude<QualityFixName, 'units'>, Mend>> = {
  trim: (text) => text.trim(),
  // Lines stay.
  collapse_spaces: (text) => text.replaceAll(/[^\S\r\n]+/gu, ' '),
  strip_html: (text) => (hasMarkup(text) ? htmlToText(text) : text),
  case: (text) => (isAllCapitals(text) ? text.replaceAll(words, capitalize) : text),
  gtin_check_digit: mendGtin,
}

const words = /[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)*/gu

/** Words with digits and those without a vowel (TV, XXL) stay as they are: they are no words. */
function capitalize(word: string): string {
  if (/\p{N}/u.test(word) || !/[AEIOUYÄÖÜÀÂÉÈÊËÎÏÔÛÙÅØÆŒ]/u.test(word)) return word
  const [first = '', ...others] = word
  return first + others.join('').toLowerCase()
}

/** A GTIN of the right length gets its check digit right; one that lacks its zeros in front gets these. */
function mendGtin(text: string): string {
  const digits = text.replaceAll(/[\s-]/g, '')
  if (!/^\d{7,14}$/.test(digits) || /^0+$/.test(digits)) return text
  if (hasGtinCheckDigit(digits)) return text === text.trim() && !/[\s-]/.test(text) ? text : digits
  const padded = [12, 13, 14]
    .filter((length) => length > digits.length)
    .map((length) => digits.padStart(length, '0'))
  if (![8, 12, 13, 14].includes(digits.length)) return padded.find(hasGtinCheckDigit) ?? text
  return withCheckDigit(digits.slice(0, -1))
}

const measure = /^(\s*[-+±~]?)(\d{1,9}(?:[.,]\d{1,6})?)\s*(\p{L}[\p{L}²³ ./]*|["″”'′])\s*$/u

/** The measure in the usual unit, where it is one number with a unit of the same family. */
function inUnit(text: string, usual: string | undefined): string {
  const parts = measure.exec(text)
  const to = findUnit(usual ?? '')
  return parts && to ? convertParts(parts, to, text) : text
}

function convertParts(
  [, before = '', number = '', unit = '']: RegExpExecArray,
  to: Unit,
  text: string,
): string {
  const from = findUnit(unit)
  if (!from || from === to) return text
  const value = convertExactly(Number(number.replace(',', '.')), from, to)
  if (value === undefined) return text
  const rounded = String(Number(value.toPrecision(6)))
  return `${before}${number.includes(',') ? rounded.replace('.', ',') : rounded} ${to.symbol}`
}

import { foldText } from '#shared/text.ts'

const asciiOnly = /^[\x20-\x7e]*$/

/** Letters that no decomposition takes apart. */
const plainLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
}
const anyPlainLetter = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'gu')

/** Text without case and diacritics: "Ångström" is "angstrom", "Straße" is "strasse". Letters of other scripts stay as they are. */
export function toPlain(text: string): string {
  const folded = foldText(text)
  if (asciiOnly.test(folded)) return folded
  return folded
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(anyPlainLetter, (letter) => plainLetters[letter] ?? letter)
}

// "1.5" is not "15", and neither are "C" and "C#" or "S10" and "S10+" the same.
const sign = String.raw`(?![+#])[\p{P}\p{S}\p{C}]`
const loneSign = new RegExp(String.raw`(?<!\d)${sign}|${sign}(?!\d)`, 'gu')
const signInNumber = new RegExp(sign, 'gu')

/** The words of a text in plain letters and digits, without punctuation; between two digits a sign counts, whichever it is. */
export function plainWords(text: string): string[] {
  return toPlain(text)
    .split(/\s+/u)
    .map((word) => word.replaceAll(loneSign, '').replaceAll(signInNumber, '.'))
    .filter((word) => word !== '')
}

/** All digits of a text, one after the other: texts that differ in them mean different things, however alike they are. */
export function digitsOf(text: string): string {
  return (text.match(/\p{N}+/gu) ?? []).join('')
}

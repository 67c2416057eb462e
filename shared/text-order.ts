/**
 * The order in which people look for texts: letters by their base letter wherever they come from, blanks and
 * signs before digits before letters. SQLite compares bytes, so a text is given a key whose bytes have that order.
 *
 * textOrder('apfel') // 'apfel': its bytes are in order as they are
 * textOrder('äpfel') // 'apfel\u0001äpfel': beside Apfel, and behind it
 * textOrder('item 10', 'natural') // behind textOrder('item 2', 'natural')
 */
import { foldText } from './text.ts'

/** How the digits of texts sort: one by one, or as whole numbers. */
export type TextOrder = 'text' | 'natural'

let collator: Intl.Collator | undefined

/** Made with its first use: English sorts by the root collation; where `und` is unknown, it means the language of the computer. */
function compareLetters(one: string, other: string): number {
  collator ??= new Intl.Collator('en', { sensitivity: 'base' })
  return collator.compare(one, other)
}

// In the order of the collation, which that of their bytes is too.
const alphabet = [
  ...'0123456789abcdefghijklmnopqrstuvwxyzαβγδεζηθικλμνξοπρστυφχψωабвгдежзийклмнопрстуфхцчшщъыьэюя',
]
const joined = ['ae', 'oe', 'ss']

/** Texts with only these characters are keys themselves; the SQL of keys tests the same. */
const inOrder = /^[ -9a-z]*$/
// Sorts before every character of a text, and after every letter of the Latin alphabet.
const [beforeAll, behindLetter, lastSign] = ['\u0001', '{', '/']

/** Returns the sort key of a folded text: equal only for equal texts. */
export function textOrder(folded: string, order: TextOrder = 'text'): string {
  const end = endOf(folded)
  if (end >= 0) return textOrder(folded.slice(0, end), order) + folded.slice(end)
  const letters = inOrder.test(folded) ? folded : Array.from(folded, keyOf).join('')
  const key = order === 'natural' ? letters.replace(/[0-9]+/g, keyOfNumber) : letters
  return key === folded ? folded : key + beforeAll + folded
}

/** SQLite ends a text at a NUL; labels have the id of their entity after it (lookup-value-sql.ts). */
function endOf(folded: string): number {
  const nul = folded.indexOf('\0')
  if (nul >= 0) return nul
  const end = folded.lastIndexOf(beforeAll)
  return /^[0-9]+$/.test(folded.slice(end + 1)) ? end : -1
}

export function compareTexts(one: string, other: string): number {
  const [left, right] = [textOrder(foldText(one)), textOrder(foldText(other))]
  return left === right ? 0 : left < right ? -1 : 1
}

const keys = new Map<string, string>()
// Bounds the cache, since any text can add characters.
const maxKeys = 20_000

function keyOf(character: string): string {
  if (inOrder.test(character)) return character
  const known = keys.get(character)
  if (known !== undefined) return known
  if (keys.size >= maxKeys) keys.clear()
  const key = makeKey(character)
  keys.set(character, key)
  return key
}

function makeKey(character: string): string {
  if (isEqual(character, '')) return ''
  const base = character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  if (base !== character && isEqual(character, base)) return Array.from(base, keyOf).join('')
  const equal = [' ', ...alphabet, ...joined].find((letters) => isEqual(character, letters))
  if (equal !== undefined) return equal
  const before = alphabet.findLast((letter) => compareLetters(letter, character) < 0)
  return before === undefined ? lastSign + character : before + behindLetter + character
}

function isEqual(character: string, letters: string): boolean {
  return compareLetters(character, letters) === 0
}

/** Puts the number of digits before the digits; more than nine of them in several steps. */
function keyOfNumber(digits: string): string {
  const number = digits.replace(/^0+(?=.)/, '')
  return '9'.repeat(Math.floor(number.length / 9)) + String(number.length % 9) + number
}

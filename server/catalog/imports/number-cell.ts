import type { DecimalMark } from '#shared/imports.ts'
import { foldText } from '#shared/text.ts'
import { currencyOf, qualifiers, unitOf } from './number-words.ts'

/** A text that is a number, taken apart into what it says and what stands around it. */
export interface NumberCell {
  readonly isNegative: boolean
  /** The digits with the marks between them. */
  readonly digits: string
  /** A unit of measure, a currency or `%`, in one spelling; empty where there is none. */
  readonly unit: string
  /** What makes the number less exact, such as `>` or `ca.`; empty where nothing does. */
  readonly qualifier: string
}

const maxLength = 40
const shape = /^([^\d]*?)([-+\u2212]?)\s*(\d(?:[\d.,'’ \u00A0\u2009\u202F]*\d)?)(\D*?[²³23]?)$/
// German and Swiss lists write 12,- for 12,00.
const noCents = /^[.,][-–—]{1,2}/

/** Takes a cell apart; undefined where it is no number, whatever its marks mean. */
export function parseNumberCell(cell: string): NumberCell | undefined {
  const match = cell.length > maxLength ? null : shape.exec(cell.trim())
  if (!match) return undefined
  const [before = '', sign, digits = '', after = ''] = match.slice(1)
  const words = isName(before, sign, after)
    ? undefined
    : readWords(foldText(before), foldText(after.replace(noCents, '')))
  return words && { isNegative: sign !== '' && sign !== '+', digits, ...words }
}

/** The dash of CH-100 is no sign, and the letter of 1a no unit. */
function isName(before: string, sign: string | undefined, after: string): boolean {
  return (sign !== '' && letterAtEnd.test(before)) || otherLetter.test(after)
}

const otherLetter = /^\s*(?![gmlLtAVW])[A-Za-z]\s*$/
const letterAtEnd = /\p{L}$/u

interface Words {
  readonly unit: string
  readonly qualifier: string
}

function readWords(before: string, after: string): Words | undefined {
  const front = readFront(before)
  const back = readBack(after)
  if (!front || !back) return undefined
  const units = new Set([front.unit, back.unit].filter((unit) => unit !== ''))
  const [unit = ''] = units
  return units.size > 1 ? undefined : { unit, qualifier: front.qualifier || back.qualifier }
}

const nothing: Words = { unit: '', qualifier: '' }

/** `>`, `ca.`, `€`, or a qualifier and a currency. */
function readFront(text: string): Words | undefined {
  if (text === '') return nothing
  if (qualifiers.has(text)) return { unit: '', qualifier: text }
  const currency = currencyOf(text)
  if (currency !== undefined) return { unit: currency, qualifier: '' }
  const qualifier = [...qualifiers].find((word) => text.startsWith(word))
  const rest = qualifier === undefined ? undefined : currencyOf(text.slice(qualifier.length).trim())
  return qualifier === undefined || rest === undefined ? undefined : { unit: rest, qualifier }
}

/** A unit, a currency, `%`, or the `+` of `10+`. */
function readBack(text: string): Words | undefined {
  if (text === '') return nothing
  const isMore = text.startsWith('+')
  const unit = isMore && text.length === 1 ? '' : unitOf(isMore ? text.slice(1).trim() : text)
  return unit === undefined ? undefined : { unit, qualifier: isMore ? '+' : '' }
}

// What begins with a zero has no thousands: 0.500 is a half whose mark is not the one that was said, and not 500.
const forms: Record<DecimalMark, RegExp> = {
  point: /^([1-9]\d{0,2}(?:[, '’\u00A0\u2009\u202F]\d{3})+|\d+)(?:\.(\d+))?$/,
  comma: /^([1-9]\d{0,2}(?:[. '’\u00A0\u2009\u202F]\d{3})+|\d+)(?:,(\d+))?$/,
}

/** The number as the catalog writes it, or undefined where its marks cannot mean that. */
export function readDigits({ digits, isNegative }: NumberCell, mark: DecimalMark): string | undefined {
  const match = forms[mark].exec(digits)
  if (!match) return undefined
  const [, whole = '', fraction] = match
  const sign = isNegative ? '-' : ''
  return `${sign}${whole.replaceAll(/\D/g, '')}${fraction === undefined ? '' : `.${fraction}`}`
}

/** What the marks of a number tell: which one stands before the decimals, either, or nothing where there is none. */
export type MarkEvidence = DecimalMark | 'either' | 'none'

/** Undefined where the marks make sense in neither way. */
export function evidenceOf(digits: string): MarkEvidence | undefined {
  const asPoint = forms.point.test(digits)
  const asComma = forms.comma.test(digits)
  if (asPoint && asComma) return /[.,]/.test(digits) ? 'either' : 'none'
  if (asPoint) return 'point'
  return asComma ? 'comma' : undefined
}

/**
 * The only table of kinds: types for people that refine a data type and are not in the specification. In
 * the API an attribute of a kind has the data type `base` and the kind in its constraints. A new row here
 * does not compile before the app has its look and its cell.
 */
import type { Family } from './attributes.ts'
import { currencyDecimals, isCurrencyCode, meansCurrency } from './currencies.ts'
import type { IssueCode } from './errors.ts'
import { readGtin } from './gtin.ts'
import { toMoment } from './iso-times.ts'
import { parseLinked } from './files.ts'
import { message, type Message } from './messages/message.ts'
import { storePriceTiers } from './price-tiers.ts'
import { keysOf } from './text.ts'
import { convertExactly, findUnit, unitFamilies, unitsOf } from './units.ts'

interface KindSettings {
  readonly currency?: string
  readonly unit?: string
  readonly decimals?: number
}

interface DefinitionFault {
  readonly constraint: 'kind' | 'currency' | 'unit'
  readonly sentence: string
}

interface KindTraits {
  readonly name: string
  readonly family: Family
  readonly checkDefinition: (settings: KindSettings) => DefinitionFault | undefined
  readonly describe: (settings: KindSettings) => Message
}

export type ParseNumber = (text: string) => number | undefined

export interface NumberKind extends KindTraits {
  readonly base: 'number'
  /** Parses typed text with a symbol or unit next to the number. */
  readonly readEntry: (text: string, settings: KindSettings, parseNumber: ParseNumber) => number | undefined
  readonly decimals: (settings: KindSettings) => number | undefined
}

export interface TextKind extends KindTraits {
  readonly base: 'single_line_text_field' | 'json'
  /** Returns the stored form of the text; undefined where it is not of the kind. */
  readonly toStored: (text: string) => string | undefined
  readonly issue: IssueCode
}

const nothing = (): undefined => undefined

export const kinds = {
  money: {
    name: 'Money',
    base: 'number',
    family: 'number',
    checkDefinition: checkCurrency,
    describe: ({ currency = '' }) => message('kind.price', { currency }),
    readEntry: readAmount,
    decimals: ({ currency = 'EUR', decimals }) => decimals ?? currencyDecimals(currency),
  },
  measure: {
    name: 'Measure',
    base: 'number',
    family: 'number',
    checkDefinition: ({ unit }) =>
      unit !== undefined && findUnit(unit)?.symbol === unit
        ? undefined
        : { constraint: 'unit', sentence: noKnownUnit },
    describe: ({ unit = '' }) => message('kind.measure', { unit }),
    readEntry: readMeasure,
    decimals: ({ decimals }) => decimals,
  },
  gtin: {
    name: 'GTIN',
    base: 'single_line_text_field',
    family: 'text',
    checkDefinition: nothing,
    describe: () => message('kind.gtin'),
    toStored: readGtin,
    issue: 'invalid_check_digit',
  },
  email: {
    name: 'Email',
    base: 'single_line_text_field',
    family: 'text',
    checkDefinition: nothing,
    describe: () => message('kind.email'),
    toStored: toEmail,
    issue: 'pattern_mismatch',
  },
  date_time: {
    name: 'Date and time',
    base: 'single_line_text_field',
    family: 'timestamp',
    checkDefinition: nothing,
    describe: () => message('kind.date_time'),
    toStored: toMoment,
    issue: 'expected_date',
  },
  file: {
    name: 'File',
    base: 'single_line_text_field',
    family: 'text',
    checkDefinition: nothing,
    describe: () => message('kind.file'),
    toStored: toFile,
    issue: 'expected_url',
  },
  price_tiers: {
    name: 'Price tiers',
    base: 'json',
    family: 'text',
    checkDefinition: (settings) =>
      settings.currency === undefined ? refuseUnit(settings) : checkCurrency(settings),
    describe: () => message('kind.price_tiers'),
    toStored: storePriceTiers,
    issue: 'expected_json',
  },
} as const satisfies Record<string, NumberKind | TextKind>

export type Kind = keyof typeof kinds
export const kindNames = keysOf(kinds)
export type TextKindName = { [K in Kind]: (typeof kinds)[K] extends TextKind ? K : never }[Kind]

export function kindOf({ kind }: { readonly kind?: Kind | undefined }): NumberKind | TextKind | undefined {
  return kind === undefined ? undefined : kinds[kind]
}

export function unitOfConstraints({ currency, unit }: KindSettings): string | undefined {
  return currency ?? unit
}

/** Whether a kind has a currency in place of a unit. */
export function hasCurrency(kind: Kind | undefined): boolean {
  return kind === 'money' || kind === 'price_tiers'
}

function checkCurrency({ currency, unit }: KindSettings): DefinitionFault | undefined {
  if (currency === undefined || !isCurrencyCode(currency))
    return { constraint: 'currency', sentence: noCurrency }
  return unit === undefined ? undefined : { constraint: 'unit', sentence: noUnitBeside }
}

function refuseUnit({ unit }: KindSettings): DefinitionFault | undefined {
  return unit === undefined ? undefined : { constraint: 'unit', sentence: noUnitBeside }
}

const noCurrency =
  'Money needs a currency by its code of three letters, such as EUR. Send it in currency, and make an attribute of its own for each currency.'
const noUnitBeside = 'Money has a currency in place of a unit. Leave unit out.'
const noKnownUnit = `A measure needs a unit that converts. Send one of ${unitFamilies
  .map((family) =>
    unitsOf(family)
      .map(({ symbol }) => symbol)
      .join(', '),
  )
  .join('; ')}.`

/** Parses `12,50 €`, `EUR 12.50` or `12,-`; an amount of another currency is refused. */
function readAmount(text: string, { currency = '' }: KindSettings, parseNumber: ParseNumber) {
  const sign = text.replaceAll(/[\d\s.,'’+−–—-]/g, '')
  if (sign !== '' && !meansCurrency(sign, currency)) return undefined
  const digits = text.replace(sign, '').replace(/^\s*\.\s/, '')
  return readDigits(digits.trim().replace(/[.,][-–—]+$/, ''), parseNumber)
}

/** `12 in` in the unit of the attribute; the unit may be left out. */
function readMeasure(text: string, { unit = '', decimals }: KindSettings, parseNumber: ParseNumber) {
  const [, digits = '', word = ''] = /^([+−-]?[\d.,'’\s]*\d)\s*([^\d\s][^\d]*)?$/.exec(text.trim()) ?? []
  const number = readDigits(digits, parseNumber)
  const to = findUnit(unit)
  const from = word === '' ? to : findUnit(word)
  return number === undefined || !from || !to ? undefined : convertExactly(number, from, to, decimals)
}

function readDigits(text: string, parseNumber: ParseNumber): number | undefined {
  const own = parseNumber(text)
  if (own !== undefined) return own
  const last =
    text.includes('.') && text.includes(',')
      ? text[Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))]
      : undefined
  return last === undefined ? undefined : parseNumber(text.replaceAll(last === ',' ? '.' : ',', ''))
}

const email = /^[^\s@<>()",;:\\[\]]+@[^\s@<>()",;:\\[\].]+(\.[^\s@<>()",;:\\[\].]+)+$/

function toEmail(text: string): string | undefined {
  const trimmed = text.trim()
  return trimmed.length <= 254 && email.test(trimmed) ? trimmed : undefined
}

const storedFile = /^files\/[0-9a-f]{64}\.[a-z0-9]{1,8}$/
const webAddress = /^https?:\/\/[^\s/\\?#]\S*$/i

function toFile(text: string): string | undefined {
  const trimmed = text.trim()
  if (storedFile.test(trimmed) || parseLinked(trimmed)) return trimmed
  return webAddress.test(trimmed) && URL.canParse(trimmed) ? trimmed : undefined
}

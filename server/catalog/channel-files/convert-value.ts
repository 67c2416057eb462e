import { plainText } from '#shared/html-to-text.ts'
import { isLinked } from '#shared/files.ts'
import { foldText, splitList } from '#shared/text.ts'
import { hasGtinCheckDigit } from '#shared/gtin.ts'
import { message, type Sentence } from '#shared/messages/message.ts'
import { countCharacters, type MappedField } from '../channels/channels.ts'
import type { Problem } from './channel-product.ts'
import { checkParts } from './google-values.ts'
import { convertMeasure, readMeasure, type UnitHints } from './measures.ts'
import type { ValueKind } from '../channels/templates/template.ts'

interface ConvertedValue {
  readonly texts: readonly string[]
  readonly unsound: readonly Unsound[]
  readonly cut: readonly string[]
}

type Unsound = Pick<Problem, 'issue' | 'value' | 'remedy'>

export interface Conversion {
  readonly field: MappedField
  readonly kind: ValueKind
  /** The ISO 4217 code for prices without their own currency. */
  readonly currency: string | undefined
  readonly unit: string | undefined
  /** The address where the workspace's pictures can be fetched; undefined where there is none. */
  readonly pictureAddress: string | undefined
  /** The name of a linked picture as a stored one would have it; undefined where it is not there. */
  readonly nameLinked: (value: string) => string | undefined
}

export function convertValue(raw: readonly string[], conversion: Conversion): ConvertedValue {
  const { kind, field } = conversion
  // Markup ends lines, so it is removed before lines are split.
  const isPlain = kind !== 'html' && (field.attribute?.traits.layout === 'html' || raw.some(holdsMarkup))
  const [first, ...rest] = split(isPlain ? raw.map(plainText) : raw, conversion)
  if (first === undefined) return { texts: [], unsound: [], cut: [] }
  if (kind === 'image') return { ...convertAll([first], conversion), cut: convertAll(rest, conversion).texts }
  const { texts, unsound } = convertAll([first, ...rest], conversion)
  const isLost = unsound.length > 0 && !lists.has(kind)
  if (isLost) return { texts: [], unsound: unsound.slice(0, 1), cut: [] }
  const { maxValues = texts.length } = field
  return { texts: texts.slice(0, maxValues), unsound, cut: texts.slice(maxValues) }
}

function holdsMarkup(text: string): boolean {
  return /<\/?(?:a|b|br|div|em|font|h[1-6]|i|img|li|ol|p|small|span|strong|sub|sup|table|td|tr|u|ul)(?:\s[^<>]*)?\/?>/i.test(
    text,
  )
}

const lists: ReadonlySet<ValueKind> = new Set(['images', 'lines', 'part_lines', 'list'])

function convertAll(texts: readonly string[], conversion: Conversion): Omit<ConvertedValue, 'cut'> {
  const sound: string[] = []
  const unsound: Unsound[] = []
  for (const text of texts) {
    const converted = convertText(text, conversion)
    if ('issue' in converted) unsound.push({ ...converted, value: text })
    else sound.push(converted.text)
  }
  return { texts: [...new Set(sound)], unsound }
}

function split(raw: readonly string[], { kind, field }: Conversion): string[] {
  const texts = raw.flatMap((text) => {
    if (kind === 'list') return splitValues(text, field)
    if (kind === 'images' || kind === 'image')
      return text.split(/[,\r\n]+(?=\s*(?:https?:|files\/|linked\/))|\r?\n/)
    return kind === 'lines' || kind === 'part_lines' ? text.split(/\r?\n/) : [text]
  })
  return texts.map((text) => text.replaceAll(control, '').trim()).filter((text) => text !== '')
}

/** No channel takes control characters. */
const control = /(?![\t\n\r])\p{Cc}/gu

function splitValues(text: string, { attribute, separator = ',' }: MappedField): string[] {
  const lines = text.split(/\r?\n/).flatMap((line) => line.split(separator))
  return attribute?.traits.hasTokens === true ? lines.flatMap(splitList) : lines
}

type Step = { readonly text: string } | { readonly issue: Sentence; readonly remedy?: Sentence }

function convertText(text: string, conversion: Conversion): Step {
  const converted = byKind[conversion.kind](text, conversion)
  if ('issue' in converted) return converted
  const chosen = choose(converted.text, conversion.field)
  if ('issue' in chosen) return chosen
  const { maxLength } = conversion.field
  if (maxLength === undefined || countCharacters(chosen.text) <= maxLength) return chosen
  return { issue: message('listing.text_too_long', { count: maxLength }) }
}

const asItIs = (text: string): Step => ({ text })

const byKind: Record<ValueKind, (text: string, conversion: Conversion) => Step> = {
  text: asItIs,
  html: asItIs,
  lines: asItIs,
  list: asItIs,
  made: asItIs,
  number: toNumber,
  sum: toSum,
  parts: (text, { field }) => checkParts(field.target, text),
  part_lines: (text, { field }) => checkParts(field.target, text),
  price: (text, { currency }) => toPrice(text, currency),
  amount: toAmount,
  measure: toMeasure,
  quantity: (text, { unit }) => ({
    text: unit !== undefined && amount.test(text) ? `${text} ${unit}` : text,
  }),
  weight: toUnitOfField,
  length: toUnitOfField,
  stock: toStock,
  taxonomy: asItIs,
  integer: (text) =>
    /^\d+(\.0+)?$/.test(text) ? { text: String(Number(text)) } : { issue: message('listing.not_an_integer') },
  paths: asItIs,
  path: asItIs,
  link: toLink,
  image: toPicture,
  images: toPicture,
  gtin: toGtin,
  trade_gtin: (text) => {
    const number = toGtin(text)
    return 'text' in number && isOutsideTrade(number.text) ? notInTrade : number
  },
}

function toGtin(text: string): Step {
  const digits = text.replaceAll(/[\s-]/g, '')
  return hasGtinCheckDigit(digits) ? { text: digits } : { issue: message('listing.not_a_gtin') }
}

/** GS1 reserves numbers with these prefixes for use within a company and for coupons. */
function isOutsideTrade(digits: string): boolean {
  return digits.length > 8 && /^(02|04|05|2|98[1-4]|99)/.test(digits.padStart(14, '0').slice(1))
}

const notInTrade = {
  issue: message('listing.internal_number'),
  remedy: message('listing.write_number'),
}

const amount = /^\d+(\.\d+)?(e-?\d+)?$/i

const unitOfField: readonly (readonly [target: RegExp, symbol: string])[] = [
  [/\(kg\)$/, 'kg'],
  [/\(cm\)$/, 'cm'],
  [/\(grams\)$/, 'g'],
]

const noUnit = {
  issue: message('listing.unit_missing'),
  remedy: message('listing.name_unit'),
}

function toUnitOfField(text: string, conversion: Conversion): Step {
  const measure = readMeasure(text, hintsOf(conversion))
  if (!measure) return { issue: message('listing.not_a_measure') }
  const [, symbol = ''] = unitOfField.find(([target]) => target.test(conversion.field.target)) ?? []
  const number = convertMeasure(measure, symbol)
  return number === undefined ? noUnit : { text: plainNumber(number) }
}

function toMeasure(text: string, conversion: Conversion): Step {
  const measure = readMeasure(text, hintsOf(conversion))
  if (!measure) return { issue: message('listing.not_a_measure') }
  if (!measure.unit) return noUnit
  const symbol = commonUnits[measure.unit.symbol] ?? measure.unit.symbol
  return { text: `${plainNumber(convertMeasure(measure, symbol) ?? measure.number)} ${symbol}` }
}

const commonUnits: Readonly<Record<string, string>> = { mg: 'g', mm: 'cm', m: 'cm', ft: 'in' }

function hintsOf({ unit, field }: Conversion): UnitHints {
  return { unit, key: field.attribute?.key }
}

function toAmount(text: string): Step {
  return amount.test(text) ? { text: plainNumber(Number(text)) } : { issue: message('listing.not_an_amount') }
}

function toNumber(text: string): Step {
  return /^-?\d+(\.\d+)?(e-?\d+)?$/i.test(text)
    ? { text: plainNumber(Number(text)) }
    : { issue: message('listing.not_a_number') }
}

function toSum(text: string): Step {
  const [, number = text] = priceWithCurrency.exec(text) ?? []
  return amount.test(number) ? { text: Number(number).toFixed(2) } : { issue: message('listing.not_a_price') }
}

function plainNumber(number: number): string {
  return Number.isInteger(number) ? String(number) : trimZeros(number.toFixed(4))
}

function toStock(text: string): Step {
  return /^-?\d+(\.\d+)?$/.test(text)
    ? { text: String(Math.floor(Number(text))) }
    : { issue: message('listing.not_a_quantity') }
}

function trimZeros(text: string): string {
  return text.replace(/0+$/, '').replace(/\.$/, '')
}

const priceWithCurrency = /^(\d+(?:\.\d+)?) ?([A-Z]{3})$/

function toPrice(text: string, currency: string | undefined): Step {
  const [, number = text, own = currency] = priceWithCurrency.exec(text) ?? []
  if (!amount.test(number)) return { issue: message('listing.not_a_price') }
  if (own === undefined) return noCurrency
  if (Number(number) < 0.005) return { issue: message('listing.price_not_positive') }
  return { text: `${Number(number).toFixed(2)} ${own}` }
}

const noCurrency = {
  issue: message('listing.currency_missing'),
  remedy: message('listing.name_currency'),
}

const heldHere = {
  issue: message('listing.picture_not_public'),
  remedy: message('listing.name_public_address'),
}

const notThere = {
  issue: message('listing.linked_file_missing'),
  remedy: message('listing.scan_library'),
}

function toPicture(text: string, { pictureAddress, nameLinked }: Conversion): Step {
  const isOfLibrary = isLinked(text)
  const name = isOfLibrary ? nameLinked(text) : /^files\/([0-9a-f]{64}\.\w+)$/.exec(text)?.[1]
  if (isOfLibrary && name === undefined) return notThere
  if (name === undefined) return toLink(text)
  return pictureAddress === undefined ? heldHere : { text: `${pictureAddress}${name}` }
}

function toLink(text: string): Step {
  const url = /^https?:\/\/\S+$/i.test(text) && URL.canParse(text) ? new URL(text).href : undefined
  return url === undefined
    ? { issue: message('listing.not_a_web_address') }
    : { text: url.replaceAll(/[|\\^`{}]/g, encodeURIComponent) }
}

const truths = ['true', 'yes', '1']
const untruths = ['false', 'no', '0']

function choose(
  text: string,
  { acceptableValues: values, synonyms = {}, multiple = false }: MappedField,
): Step {
  if (!values) return { text }
  const words = new Map([
    ...Object.entries(synonyms),
    ...values.map((value) => [plain(value), value] as const),
  ])
  const chosen = (multiple ? splitList(text) : [text]).map((token) => {
    const synonyms = [truths, untruths].find((list) => list.includes(foldText(token))) ?? []
    return (
      words.get(plain(token)) ?? synonyms.map((word) => words.get(word)).find((word) => word !== undefined)
    )
  })
  if (chosen.includes(undefined)) return { issue: message('listing.value_not_accepted') }
  return { text: chosen.join(', ') }
}

function plain(text: string): string {
  return foldText(text).replaceAll(/[\s_-]+/g, ' ')
}

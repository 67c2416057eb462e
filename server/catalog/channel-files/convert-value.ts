import { plainText } from '#shared/html-to-text.ts'
import { foldText, splitList } from '#shared/text.ts'
import { hasGtinCheckDigit } from '../attributes/data-types/constraints.ts'
import { countCharacters } from '../channels/field-values.ts'
import type { MappedField } from '../channels/channels.ts'
import type { Problem } from './channel-product.ts'
import { checkParts } from './google-parts.ts'
import type { ValueKind } from '../channels/templates/template.ts'

/** A value on its way to a channel: its texts as the channel writes them, and what of it is not written. */
interface Converted {
  readonly texts: readonly string[]
  readonly unsound: readonly Pick<Problem, 'issue' | 'value'>[]
  /** Sound texts beyond what the field takes. */
  readonly cut: readonly string[]
}

export interface Conversion {
  readonly field: MappedField
  readonly kind: ValueKind
  /** ISO 4217, for prices that do not name their own. */
  readonly currency: string | undefined
  /** Of the attribute. */
  readonly unit: string | undefined
}

/** Brings the texts of one value into the form that the field of a channel takes. Of a list each text stands for itself. */
export function convertValue(raw: readonly string[], conversion: Conversion): Converted {
  const { kind, field } = conversion
  // Markup ends lines, so it goes before lines are told apart.
  const isPlain = kind !== 'html' && field.attribute?.traits.layout === 'html'
  const [first, ...rest] = split(isPlain ? raw.map(plainText) : raw, kind)
  if (first === undefined) return { texts: [], unsound: [], cut: [] }
  // A picture field takes the first of several.
  if (kind === 'image') return { ...convertAll([first], conversion), cut: convertAll(rest, conversion).texts }
  const { texts, unsound } = convertAll([first, ...rest], conversion)
  const isLost = unsound.length > 0 && !lists.has(kind)
  if (isLost) return { texts: [], unsound: unsound.slice(0, 1), cut: [] }
  const { maxValues = texts.length } = field
  return { texts: texts.slice(0, maxValues), unsound, cut: texts.slice(maxValues) }
}

const lists: ReadonlySet<ValueKind> = new Set(['images', 'lines', 'part_lines'])

function convertAll(texts: readonly string[], conversion: Conversion): Omit<Converted, 'cut'> {
  const sound: string[] = []
  const unsound: Pick<Problem, 'issue' | 'value'>[] = []
  for (const text of texts) {
    const converted = convertText(text, conversion)
    if ('issue' in converted) unsound.push({ ...converted, value: text })
    else sound.push(converted.text)
  }
  return { texts: [...new Set(sound)], unsound }
}

function split(raw: readonly string[], kind: ValueKind): string[] {
  const texts = raw.flatMap((text) => {
    if (kind === 'images' || kind === 'image') return text.split(/[,\r\n]+(?=\s*(?:https?:|files\/))|\r?\n/)
    return kind === 'lines' || kind === 'part_lines' ? text.split(/\r?\n/) : [text]
  })
  return texts.map((text) => text.trim()).filter((text) => text !== '')
}

type Step = (text: string, conversion: Conversion) => { readonly text: string } | { readonly issue: string }

function convertText(text: string, conversion: Conversion): ReturnType<Step> {
  const converted = byKind[conversion.kind](text, conversion)
  if ('issue' in converted) return converted
  const chosen = choose(converted.text, conversion.field)
  if ('issue' in chosen) return chosen
  const { maxLength } = conversion.field
  if (maxLength === undefined || countCharacters(chosen.text) <= maxLength) return chosen
  return { issue: `Longer than the ${maxLength} characters that the channel takes.` }
}

const asItIs: Step = (text) => ({ text })

const byKind: Record<ValueKind, Step> = {
  text: asItIs,
  html: asItIs,
  lines: asItIs,
  parts: (text, { field }) => checkParts(field.target, text),
  part_lines: (text, { field }) => checkParts(field.target, text),
  price: (text, { currency }) => toPrice(text, currency),
  amount: (text, { field, unit }) => toAmount(text, findFactor(field.target, unit)),
  measure: toMeasure,
  integer: (text) =>
    /^\d+(\.0+)?$/.test(text) ? { text: String(Number(text)) } : { issue: 'Not a whole number.' },
  paths: asItIs,
  link: toLink,
  image: toLink,
  images: toLink,
  gtin: (text) => {
    const digits = text.replaceAll(/[\s-]/g, '')
    return hasGtinCheckDigit(digits)
      ? { text: digits }
      : { issue: 'Not a GTIN: 8, 12, 13 or 14 digits of which the last one is the check digit.' }
  },
}

const amount = /^\d+(\.\d+)?(e-?\d+)?$/i

function toAmount(text: string, factor = 1): { text: string } | { issue: string } {
  if (!amount.test(text)) return { issue: 'Not an amount.' }
  const number = Number(text) * factor
  return { text: Number.isInteger(number) ? String(number) : trimZeros(number.toFixed(4)) }
}

const grams: Readonly<Record<string, number>> = { g: 1, kg: 1000, lb: 453.592_37, oz: 28.349_523_125 }
const centimetres: Readonly<Record<string, number>> = { mm: 0.1, cm: 1, m: 100, in: 2.54, ft: 30.48 }
const unitTables: readonly (readonly [
  target: RegExp,
  unit: string,
  table: Readonly<Record<string, number>>,
])[] = [
  [/\(kg\)$/, 'kg', grams],
  [/\(cm\)$/, 'cm', centimetres],
  [/^Variant Grams$/, 'g', grams],
]

/** By how much a number is multiplied for a field that has a unit of its own. */
function findFactor(target: string, unit: string | undefined): number {
  const [, wanted = '', table = {}] = unitTables.find(([pattern]) => pattern.test(target)) ?? []
  const from = unit === undefined ? undefined : table[unit.trim().toLowerCase()]
  const to = table[wanted]
  return from === undefined || to === undefined ? 1 : from / to
}

function toMeasure(text: string, { unit }: Conversion): { text: string } | { issue: string } {
  const [, number = text, own = unit] = /^([\d.]+) ?([a-z]+)$/i.exec(text) ?? []
  const known = own?.trim().toLowerCase()
  if (!amount.test(number)) return { issue: 'Not a measure.' }
  if (known === undefined || !(known in grams || known in centimetres))
    return { issue: 'The measure has no unit that the channel knows. Name it as the unit of the attribute.' }
  return { text: `${number} ${known}` }
}

function trimZeros(text: string): string {
  return text.replace(/0+$/, '').replace(/\.$/, '')
}

const priceWithCurrency = /^(\d+(?:\.\d+)?) ?([A-Z]{3})$/

function toPrice(text: string, currency: string | undefined): { text: string } | { issue: string } {
  const [, number = text, own = currency] = priceWithCurrency.exec(text) ?? []
  if (!amount.test(number)) return { issue: 'Not a price.' }
  if (own === undefined) return { issue: 'The price has no currency. Name one when exporting.' }
  return { text: `${Number(number).toFixed(2)} ${own}` }
}

function toLink(text: string): { text: string } | { issue: string } {
  const url = /^https?:\/\/\S+$/i.test(text) && URL.canParse(text) ? new URL(text).href : undefined
  return url === undefined
    ? { issue: 'Not a complete web address (https://…), which is what the channel takes.' }
    : { text: url }
}

const truths = ['true', 'yes', '1']
const untruths = ['false', 'no', '0']

/** The channel's own word for a value; a checkbox takes the word for its state. */
function choose(text: string, { acceptableValues: values, multiple = false }: MappedField): ReturnType<Step> {
  if (!values) return { text }
  const words = new Map(values.map((value) => [plain(value), value]))
  const chosen = (multiple ? splitList(text) : [text]).map((token) => {
    const synonyms = [truths, untruths].find((list) => list.includes(foldText(token))) ?? []
    return (
      words.get(plain(token)) ?? synonyms.map((word) => words.get(word)).find((word) => word !== undefined)
    )
  })
  if (chosen.includes(undefined)) return { issue: 'Not a value that the channel accepts.' }
  return { text: chosen.join(',') }
}

/** "In stock" is what a channel calls in_stock. */
function plain(text: string): string {
  return foldText(text).replaceAll(/[\s_-]+/g, ' ')
}

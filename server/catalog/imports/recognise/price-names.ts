import type { Attribute } from '../../../store/tables/attributes.ts'
import { isCurrency, unitOf } from './numbers.ts'
import { type SemanticType, semanticTypeOf, toWords } from '#shared/semantic-types.ts'
import { foldText } from '#shared/text.ts'

const prices: readonly (SemanticType | undefined)[] = ['price', 'cost', 'msrp', 'sale_price']

/** Which price a name means, by the whole of it or by one of its words. */
export function priceRole(name: string): SemanticType | undefined {
  const { words, unit } = toWords(name)
  const roles = [words, ...words.split(' ')].map((text) => semanticTypeOf(text))
  const role = roles.find((one) => prices.includes(one))
  return role ?? (unit !== undefined && isCurrency(unit.toUpperCase()) ? 'price' : undefined)
}

/** Which price an attribute holds; undefined where it holds none. */
export function priceOf({ name, key, traits, extras }: Attribute): SemanticType | undefined {
  if (traits.family !== 'number') return undefined
  const isMoney = extras.constraints.kind === 'money'
  return priceRole(name) ?? priceRole(key) ?? (isMoney ? 'price' : undefined)
}

/** Whether a number attribute is a price, by itself or by the name of the column that fills it. */
export function isPrice(attribute: Attribute, header: string): boolean {
  return attribute.traits.family === 'number' && (priceOf(attribute) ?? priceRole(header)) !== undefined
}

export type TaxSide = 'net' | 'gross'

const tax =
  '(?:vat|tax|taxes|taxe|iva|tva|mwst|ust|steuer|btw|moms|mva|dph|gst|kdv|alv|afa|ddv|pdv|φπα|ндс|ддс|пдв)'
const sides: Readonly<Record<TaxSide, RegExp>> = {
  net: new RegExp(
    `(^| )(netto\\p{L}*|net|nett|neto|netta|nette|liquido|ht|veroton|нетто|税抜|税別|不含税|(sin|senza|bez|brez|sem|ohne|without|ex|excl|exclu|excluding|exkl|eks|ekskl|uden|uten|utan|zzgl|plus|hors|fara|χωρις|без) ${tax}|${tax} (esclusa|escluso|escl|excl|excluded|excluida|haric))( |$)`,
    'u',
  ),
  gross: new RegExp(
    `(^| )(brutto\\p{L}*|gross|bruto|lordo|ttc|ivato|verollinen|брутто|税込|含税|(con|com|with|mit|incl|inc|inkl|including|inclusive|med|sis|cu|με|s|z|с|з) ${tax}|${tax} (inclusa|incluso|incl|included|incluida|dahil))( |$)`,
    'u',
  ),
}

/** Whether a name says that its price is without tax or with it; undefined where it says neither. */
export function taxSideOf(name: string): TaxSide | undefined {
  const { words } = toWords(name)
  return (['net', 'gross'] as const).find((side) => sides[side].test(words))
}

/** Whether two names may mean one price: net and gross are two. */
export function isSameTax(one: string, other: string): boolean {
  const [side, against] = [taxSideOf(one), taxSideOf(other)]
  return side === undefined || against === undefined || side === against
}

/** The currency that the name of a price has anywhere, as a sign or a code. */
export function currencyIn(name: string): string | undefined {
  if (priceRole(name) === undefined) return undefined
  const parts = name.split(/[^\p{L}\p{Sc}]+/u).flatMap((part) => part.match(/\p{Sc}|\p{L}+/gu) ?? [])
  const written = parts.filter((part) => /^(\p{Sc}|\p{Lu}{3})$/u.test(part))
  return written.map((part) => unitOf(foldText(part))).find((unit) => unit !== undefined && isCurrency(unit))
}

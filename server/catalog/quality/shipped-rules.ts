/** The rules that ship with the program, disabled until their attributes exist. */
import { type QualityCheck, type Severity, type ShippedRuleKey, shippedRuleNames } from '#shared/quality.ts'
import { english } from '#shared/messages/en.ts'
import type { MessageCode } from '#shared/messages/message.ts'

export interface ShippedRule {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly severity: Severity
  readonly weight?: number
  readonly applies_to?: string
  readonly check: QualityCheck
  readonly message: string
  readonly message_code: MessageCode
}

const id = (number: number) => `01989f80-0000-7000-8000-${String(number).padStart(12, '0')}`

/** The message of a rule in English, with the code by which the app says it in its own language. */
export const sentenceOf = (message_code: MessageCode) => ({
  message: english[message_code].replaceAll(/\{(\w+)\}/g, '{{$1}}'),
  message_code,
})

const called = (key: ShippedRuleKey) => ({ key, name: shippedRuleNames[key] })

/** Other names that catalogs use for attributes of these rules; the first that exists is taken. */
export const otherNames: Readonly<Record<string, readonly string[]>> = {
  title: ['product_name'],
  brand: ['vendor', 'manufacturer'],
  gtin: ['ean', 'barcode', 'upc'],
  price: [],
  currency: ['price_currency'],
}

export const shippedRules: readonly ShippedRule[] = [
  {
    id: id(1),
    ...called('title_missing'),
    severity: 'error',
    weight: 3,
    check: { kind: 'required', attributes: ['title'] },
    ...sentenceOf('quality.title_missing'),
  },
  {
    id: id(2),
    ...called('title_too_long'),
    severity: 'warning',
    check: { kind: 'length', attributes: ['title'], max: 150 },
    ...sentenceOf('quality.title_too_long'),
  },
  {
    id: id(3),
    ...called('title_too_short'),
    severity: 'info',
    check: { kind: 'length', attributes: ['title'], min: 8 },
    ...sentenceOf('quality.title_too_short'),
  },
  {
    id: id(4),
    ...called('title_in_capitals'),
    severity: 'info',
    // Names of makers and codes of devices are in capitals: LG 32LT380H LED TV.
    check: { kind: 'no_upper_case_text', attributes: ['title'], word_length: 5 },
    ...sentenceOf('quality.title_in_capitals'),
  },
  {
    id: id(5),
    ...called('title_placeholder'),
    severity: 'error',
    weight: 2,
    check: { kind: 'no_placeholder', attributes: ['title'] },
    ...sentenceOf('quality.title_is_placeholder'),
  },
  {
    id: id(6),
    ...called('title_html'),
    severity: 'error',
    check: { kind: 'no_html', attributes: ['title'] },
    ...sentenceOf('quality.title_has_markup'),
  },
  {
    id: id(7),
    ...called('title_repeated'),
    severity: 'warning',
    applies_to: 'filter[parent_id][exists]=false',
    check: { kind: 'unique_together', attributes: ['title', 'brand'] },
    ...sentenceOf('quality.title_repeated'),
  },
  {
    id: id(8),
    ...called('gtin_missing'),
    severity: 'warning',
    weight: 2,
    applies_to: 'filter[brand][exists]=true&filter[has_variants]=false',
    check: { kind: 'required', attributes: ['gtin'] },
    ...sentenceOf('quality.gtin_missing'),
  },
  {
    id: id(9),
    ...called('gtin_invalid'),
    severity: 'error',
    weight: 2,
    check: { kind: 'gtin', attributes: ['gtin'] },
    ...sentenceOf('quality.gtin_invalid'),
  },
  {
    id: id(10),
    ...called('gtin_repeated'),
    severity: 'error',
    check: { kind: 'unique_together', attributes: ['gtin'] },
    ...sentenceOf('quality.gtin_repeated'),
  },
  {
    id: id(11),
    ...called('price_missing'),
    severity: 'error',
    weight: 3,
    applies_to: 'filter[has_variants]=false',
    check: { kind: 'required', attributes: ['price'] },
    ...sentenceOf('quality.price_missing'),
  },
  {
    id: id(12),
    ...called('price_not_above_zero'),
    severity: 'error',
    applies_to: 'filter[price][exists]=true',
    check: { kind: 'filter', must_match: 'filter[price][gt]=0' },
    ...sentenceOf('quality.price_not_positive'),
  },
  {
    id: id(13),
    ...called('price_outlier'),
    severity: 'info',
    check: { kind: 'outlier', attributes: ['price'], times: 10 },
    ...sentenceOf('quality.price_is_outlier'),
  },
  {
    id: id(14),
    ...called('price_without_currency'),
    severity: 'error',
    applies_to: 'filter[price][exists]=true',
    check: { kind: 'required', attributes: ['currency'] },
    ...sentenceOf('quality.currency_unknown'),
  },
]

/** The rules that come with the program: switched off, each ready to be switched on once its attributes are there. */
import { type ShippedRuleKey, shippedRuleNames } from '#shared/quality-names.ts'
import type { Severity } from '#shared/quality.ts'
import type { QualityCheck } from '#shared/quality.ts'

export interface ShippedRule {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly severity: Severity
  readonly weight?: number
  readonly applies_to?: string
  readonly check: QualityCheck
  readonly message: string
}

const id = (number: number) => `01989f80-0000-7000-8000-${String(number).padStart(12, '0')}`

const called = (key: ShippedRuleKey) => ({ key, name: shippedRuleNames[key] })

/** What catalogs call the attributes that these rules name; the first that a catalog has is meant. */
export const otherNames: Readonly<Record<string, readonly string[]>> = {
  title: ['product_name'],
  brand: ['vendor', 'manufacturer'],
  gtin: ['ean', 'barcode', 'upc'],
  price: [],
  currency: ['price_currency'],
}

/** All of them are about products. */
export const shippedRules: readonly ShippedRule[] = [
  {
    id: id(1),
    ...called('title_missing'),
    severity: 'error',
    weight: 3,
    check: { kind: 'required', attributes: ['title'] },
    message: 'There is no title.',
  },
  {
    id: id(2),
    ...called('title_too_long'),
    severity: 'warning',
    check: { kind: 'length', attributes: ['title'], max: 150 },
    message: 'Google shows 150 characters of a title and refuses longer ones.',
  },
  {
    id: id(3),
    ...called('title_too_short'),
    severity: 'info',
    check: { kind: 'length', attributes: ['title'], min: 8 },
    message: 'A title of fewer than 8 characters says little.',
  },
  {
    id: id(4),
    ...called('title_in_capitals'),
    severity: 'info',
    // Names of makers and codes of devices are written so: LG 32LT380H LED TV.
    check: { kind: 'no_upper_case_text', attributes: ['title'], word_length: 5 },
    message: '{{title}} is written in capitals only.',
  },
  {
    id: id(5),
    ...called('title_placeholder'),
    severity: 'error',
    weight: 2,
    check: { kind: 'no_placeholder', attributes: ['title'] },
    message: '“{{title}}” holds the place of a title.',
  },
  {
    id: id(6),
    ...called('title_html'),
    severity: 'error',
    check: { kind: 'no_html', attributes: ['title'] },
    message: 'Shops show tags, and codes such as &trade;, as they stand.',
  },
  {
    id: id(7),
    ...called('title_repeated'),
    severity: 'warning',
    // Variants are called as their product.
    applies_to: 'filter[parent_id][exists]=false',
    check: { kind: 'unique_together', attributes: ['title', 'brand'] },
    message: 'Another product of {{brand}} is called {{title}} too.',
  },
  {
    id: id(8),
    ...called('gtin_missing'),
    severity: 'warning',
    weight: 2,
    // What is sold is the variant.
    applies_to: 'filter[brand][exists]=true&filter[has_variants]=false',
    check: { kind: 'required', attributes: ['gtin'] },
    message: 'Products of a brand have a GTIN, and shops ask for it.',
  },
  {
    id: id(9),
    ...called('gtin_invalid'),
    severity: 'error',
    weight: 2,
    check: { kind: 'gtin', attributes: ['gtin'] },
    message: '{{gtin}} has no right check digit, or too few digits.',
  },
  {
    id: id(10),
    ...called('gtin_repeated'),
    severity: 'error',
    check: { kind: 'unique_together', attributes: ['gtin'] },
    message: 'Another product has the GTIN {{gtin}} too.',
  },
  {
    id: id(11),
    ...called('price_missing'),
    severity: 'error',
    weight: 3,
    applies_to: 'filter[has_variants]=false',
    check: { kind: 'required', attributes: ['price'] },
    message: 'There is no price.',
  },
  {
    id: id(12),
    ...called('price_not_above_zero'),
    severity: 'error',
    applies_to: 'filter[price][exists]=true',
    check: { kind: 'filter', must_match: 'filter[price][gt]=0' },
    message: 'The price is {{price}}.',
  },
  {
    id: id(13),
    ...called('price_outlier'),
    severity: 'info',
    check: { kind: 'outlier', attributes: ['price'], times: 10 },
    message: '{{price}} is far from what other products cost.',
  },
  {
    id: id(14),
    ...called('price_without_currency'),
    severity: 'error',
    applies_to: 'filter[price][exists]=true',
    check: { kind: 'required', attributes: ['currency'] },
    message: 'Nobody can tell what {{price}} is in.',
  },
]

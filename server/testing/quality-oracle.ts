/**
 * Rules of quality the naive way: each value of each product is checked, sharing only the checks of a
 * single text.
 */
import {
  hasHtml,
  isAllCapitals,
  isPlaceholder,
  unitBehind,
  htmlFault,
} from '../catalog/quality/check-functions.ts'
import { plainFold } from './list-oracle.ts'
import type { QualityCheck } from '#shared/quality.ts'

export interface PlainProduct {
  readonly id: string
  parent: PlainProduct | undefined
  own: Record<string, unknown>
}

export interface PlainFilter {
  readonly text: string
  readonly keys: readonly string[]
  readonly matches: (product: PlainProduct, all: readonly PlainProduct[]) => boolean
}

export interface PlainRule {
  readonly key: string
  readonly severity: string
  readonly weight: number
  readonly applies: PlainFilter
  readonly check: QualityCheck
  readonly wanted: PlainFilter
}

const inherited: ReadonlySet<string> = new Set(['colour'])

export function shown(product: PlainProduct, key: string): unknown {
  if (key === 'twice') return Number(product.own['price'] ?? 0) * 2
  for (let one: PlainProduct | undefined = product; one; one = one.parent) {
    const value = one.own[key]
    if (value !== undefined && value !== null) return value
    if (!inherited.has(key)) return null
  }
  return null
}

export function compared(product: PlainProduct, key: string): string | number | boolean | null {
  const value = shown(product, key)
  if (Array.isArray(value)) return value.length === 0 ? null : value.join()
  return typeof value === 'string' ? plainFold(value) : (value as number | boolean | null)
}

function holds(product: PlainProduct, key: string): boolean {
  return compared(product, key) !== null
}

function textOf(product: PlainProduct, key: string): string {
  return String(shown(product, key))
}

function tokensOf(text: string): string[] {
  return text
    .split(',')
    .map((token) => plainFold(token))
    .filter((token) => token !== '')
}

/** Returns the words of a text, separated by characters other than letters and digits. */
function wordsOf(text: string): string {
  return ` ${plainFold(text).replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `
}

function isGtin(text: string): boolean {
  if (!/^\d+$/.test(text) || ![8, 12, 13, 14].includes(text.length)) return false
  const sum = [...text]
    .toReversed()
    .reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

interface RuleContext {
  readonly rule: PlainRule
  readonly population: readonly PlainProduct[]
  readonly all: readonly PlainProduct[]
}

type Fails = (product: PlainProduct, key: string, asked: RuleContext) => boolean

const failing: Readonly<Record<string, Fails>> = {
  required: (product, key) => !holds(product, key),
  length: (product, key, { rule: { check } }) => {
    const length = [...textOf(product, key).trim()].length
    return length < (check.min ?? 0) || length > (check.max ?? Infinity)
  },
  pattern: (product, key, { rule }) =>
    !new RegExp(`^(?:${rule.check.pattern})$`, 'u').test(textOf(product, key)),
  one_of: (product, key, { rule }) => {
    const wanted = (rule.check.values ?? []).map((value) => plainFold(value))
    const own = key === 'tags' ? tokensOf(textOf(product, key)) : [plainFold(textOf(product, key))]
    return own.some((value) => !wanted.includes(value))
  },
  gtin: (product, key) => !isGtin(plainFold(textOf(product, key))),
  banned_words: (product, key, { rule }) =>
    (rule.check.words ?? []).some((word) => wordsOf(textOf(product, key)).includes(wordsOf(word))),
  no_html: (product, key) => hasHtml(textOf(product, key)),
  valid_html: (product, key) => htmlFault(textOf(product, key)) !== undefined,
  no_upper_case_text: (product, key, { rule: { check } }) =>
    isAllCapitals(textOf(product, key)) &&
    new RegExp(`\\p{L}{${check.word_length ?? 1}}`, 'u').test(textOf(product, key)),
  no_placeholder: (product, key) => isPlaceholder(plainFold(textOf(product, key))),
  same_unit: (product, key, { all }) => {
    const unit = unitBehind(plainFold(textOf(product, key)))
    return unit !== undefined && unit !== usualUnit(all, key)
  },
  unique_together: (product, _key, { rule, population }) => {
    const attributes = rule.check.attributes ?? []
    const marks = (one: PlainProduct) => attributes.map((attribute) => compared(one, attribute))
    const own = marks(product)
    if (own.includes(null)) return false
    return population.filter((one) => marks(one).every((mark, at) => mark === own[at])).length > 1
  },
  outlier: (product, key, { rule: { check }, population }) => {
    const { within, times = 5 } = check
    const groupOf = (one: PlainProduct) => (within ? compared(one, within) : '')
    const group = groupOf(product)
    if (group === null) return false
    const numbers = population
      .filter((one) => holds(one, key) && groupOf(one) === group)
      .map((one) => Number(shown(one, key)))
    const middle = median(numbers)
    const distances = numbers.map((number) => Math.abs(number - middle))
    const mean = distances.reduce((one, other) => one + other, 0) / distances.length
    const spread = median(distances) > 0 ? 1.4826 * median(distances) : 1.2533 * mean
    return Math.abs(Number(shown(product, key)) - middle) > times * spread
  },
  parent_differs: (product, _key, { rule }) => {
    const { parent } = product
    const attributes = rule.check.attributes ?? []
    return parent !== undefined && attributes.every((one) => compared(product, one) === compared(parent, one))
  },
}

function usualUnit(all: readonly PlainProduct[], key: string): string | undefined {
  const units = all.flatMap((one) => (holds(one, key) ? (unitBehind(plainFold(textOf(one, key))) ?? []) : []))
  const counts = [...Map.groupBy(units, (unit) => unit)].map(([unit, some]) => ({ unit, count: some.length }))
  return counts.toSorted((a, b) => b.count - a.count || (a.unit < b.unit ? -1 : 1))[0]?.unit
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const [lower = 0, upper = 0] = [
    sorted[Math.ceil(sorted.length / 2) - 1],
    sorted[Math.floor(sorted.length / 2)],
  ]
  return (lower + upper) / 2
}

/**
 * A finding of a rule before acceptances: the product and the attribute, null for a filter with several
 * attributes.
 */
export interface PlainFinding {
  readonly product: PlainProduct
  readonly attribute: string | null
}

export function evaluate(
  rule: PlainRule,
  all: readonly PlainProduct[],
): { checked: PlainProduct[]; found: PlainFinding[] } {
  const { kind, attributes = [] } = rule.check
  const isSold = (product: PlainProduct) => !all.some(({ parent }) => parent === product)
  const population = all.filter(
    (product) => rule.applies.matches(product, all) && (kind !== 'required' || isSold(product)),
  )
  if (kind === 'filter') {
    const attribute = rule.wanted.keys.length === 1 ? (rule.wanted.keys[0] ?? null) : null
    const found = population.filter((product) => !rule.wanted.matches(product, all))
    return { checked: population, found: found.map((product) => ({ product, attribute })) }
  }
  const isChecked = (product: PlainProduct) => {
    if (kind === 'required') return true
    if (kind === 'parent_differs' && !product.parent) return false
    return kind === 'unique_together'
      ? attributes.every((key) => holds(product, key))
      : attributes.some((key) => holds(product, key))
  }
  const asked = { rule, population, all }
  const checked = population.filter(isChecked)
  const found = attributes.flatMap((attribute) =>
    checked
      .filter((product) => kind === 'required' || holds(product, attribute))
      .filter((product) => failing[kind]?.(product, attribute, asked))
      .map((product) => ({ product, attribute })),
  )
  return { checked, found }
}

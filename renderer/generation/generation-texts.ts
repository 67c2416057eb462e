import type { SkipReason } from '#shared/generations.ts'
import type { TriesEstimate } from '#shared/schemas/generation-tries.ts'
import { countOf, formatCount } from '../ui/format-count.ts'
import { formatDollars } from '../ui/format-dollars.ts'

interface Tokens {
  readonly input: number
  readonly output: number
}

/** How many tokens, in words. */
export function tellTokens({ input, output }: Tokens): string {
  return `${countOf(input, 'token')} in, ${formatCount(output)} out`
}

/** What something will cost; `isFree` where the provider charges nothing. */
export function tellCostRange(
  cost: { readonly low: number; readonly high: number } | null,
  isFree: boolean,
): string {
  if (isFree) return 'free'
  if (cost === null) return 'cost not known'
  const [low, high] = [formatDollars(cost.low), formatDollars(cost.high)]
  return low === high ? high : `${low} to ${high}`
}

/** What something has cost. */
export function tellCost(cost: number | null, isFree: boolean): string {
  if (isFree) return 'free'
  return cost === null ? 'cost not known' : formatDollars(cost)
}

/** Why values are not generated, in words behind their count. */
export const skipTexts: Readonly<Record<SkipReason, string>> = {
  has_value: 'have a value',
  up_to_date: 'are up to date',
  dependency_missing: 'lack a value that they need',
  edited_by_hand: 'were written by hand',
  web_search_not_supported: 'need a web search, which the provider does not have',
}

/** What is skipped and why, the most first; undefined where nothing is. */
export function tellSkipped(skipped: Readonly<Record<SkipReason, number>>): string | undefined {
  const reasons = (Object.keys(skipTexts) as SkipReason[])
    .filter((reason) => skipped[reason] > 0)
    .toSorted((a, b) => skipped[b] - skipped[a])
  if (reasons.length === 0) return undefined
  const total = reasons.reduce((sum, reason) => sum + skipped[reason], 0)
  const told = reasons.map((reason) => `${formatCount(skipped[reason])} ${skipTexts[reason]}`)
  return `${countOf(total, 'value')} skipped: ${told.join(', ')}.`
}

/** A value as the model gave it, in words. */
export function tellValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map(tellValue).join(', ')
  if (typeof value === 'object' && value !== null)
    return 'label' in value && typeof value.label === 'string' ? value.label : JSON.stringify(value)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Where a piece of evidence is from. */
export function tellPlace(source: string, nameOf: (key: string) => string): string {
  const [kind = '', ...rest] = source.split(':')
  const place = rest.join(':')
  if (kind === 'attribute') return nameOf(place)
  if (kind === 'image') return `Picture ${place}`
  return kind === 'source' ? 'A linked source' : place
}

/** What became of a try that brought no value. */
export const tryTexts = {
  value: '',
  not_stated: 'Not stated: what was sent does not say it.',
  failed: 'The model gave no answer.',
  skipped: 'This row was not asked.',
  dependency_missing: 'Skipped: it lacks a value that the attribute needs.',
  web_search_not_supported: 'Skipped: the provider cannot search the web.',
} as const

/** Who is asked about which rows, and what it costs. */
export function tellTry({ model, rows, tokens, cost }: TriesEstimate, isFree: boolean): string {
  const names = rows.map(({ label }) => (label === null ? 'a row without a name' : `“${label}”`)).join(', ')
  return `Asks ${model} about ${names}. Some ${tellTokens(tokens)}: ${tellCostRange(cost, isFree)}.`
}

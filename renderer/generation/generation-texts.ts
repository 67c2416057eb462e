import type { SkipReason } from '#shared/generations.ts'
import type { TriesEstimate } from '#shared/schemas/generations.ts'
import { formatCount, formatDollars } from '../ui/format-count.ts'
import { cachedByLanguage, t } from '../ui/text.ts'
import { keysOf } from '#shared/text.ts'

interface Tokens {
  readonly input: number
  readonly output: number
}

export function formatTokens({ input, output }: Tokens): string {
  return t('{input, plural, one {# token} other {# tokens}} in, {output} out', {
    input,
    output: formatCount(output),
  })
}

export function formatCostRange(
  cost: { readonly low: number; readonly high: number } | null,
  isFree: boolean,
): string {
  if (isFree) return t('free¦of charge')
  if (cost === null) return t('cost not known')
  const [low, high] = [formatDollars(cost.low), formatDollars(cost.high)]
  return low === high ? high : t('{low} to {high}', { low, high })
}

export function formatCost(cost: number | null, isFree: boolean): string {
  if (isFree) return t('free¦of charge')
  return cost === null ? t('cost not known') : formatDollars(cost)
}

const skipped: Readonly<Record<SkipReason, (count: number) => string>> = {
  has_value: (count) => t('{count, plural, one {# has a value} other {# have a value}}', { count }),
  up_to_date: (count) => t('{count, plural, one {# is up to date} other {# are up to date}}', { count }),
  dependency_missing: (count) =>
    t('{count, plural, one {# lacks a value that it needs} other {# lack a value that they need}}', {
      count,
    }),
  edited_by_hand: (count) =>
    t('{count, plural, one {# was written by hand} other {# were written by hand}}', { count }),
  web_search_not_supported: (count) =>
    t(
      '{count, plural, one {# needs a web search} other {# need a web search}}, which the provider does not have',
      { count },
    ),
}

/** The skipped values by reason, the most first; undefined without any. */
export function describeSkipped(counts: Readonly<Record<SkipReason, number>>): string | undefined {
  const reasons = keysOf(skipped)
    .filter((reason) => counts[reason] > 0)
    .toSorted((a, b) => counts[b] - counts[a])
  if (reasons.length === 0) return undefined
  const total = reasons.reduce((sum, reason) => sum + counts[reason], 0)
  const texts = reasons.map((reason) => skipped[reason](counts[reason]))
  return t('{total, plural, one {# value} other {# values}} skipped: {told}.', {
    total,
    told: texts.join(', '),
  })
}

export function formatValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (Array.isArray(value)) return value.map(formatValue).join(', ')
  if (typeof value === 'object' && value !== null)
    return 'label' in value && typeof value.label === 'string' ? value.label : JSON.stringify(value)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

export function formatPlace(source: string, nameOf: (key: string) => string): string {
  const [kind = '', ...rest] = source.split(':')
  const place = rest.join(':')
  if (kind === 'attribute') return nameOf(place)
  if (kind === 'image') return t('Picture {place}', { place })
  return kind === 'source' ? t('A linked source') : place
}

export const tryTexts = cachedByLanguage(
  () =>
    ({
      value: '',
      not_stated: t('Not stated: what was sent does not say it.'),
      failed: t('The model gave no answer.'),
      skipped: t('The model was not asked about this row.'),
      dependency_missing: t('Skipped: it lacks a value that the attribute needs.'),
      budget_reached: t('Skipped: asking could cost more than is left.'),
      web_search_not_supported: t('Skipped: the provider cannot search the web.'),
    }) as const,
)

export function describeTrial({ model, rows, tokens, cost }: TriesEstimate, isFree: boolean): string {
  const names = rows
    .map(({ label }) => (label === null ? t('a row without a name') : t('“{name}”', { name: label })))
    .join(', ')
  return t('Asks {model} about {names}. About {tokens}: {cost}.', {
    model,
    names,
    tokens: formatTokens(tokens),
    cost: formatCostRange(cost, isFree),
  })
}

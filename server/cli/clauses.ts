import type { BulkEdit } from '#shared/bulk-operations.ts'
import { isObject } from '#shared/exact-json.ts'
import { UsageError } from './command.ts'

export const clauseHelp =
  'Which are meant, such as status=Published, "price>=100", name~chair, price? (has a value) or !price; or the filter[…]= of the API'

export const filterOption = {
  filter: { type: 'string', multiple: true, help: `${clauseHelp}; more narrow it further; without it all` },
} as const

export type QueryFilter = Pick<BulkEdit, 'filter' | 'filter_join' | 'q'>

const operatorBySign = {
  '=': 'eq',
  '!=': 'ne',
  '>=': 'gte',
  '<=': 'lte',
  '>': 'gt',
  '<': 'lt',
  '~': 'contains',
  '!~': 'not_contains',
} as const

const comparison = /^([^=<>!~?[\]\s]+)\s*(!=|>=|<=|!~|=|>|<|~)(.*)$/s
const presence = /^(!?)([^=<>!~?[\]\s]+)(\??)$/
const queryString = /^\?|^(?:filter(?:\[[^\]]*\](?:\[[^\]]*\])?)?|filter_join|q)=/

type Pair = readonly [name: string, value: string]

/** Reads clauses of all commands: the pairs of the query string of a list. Throws UsageError. */
export function parseClauses(clauses: readonly string[]): readonly Pair[] {
  return clauses.flatMap(parseClause)
}

function parseClause(clause: string): readonly Pair[] {
  const text = clause.trim()
  if (text === '') return []
  if (queryString.test(text)) return parseQueryString(text)
  const pair = parseComparison(text) ?? parsePresence(text)
  if (pair) return [pair]
  throw new UsageError(
    `"${clause}" is no filter. Write it as status=Published, "price>=100", name~chair, price? or !price.`,
  )
}

function parseComparison(text: string): Pair | undefined {
  const [, key, sign = '', value = ''] = comparison.exec(text) ?? []
  return key !== undefined && isSign(sign) ? [`filter[${key}][${operatorBySign[sign]}]`, value] : undefined
}

function parsePresence(text: string): Pair | undefined {
  const [, without, key, has] = presence.exec(text) ?? []
  const isPresent = without === ''
  return key !== undefined && isPresent === (has === '?')
    ? [`filter[${key}][exists]`, String(isPresent)]
    : undefined
}

function isSign(text: string): text is keyof typeof operatorBySign {
  return Object.hasOwn(operatorBySign, text)
}

function parseQueryString(text: string): readonly Pair[] {
  const pairs = [...new URLSearchParams(text.replace(/^\?/, ''))]
  for (const [name] of pairs)
    if (!queryString.test(`${name}=`))
      throw new UsageError(`A filter takes filter[…], filter_join and q, and not "${name}".`)
  return pairs
}

/** The clauses as one query string, for routes that take a filter as a text. */
export function toFilterText(clauses: readonly string[]): string {
  const pairs = parseClauses(clauses).map(([name, value]): [string, string] => [name, value])
  return new URLSearchParams(pairs).toString()
}

/** The clauses as bodies take them: `{ filter: { price: [{ gte: '100' }] }, q: 'oak' }`. */
export function toQueryFilter(clauses: readonly string[]): QueryFilter {
  const pairs = parseClauses(clauses)
  const conditions = conditionsOf(pairs)
  const named = new Map(pairs)
  const [json, join] = [named.get('filter'), named.get('filter_join')]
  const words = pairs.filter(([name]) => name === 'q').map(([, value]) => value)
  if (conditions && json !== undefined)
    throw new UsageError('A filter as JSON stands alone: leave out the other clauses, or write them into it.')
  return {
    filter: conditions ?? (json === undefined ? {} : parseFilterObject(json)),
    ...(join !== undefined && { filter_join: join }),
    ...(words.length > 0 && { q: words.join(' ') }),
  }
}

function conditionsOf(pairs: readonly Pair[]): Record<string, unknown[]> | undefined {
  const conditions: Record<string, unknown[]> = {}
  for (const [name, value] of pairs) {
    const [, key, operator = 'eq'] = /^filter\[([^\]]+)\](?:\[([^\]]+)\])?$/.exec(name) ?? []
    if (key !== undefined) (conditions[key] ??= []).push({ [operator]: value })
  }
  return Object.keys(conditions).length > 0 ? conditions : undefined
}

function parseFilterObject(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text)
    if (isObject(parsed)) return { ...parsed }
  } catch {
    // A text that is no JSON is refused below.
  }
  throw new UsageError('filter= takes a JSON object such as {"price": {"gte": 100}}.')
}

import { filterJoins, type FilterJoin, maxFilterDepth, arityOf } from '#shared/filters.ts'
import { isObject } from '#shared/exact-json.ts'
import { message } from '#shared/messages/message.ts'
import type { ClauseGroup } from '../../store/query/clause.ts'
import type { Faults } from '../errors.ts'
import type { FilterClause, ListRequest } from './list-request.ts'
import { isFilePart, toFilePartKey } from '#shared/facets.ts'

/** Filters with groups: `{"or": [{"attribute", "operator", "value"}, {"and": […]}]}` (decisions, 81). */

interface ParsedFilter {
  readonly clauses: FilterClause[]
  readonly tree?: ClauseGroup<FilterClause>
}

type Operand = string | number | boolean

/**
 * Reads a filter written as JSON: key to value, to `{operator: value}` or to a list of these. Faults are
 * named as in a query string.
 */
export function parseFilterObject(
  filter: Readonly<Record<string, unknown>>,
  faults: Faults,
  field = 'filter',
): FilterClause[] {
  return Object.entries(filter).flatMap(([key, conditions]) => {
    const named = { key, field: `${field}[${key}]` }
    return isSeveral(conditions)
      ? conditions.flatMap((condition) => parseCondition(named, condition, faults))
      : parseCondition(named, conditions, faults)
  })
}

const maxConditions = 100

function isSeveral(conditions: unknown): conditions is readonly object[] {
  return (
    Array.isArray(conditions) &&
    conditions.length > 0 &&
    conditions.length <= maxConditions &&
    conditions.every(isObject)
  )
}

function parseCondition(
  { key, field }: Pick<FilterClause, 'key' | 'field'>,
  condition: unknown,
  faults: Faults,
): FilterClause[] {
  if (!isObject(condition)) return toClause({ field, key, operator: 'eq' }, condition, faults)
  const operators = Object.entries(condition)
  if (operators.length === 0) return faults.add(field, 'expected_value_or_use_exists') ?? []
  return operators.flatMap(([operator, value]) =>
    toClause({ field: `${field}[${operator}]`, key, operator }, value, faults),
  )
}

/**
 * An operator with several values takes an array or text with commas; the check of the clause notes a blank.
 */
function toClause(
  clause: Omit<FilterClause, 'value'>,
  value: unknown,
  faults: Faults,
  field = clause.field,
): FilterClause[] {
  const takesSeveral = arityOf(clause.operator) === 'many'
  if (takesSeveral && Array.isArray(value) && value.every(isOperand))
    return [{ ...clause, value: value.join(',') }]
  if (value === null) return [{ ...clause, value: '' }]
  if (isOperand(value)) return [{ ...clause, value: String(value) }]
  const expected = takesSeveral ? 'a list of values' : 'a string, a number or true or false'
  return faults.addSentence(field, `Expected ${expected}.`) ?? []
}

function isOperand(value: unknown): value is Operand {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** Reads a JSON filter of keys with conditions, or of groups of clauses; faults name their path in it. */
export function parseFilter(
  filter: Readonly<Record<string, unknown>>,
  faults: Faults,
  field = 'filter',
): ParsedFilter {
  if (!hasGroups(filter)) return { clauses: parseFilterObject(filter, faults, field) }
  const [tree] = parseGroup(filter, { place: field, depth: 1 }, faults)
  return { clauses: [], ...(tree && { tree }) }
}

export function hasGroups(filter: Readonly<Record<string, unknown>>): boolean {
  return joinOf(filter) !== undefined
}

/**
 * A list under `and` or `or` is a group: conditions on an attribute of that name are never a list of clauses.
 */
function joinOf(node: Readonly<Record<string, unknown>>): FilterJoin | undefined {
  return filterJoins.find((join) => Array.isArray(node[join]))
}

interface GroupPosition {
  readonly place: string
  readonly depth: number
}

function parseGroup(
  node: Readonly<Record<string, unknown>>,
  { place, depth }: GroupPosition,
  faults: Faults,
): ClauseGroup<FilterClause>[] {
  const join = joinOf(node) ?? 'and'
  const parts = node[join] as readonly unknown[]
  refuseOthers(node, place, [join], faults)
  if (depth > maxFilterDepth) return faults.explain(place, 'out_of_range', tooDeep()) ?? []
  if (parts.length === 0) return faults.add(`${place}.${join}`, 'expected_values') ?? []
  const parsed = parts.flatMap((part, index) =>
    parsePart(part, { place: `${place}.${join}[${index}]`, depth: depth + 1 }, faults),
  )
  return [{ join, parts: parsed }]
}

const tooDeep = () => message('filter.too_deep', { count: maxFilterDepth })

function parsePart(
  part: unknown,
  place: GroupPosition,
  faults: Faults,
): (FilterClause | ClauseGroup<FilterClause>)[] {
  if (!isObject(part)) return faults.addType(place.place, ['object'], part) ?? []
  return joinOf(part) === undefined ? parseClause(part, place.place, faults) : parseGroup(part, place, faults)
}

const members = ['attribute', 'operator', 'value']

function parseClause(node: Readonly<Record<string, unknown>>, field: string, faults: Faults): FilterClause[] {
  const { attribute: key, operator = 'eq', value } = node
  refuseOthers(node, field, members, faults)
  if (typeof key !== 'string') return faults.add(`${field}.attribute`, 'required') ?? []
  if (typeof operator !== 'string') return faults.addType(`${field}.operator`, ['string'], operator) ?? []
  return toClause({ field, key, operator }, value ?? null, faults, `${field}.value`)
}

function refuseOthers(
  node: Readonly<Record<string, unknown>>,
  field: string,
  known: readonly string[],
  faults: Faults,
): void {
  for (const name of Object.keys(node))
    if (!known.includes(name)) faults.addSentence(`${field}.${name}`, notKnown)
}

const notKnown =
  'This member is not known here. A group has "and" or "or" with a list, a clause has "attribute", "operator" and "value".'

/** The groups of a stored filter without clauses on missing keys and without empty groups; null for none. */
export function withoutUnknown(
  node: Readonly<Record<string, unknown>>,
  isKnown: (key: string) => boolean,
): Readonly<Record<string, unknown>> | null {
  const join = joinOf(node)
  if (join === undefined) return isKnown(String(node['attribute'])) ? node : null
  const parts = (node[join] as readonly Readonly<Record<string, unknown>>[]).flatMap(
    (part) => withoutUnknown(part, isKnown) ?? [],
  )
  return parts.length > 0 ? { [join]: parts } : null
}

/** Joins groups that must all match; undefined without any. */
export function joinTrees(
  ...given: readonly (ClauseGroup<FilterClause> | undefined)[]
): ClauseGroup<FilterClause> | undefined {
  const trees = given.flatMap((tree) => tree ?? [])
  return trees.length > 1 ? { join: 'and', parts: trees } : trees[0]
}

interface JoinedFilter {
  readonly filter?: Readonly<Record<string, unknown>>
  readonly filter_join?: string
}

export function bothFilters(one: JoinedFilter, other: JoinedFilter): JoinedFilter {
  const given = [one, other].filter(({ filter = {} }) => Object.keys(filter).length > 0)
  if (given.length < 2) {
    const { filter = {}, filter_join = 'and' } = given[0] ?? {}
    return { filter, filter_join }
  }
  return { filter: { and: given.map(toGroup) }, filter_join: 'and' }
}

function toGroup({
  filter = {},
  filter_join: join = 'and',
}: JoinedFilter): Readonly<Record<string, unknown>> {
  if (hasGroups(filter)) return filter
  const clauses = Object.entries(filter).flatMap(([attribute, conditions]) =>
    (isList(conditions) ? conditions : [conditions]).flatMap((condition) =>
      isObject(condition)
        ? Object.entries(condition).map(([operator, value]) => ({ attribute, operator, value }))
        : [{ attribute, operator: 'eq', value: condition }],
    ),
  )
  return { [join.toLowerCase()]: clauses }
}

function isList(conditions: unknown): conditions is readonly unknown[] {
  return Array.isArray(conditions)
}

const clausePattern = /^\w+\[([^[\]]+)\](?:\[([^[\]]+)\])?(?:\[([^[\]]+)\])?$/

/**
 * The key and the operator in the name of a clause: `filter[price][lt]`, and of the file that an attribute
 * holds `filter[image_url][width][gte]`. Undefined for a name of another form.
 */
export function parseClauseName(
  name: string,
): { readonly key: string; readonly operator: string } | undefined {
  const [, key, second, third] = clausePattern.exec(name) ?? []
  if (key === undefined) return undefined
  if (second !== undefined && isFilePart(second))
    return { key: toFilePartKey(key, second), operator: third ?? 'eq' }
  return third === undefined ? { key, operator: second ?? 'eq' } : undefined
}

/** A filter as a text: the query string of a list with `filter…` and `filter_join` only. */

export type FilterString = Pick<ListRequest, 'clauses' | 'join' | 'tree'>

/** Longer filters do not occur, and each read of findings parses them. */
export const maxFilterString = 20_000

/** Parses a filter string; faults name places in the query string, which the caller maps. */
export function parseFilterString(text: string, faults: Faults): FilterString {
  if (text.length > maxFilterString) {
    faults.addExpected('filter', 'too_long', { max_length: maxFilterString })
    return { clauses: [], join: 'and' }
  }
  const trimmed = text.trim()
  const sent = new URLSearchParams(trimmed.startsWith('{') ? { filter: trimmed } : trimmed.replace(/^\?/, ''))
  const parts = [...sent].map(([name, value]) => parseParameter(name, value, faults))
  const tree = joinTrees(...parts.map((part) => part.tree))
  return {
    clauses: parts.flatMap(({ clauses }) => clauses),
    join: parts.findLast(({ join }) => join)?.join ?? 'and',
    ...(tree && { tree }),
  }
}

type Part = Pick<ListRequest, 'clauses' | 'tree'> & { readonly join?: FilterJoin | undefined }

function parseParameter(name: string, value: string, faults: Faults): Part {
  if (name === 'filter_join') return { clauses: [], join: parseJoin(value, faults) }
  if (name === 'filter') return parseFilter(readJson(value, faults), faults)
  const named = name.startsWith('filter[') ? parseClauseName(name) : undefined
  if (named) return { clauses: [{ field: name, ...named, value }] }
  faults.explain(name === '' ? 'filter' : name, 'not_a_defined_attribute', noClause)
  return { clauses: [] }
}

const noClause =
  'A filter string is that of a list: filter[key]=value or filter[key][operator]=value joined by &, and filter_join=or. Nothing else belongs to it.'

function parseJoin(text: string, faults: Faults): FilterJoin | undefined {
  const join = filterJoins.find((known) => known === text.toLowerCase())
  return join ?? faults.add('filter_join', 'invalid_value', filterJoins, text)
}

function readJson(text: string, faults: Faults): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    // A text that is no JSON is refused like one that is no object.
  }
  faults.explain('filter', 'not_a_defined_attribute', noClause)
  return {}
}

import { maxInValues } from '#shared/filters.ts'
import { splitList } from '#shared/text.ts'
import { toTree, withClause, type FilterClause, type FilterGroup, type GridQuery } from './grid-query.ts'
import { toListParams } from './list-params.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { EntityType } from '#shared/entities.ts'
import { keyOfFacet } from '#shared/facets.ts'
import { ApiError } from '../api/api-error.ts'
import { type Api, callWorkspace } from '../api/client.ts'

/** Choices in a facet are clauses of the list, so everything that works on the list works on them. */

/** A range from its least value up to an excluded one, included only at the very end. */
export interface ChosenRange {
  readonly from: string | undefined
  readonly to: string | undefined
  readonly isToIncluded: boolean
}

/** Values in the form of clauses; null stands for no value. */
export interface FacetChoice {
  readonly included: readonly (string | null)[]
  readonly excluded: readonly (string | null)[]
  readonly range: ChosenRange | undefined
}

export const noChoice: FacetChoice = { included: [], excluded: [], range: undefined }

export function isChosen({ included, excluded, range }: FacetChoice): boolean {
  return included.length + excluded.length > 0 || range !== undefined
}

export function readChoice(query: GridQuery, key: string): FacetChoice {
  if (!holdsAll(query)) return noChoice
  const clauses = query.clauses.filter((clause) => isOwnClause(clause, key))
  const groups = query.groups.filter((group) => isOwnGroup(group, key)).flatMap((group) => group.clauses)
  return {
    included: [...clauses, ...groups].flatMap(includedOf),
    excluded: clauses.flatMap(excludedOf),
    range: rangeOf(clauses),
  }
}

function holdsAll({ join, clauses, groups }: FilterGroup): boolean {
  return join === 'and' || clauses.length + groups.length < 2
}

const chosenOperators: ReadonlySet<string> = new Set(['eq', 'in', 'ne', 'exists', 'gte', 'lt', 'lte'])

function isOwnClause(clause: FilterClause, key: string): boolean {
  return clause.key === key && chosenOperators.has(clause.operator) && clause.value !== ''
}

function isOwnGroup({ join, clauses, groups }: FilterGroup, key: string): boolean {
  const isOwn = (clause: FilterClause): boolean =>
    clause.key === key &&
    (clause.operator === 'eq' || (clause.operator === 'exists' && clause.value === 'false'))
  return join === 'or' && groups.length === 0 && clauses.length > 0 && clauses.every(isOwn)
}

function includedOf({ operator, value }: FilterClause): (string | null)[] {
  if (operator === 'eq') return [value]
  if (operator === 'in') return splitList(value)
  return operator === 'exists' && value === 'false' ? [null] : []
}

function excludedOf({ operator, value }: FilterClause): (string | null)[] {
  if (operator === 'ne') return [value]
  return operator === 'exists' && value === 'true' ? [null] : []
}

function rangeOf(clauses: readonly FilterClause[]): ChosenRange | undefined {
  const valueOf = (operator: string) => clauses.find((clause) => clause.operator === operator)?.value
  const [from, below, last] = [valueOf('gte'), valueOf('lt'), valueOf('lte')]
  if (from === undefined && below === undefined && last === undefined) return undefined
  return { from, to: below ?? last, isToIncluded: below === undefined && last !== undefined }
}

/**
 * Returns the query with another choice under a key. `hasLists` tells whether one clause can name several
 * values.
 */
export function withChoice(query: GridQuery, key: string, choice: FacetChoice, hasLists: boolean): GridQuery {
  const parts = [...includedParts(key, choice.included, hasLists), ...otherClauses(key, choice)]
  return parts.reduce<GridQuery>(
    (narrowed, part) => ('operator' in part ? withClause(narrowed, part) : withGroup(narrowed, part)),
    withoutChoice(query, key),
  )
}

export function withoutChoice(query: GridQuery, key: string): GridQuery {
  if (!holdsAll(query)) return query
  return {
    ...query,
    clauses: query.clauses.filter((clause) => !isOwnClause(clause, key)),
    groups: query.groups.filter((group) => !isOwnGroup(group, key)),
  }
}

function withGroup(query: GridQuery, group: FilterGroup): GridQuery {
  if (holdsAll(query)) return { ...query, join: 'and', groups: [...query.groups, group] }
  const { join, clauses, groups } = query
  return { ...query, join: 'and', clauses: [], groups: [{ join, clauses, groups }, group] }
}

function includedParts(
  key: string,
  included: FacetChoice['included'],
  hasLists: boolean,
): (FilterClause | FilterGroup)[] {
  const clauses = included.map((value): FilterClause =>
    value === null ? { key, operator: 'exists', value: 'false' } : { key, operator: 'eq', value },
  )
  if (clauses.length < 2) return clauses
  const isList = hasLists && included.every((value) => value !== null && !value.includes(','))
  if (isList && included.length <= maxInValues) return [{ key, operator: 'in', value: included.join(',') }]
  return [{ join: 'or', clauses, groups: [] }]
}

function otherClauses(key: string, { excluded, range }: FacetChoice): FilterClause[] {
  const without = excluded.map((value): FilterClause =>
    value === null ? { key, operator: 'exists', value: 'true' } : { key, operator: 'ne', value },
  )
  const { from, to, isToIncluded = false } = range ?? {}
  return [
    ...without,
    ...(from === undefined ? [] : [{ key, operator: 'gte', value: from }]),
    ...(to === undefined ? [] : [{ key, operator: isToIncluded ? 'lte' : 'lt', value: to }]),
  ]
}

export function toFacetParams(query: GridQuery, keys: readonly string[]): [string, string][] {
  const rest = keys.reduce(withoutChoice, query)
  const own = (key: string): GridQuery => ({
    ...query,
    q: '',
    sort: [],
    clauses: holdsAll(query) ? query.clauses.filter((clause) => isOwnClause(clause, key)) : [],
    groups: holdsAll(query) ? query.groups.filter((group) => isOwnGroup(group, key)) : [],
  })
  const choices = [...new Set(keys)].flatMap((key): [string, string][] => {
    const { clauses, groups } = own(key)
    const trees = groups.flatMap((group) => toTree(group) ?? [])
    return [
      ...clauses.map(({ operator, value }): [string, string] => [`choice[${key}][${operator}]`, value]),
      ...trees.map((tree): [string, string] => ['choice', JSON.stringify(tree)]),
    ]
  })
  return [...toListParams({ ...rest, sort: [] }), ...choices]
}

export const facetsKey = (workspaceId: string) => ['facets', workspaceId] as const

interface FacetsQuery {
  readonly query: GridQuery
  /** All chosen facets act as choices; only some may be requested. */
  readonly names: readonly string[]
  readonly asked?: readonly string[]
  readonly limit: number
  readonly text?: string
}

/** The facets of a list; the former ones stay until the next answer. */
export function facetsQuery(
  { workspaceId }: Api,
  type: EntityType,
  { query, names, asked = names, limit, text = '' }: FacetsQuery,
) {
  const [only = ''] = asked
  const search: [string, string][] = text === '' ? [] : [[`search[${only}]`, text]]
  const params = [...toFacetParams(query, names.map(keyOfFacet)), ...search]
  return queryOptions({
    queryKey: [...facetsKey(workspaceId), type, asked, limit, params] as const,
    queryFn: async ({ signal }) => {
      const input = { query: { type, facets: [...asked], limit }, params, signal }
      return (await callWorkspace(workspaceId, 'GET /grid/facets', input)).data
    },
    enabled: asked.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: goesOn,
    retryDelay: 1000,
  })
}

// Each try may take as long as the server allows a list, so this is some minutes in all.
const maxTries = 20

/** A first count in a large catalog may exceed one answer: the server caches its part. */
export function goesOn(failures: number, error: Error): boolean {
  return isStillCounted(error) && failures < maxTries
}

/** Whether another request advances a facet's count. */
export function isStillCounted(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 400 && error.isRetriable
}

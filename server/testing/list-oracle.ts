/**
 * Lists the naive way: over plain objects, with the rules of the specification written a second time and
 * nothing shared.
 */
import { type ClauseGroup, isGroup } from '../store/query/clause.ts'
import { type AttributeConfig, dataTypeTraits, type Family } from '#shared/attributes.ts'
import type { EntityResource, ReferenceStub } from '#shared/entities.ts'
import { isFoundBy } from './naive-search.ts'
import type { FilterClause, ListRequest } from '../catalog/query/list-request.ts'

export interface OracleWorld {
  readonly entities: readonly EntityResource[]
  readonly parents?: readonly EntityResource[]
  readonly definitions: ReadonlyMap<string, AttributeConfig>
  readonly inverse: (entity: EntityResource, key: string) => readonly string[]
}

type Comparable = string | number

type Scalar = string | number | boolean

const systemFamilies: Readonly<Record<string, Family>> = {
  id: 'id',
  parent_id: 'id',
  created_at: 'timestamp',
  updated_at: 'timestamp',
}

/** NFC, full case folding, no white space around (decisions, reading 1), for the characters that the tests use. */
export function plainFold(text: string): string {
  return text
    .trim()
    .normalize('NFC')
    .replaceAll('ẞ', 'ss')
    .replaceAll('ß', 'ss')
    .replaceAll('ﬁ', 'fi')
    .replaceAll('ς', 'σ')
    .replaceAll('Σ', 'σ')
    .toLowerCase()
    .normalize('NFC')
}

function familyOf({ definitions }: OracleWorld, key: string): Family {
  const definition = definitions.get(key)
  return definition ? dataTypeTraits[definition.data_type].family : (systemFamilies[key] as Family)
}

function rawValue(world: OracleWorld, entity: EntityResource, key: string): unknown {
  const definition = world.definitions.get(key)
  if (!definition) return entity[key as keyof EntityResource]
  if (definition.data_type === 'inverse_reference') {
    const ids = world.inverse(entity, key)
    return ids.length > 0 ? ids.map((id) => ({ id })) : null
  }
  return entity.attributes[key] ?? null
}

function members(world: OracleWorld, entity: EntityResource, key: string): Comparable[] {
  const value = rawValue(world, entity, key)
  if (value === null || value === undefined) return []
  const family = familyOf(world, key)
  const isMulti = world.definitions.get(key)?.data_type === 'multi_select_list'
  const parts = isMulti ? (value as string).split(',') : ([value].flat() as (ReferenceStub | Scalar)[])
  return parts.map((part) => (typeof part === 'object' ? part.id : comparable(family, part)))
}

function comparable(family: Family, value: Scalar): Comparable {
  if (family === 'text') return plainFold(String(value))
  if (family === 'number') return Number(value)
  if (family === 'timestamp') return Date.parse(String(value))
  if (family === 'boolean') return value === true || value === 'true' ? 1 : 0
  return family === 'id' ? String(value).toLowerCase() : String(value)
}

function whole(world: OracleWorld, entity: EntityResource, key: string): Comparable | null {
  const all = members(world, entity, key)
  const [first = null] = all
  return all.length > 1 ? all.join(', ') : first
}

const tests: Readonly<Record<string, (value: Comparable, wanted: Comparable) => boolean>> = {
  contains: (value, wanted) => String(value).includes(String(wanted)),
  starts_with: (value, wanted) => String(value).startsWith(String(wanted)),
  ends_with: (value, wanted) => String(value).endsWith(String(wanted)),
  gt: (value, wanted) => value > wanted,
  gte: (value, wanted) => value >= wanted,
  lt: (value, wanted) => value < wanted,
  lte: (value, wanted) => value <= wanted,
}

function satisfies(world: OracleWorld, entity: EntityResource, clause: FilterClause): boolean {
  const { key, operator, value: text } = clause
  const family = familyOf(world, key)
  const all = members(world, entity, key)
  const equals = (wanted: string) => all.includes(comparable(family, wanted))
  if (operator === 'exists') return all.length > 0 === (text === 'true')
  if (operator === 'eq') return equals(text)
  if (operator === 'ne') return !equals(text)
  if (operator === 'in') return text.split(',').some((token) => token.trim() !== '' && equals(token.trim()))
  const value = whole(world, entity, key)
  const wanted = comparable(family, text)
  if (operator === 'not_contains') return value === null || !tests['contains']?.(value, wanted)
  return value !== null && tests[operator]?.(value, wanted) === true
}

function compare(a: Comparable, b: Comparable): number {
  if (typeof a === 'number') return a - Number(b)
  return compareBytes(plainOrder(a), plainOrder(String(b))) || compareBytes(a, String(b))
}

function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

function plainOrder(folded: string): string {
  // SQLite ends a text at a NUL.
  const end = folded.indexOf('\0')
  if (end >= 0) return plainOrder(folded.slice(0, end)) + folded.slice(end)
  const base = folded.normalize('NFKD').replace(/\p{M}/gu, '')
  return Array.from(base, (character) => classOf(character) + character).join('')
}

function classOf(character: string): number {
  if (/\p{L}/u.test(character)) return 4
  if (/\p{N}/u.test(character)) return 3
  if (/\p{Cn}/u.test(character)) return 5
  return /[ -/]/.test(character) ? 1 : 2
}

function meets(
  { join, parts }: ClauseGroup<FilterClause>,
  holds: (clause: FilterClause) => boolean,
): boolean {
  const results = parts.map((part) => (isGroup(part) ? meets(part, holds) : holds(part)))
  return join === 'and' ? !results.includes(false) : results.includes(true)
}

export function naiveList(
  world: OracleWorld,
  { clauses = [], join = 'and', tree, sort = [], q }: Partial<ListRequest>,
): EntityResource[] {
  const order = new Map(world.entities.map((entity, index) => [entity.id, index]))
  const isListed = (entity: EntityResource): boolean => {
    const holds = (clause: FilterClause) => satisfies(world, entity, clause)
    const byFilter = join === 'and' || clauses.length === 0 ? clauses.every(holds) : clauses.some(holds)
    const byTree = tree === undefined || meets(tree, holds)
    return byFilter && byTree && (q === undefined || isFound(world, entity, q))
  }
  return world.entities.filter(isListed).toSorted((a, b) => {
    for (const { key, descending } of sort) {
      const [left, right] = [whole(world, a, key), whole(world, b, key)]
      if (left === right) continue
      if (left === null || right === null) return left === null ? 1 : -1
      return compare(left, right) * (descending ? -1 : 1)
    }
    return (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0)
  })
}

function labelsAround(
  { entities, parents = entities, definitions }: OracleWorld,
  entity: EntityResource,
): string[] {
  const keys = [...definitions.values()].filter(({ data_type: type }) => type.endsWith('_reference'))
  const stubs = keys
    .filter(({ data_type: type }) => type !== 'inverse_reference')
    .flatMap(({ key }) => [entity.attributes[key] ?? []].flat() as ReferenceStub[])
  const parent = parents.find(({ id }) => id === entity.parent_id)
  return [...stubs, ...(parent ? [parent] : [])].map(({ label }) => plainFold(label ?? ''))
}

function isFound(world: OracleWorld, entity: EntityResource, q: string): boolean {
  const keys = [...world.definitions.keys()].filter((key) => familyOf(world, key) === 'text')
  const texts = keys.map((key) => String(whole(world, entity, key) ?? ''))
  return isFoundBy(plainFold(q), texts, labelsAround(world, entity))
}

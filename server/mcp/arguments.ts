import { Type } from 'typebox'
import { entityTypes, pluralOf, upsertableTypes, type EntityType, findEntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { filterJoins, operators } from '#shared/filters.ts'
import { maxLimit } from '#shared/paging.ts'
import type { Scope } from '#shared/scopes.ts'
import { keysOf } from '#shared/text.ts'
import { Faults } from '../catalog/errors.ts'
import type { SortKey } from '../catalog/query/list-request.ts'
import {
  readListObject,
  readMembers,
  takePaging,
  toSortKey,
  type Paging,
  type ParsedList,
  positionPage,
  startOfPage,
} from '../edge/list-params.ts'
import { briefly, catalogChecks, unlisted } from './tool.ts'
import { toFingerprint } from '../catalog/query/cursor.ts'
import type { Agent } from './agent.ts'

type Conditions = Readonly<Record<string, unknown>>

/** A filter that the API takes as one text: conditions as in every tool, or that text. */
export const textFilter = Type.Optional(
  briefly(
    Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.String()], { ...catalogChecks }),
    'As in list_entities',
  ),
)

export function filterText(filter: Conditions | string | undefined): string | undefined {
  if (typeof filter !== 'object') return filter
  return Object.keys(filter).length === 0 ? undefined : `filter=${encodeURIComponent(JSON.stringify(filter))}`
}

export const typeArgument = Type.Enum([...entityTypes], { ...catalogChecks })

/** The same, where the list of tools has said the types already: every agent pays for each mention. */
export const knownTypeArgument = { ...typeArgument, 'x-brief': { type: 'string' } }

export const writableTypeArgument = Type.Enum([...upsertableTypes], { ...catalogChecks })

export const idArgument = Type.String()

/** The default page is smaller than the API's, since a page costs a model's context. */
export const defaultPage = 20
/** No model reads more at once, and a page needs several times its size in memory. */
export const largestPage = 1024 * 1024

const limit = Type.Integer({ minimum: 1, maximum: maxLimit, default: defaultPage, ...catalogChecks })
const offset = Type.Integer({ minimum: 0, ...catalogChecks })
const cursor = Type.String(catalogChecks)

export const pagingArguments = {
  limit: Type.Optional(limit),
  offset: unlisted(offset),
  cursor: Type.Optional(cursor),
}

const Keys = Type.Array(Type.String())

/** Text with commas is accepted too. */
const keyList = (description: string) =>
  Type.Optional(
    briefly(Type.Union([Keys, Type.String()], { ...catalogChecks }), description, {
      type: 'array',
      items: { type: 'string' },
    }),
  )

export const fieldsArgument = keyList('Keys')

/** The filter and order of every tool: the language of the API's lists, written as JSON. */
const Filter = Type.Record(Type.String(), Type.Unknown(), {
  description: `Attribute key, or id, parent_id, created_at, updated_at, to a value or to {operator: value}. Operators: ${keysOf(operators).join(', ')}. Or groups: {"or": [{"attribute": "price", "operator": "lt", "value": 100}, {"and": […]}]}.`,
})

/**
 * The required filter of tools that change or search: nothing is changed because a condition was
 * forgotten.
 */
export const wantedFilter = briefly(Filter, '{} matches all')

const filterJoin = Type.Enum([...filterJoins], { ...catalogChecks })

const filterArguments = {
  filter: Type.Optional(
    briefly(
      Filter,
      '{"price": {"lt": 100}, "gtin": {"exists": false}, "status": {"in": ["Draft", "Review"]}}',
    ),
  ),
  filter_join: Type.Optional(filterJoin),
  sort: keyList('["-updated_at", "sku"]'),
}

export const filterAsInLists = {
  filter: Type.Optional(briefly(Filter, 'As in list_entities')),
  filter_join: unlisted(filterJoin),
  sort: keyList('Keys'),
}

const words = 'Words that all stand in any of the texts; "a phrase", -without, key:value'
const q = Type.String({ description: words, ...catalogChecks })

export const listArguments = {
  ...filterArguments,
  fields: fieldsArgument,
  q: Type.Optional(q),
  ...pagingArguments,
}

export const moreListArguments = {
  ...filterAsInLists,
  fields: fieldsArgument,
  q: unlisted(q),
  ...pagingArguments,
}

type ToolArguments = Readonly<Record<string, unknown>>

function withPage(args: ToolArguments): ToolArguments {
  return { ...args, limit: args['limit'] ?? defaultPage }
}

export function readList(
  args: ToolArguments,
  faults: readonly FieldError[],
): Pick<ParsedList, 'request' | 'faults'> {
  const list = readListObject(withPage(args))
  return { request: { ...list.request, maxBytes: largestPage }, faults: [...faults, ...list.faults] }
}

export function readPaging(
  args: ToolArguments,
  faults: readonly FieldError[],
): Paging & { faults: FieldError[] } {
  const reader = readMembers(withPage(args), ['limit', 'offset', 'cursor'])
  return { ...takePaging(reader), faults: [...faults, ...reader.settle()] }
}

export function readSort(sort: string | readonly string[]): SortKey[] {
  return readMembers({ sort }, ['sort']).takeList('sort').map(toSortKey)
}

export function readFields({ fields }: ToolArguments): string[] | undefined {
  const keys = readMembers({ fields }, ['fields']).takeList('fields')
  return keys.length > 0 ? [...new Set(keys)] : undefined
}

/** Reads the type in the arguments. Throws with all faults noted so far when it is not an allowed one. */
export function readType<T extends EntityType>(
  type: unknown,
  allowed: readonly T[],
  structural: readonly FieldError[],
): T {
  const known = allowed.find((name) => name === type)
  if (known !== undefined) return known
  const faults = new Faults(structural)
  if (!faults.hasErrorFor('type')) faults.add('type', 'invalid_value', allowed, type)
  faults.throwIfAny()
  throw new Error('A missing type is a fault.')
}

/** The scope for the type in the arguments; none for an invalid type, which is reported as a fault. */
export function scopeOfType(access: 'read' | 'write' | 'propose') {
  return ({ type }: ToolArguments): readonly Scope[] => {
    const known = findEntityType(type)
    return known === undefined ? [] : [`${access}:${pluralOf[known]}`]
  }
}

/** A page of a list that the API answers whole, of `parts.workspace`; agents read everything page by page. */
export function pageWhole<Entry>(
  { parts }: Agent,
  list: 'attributes' | 'channels' | 'classes' | 'views',
  { data }: { readonly data: readonly Entry[] },
  paging: Paging,
) {
  const mark = toFingerprint([parts.workspace.id, list])
  const from = startOfPage(mark, paging, [])
  const page = data.slice(from, from + paging.limit)
  const pagination = positionPage(mark, paging, { from, count: page.length, total: data.length })
  return { data: page, pagination }
}

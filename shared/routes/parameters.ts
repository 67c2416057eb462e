import { Type, type TSchema } from 'typebox'
import type { IssueCode } from '../errors.ts'
import { filterJoins } from '../filters.ts'
import { defaultLimit, maxLimit } from '../paging.ts'
import type { IssuePlaces, ListExample, Method, Route, Tag } from './route.ts'
import { pluralOf, type EntityType } from '../entities.ts'

/**
 * Whether a parameter is required, and its value for the handler where it is missing: undefined, or its
 * default.
 */
type Presence = 'required' | 'optional' | 'defaulted'

export interface Parameter<S extends TSchema = TSchema, P extends Presence = Presence> {
  readonly schema: S
  readonly presence: P
  readonly description: string
  readonly example?: unknown
}

export type Parameters = Readonly<Record<string, Parameter>>

/** A required parameter. For an enum, every other value is refused before the handler. */
export function required<S extends TSchema>(
  schema: S,
  description: string,
  example?: unknown,
): Parameter<S, 'required'> {
  return { schema, presence: 'required', description, example }
}

/** A parameter that may be left out. Of an enum, the handler sees other values too: the catalog refuses them. */
export function optional<S extends TSchema>(
  schema: S,
  description: string,
  example?: unknown,
): Parameter<S, 'optional'> {
  return { schema, presence: 'optional', description, example }
}

export function defaulted<S extends TSchema>(
  schema: S,
  description: string,
  example?: unknown,
): Parameter<S, 'defaulted'> {
  return { schema, presence: 'defaulted', description, example }
}

export const wait = defaulted(
  Type.Integer({ minimum: 0, maximum: 60, default: 0 }),
  'How many seconds to wait for the end of the job: 200 with the job if it ends in this time.',
)

export const paging = {
  limit: defaulted(
    Type.Integer({ minimum: 1, maximum: maxLimit, default: defaultLimit }),
    'How many rows a page holds at most.',
    2,
  ),
  offset: defaulted(
    Type.Integer({ minimum: 0, default: 0 }),
    'How many rows to skip. Beyond 10,000 use `cursor`.',
    0,
  ),
  cursor: optional(
    Type.String({ minLength: 1 }),
    'The `next_cursor` of the page before, with the same sort and filter and without an `offset`. Never skips or repeats a row.',
  ),
}

/** `fields`, with keys that the type has in the sample catalog. */
export function fieldsOf(example: readonly string[]) {
  return optional(
    Type.Array(Type.String()),
    'Narrows `attributes` to these keys, separated by commas or the parameter repeated. System fields always come back.',
    example,
  )
}

export const listQuery = {
  filter_join: optional(
    Type.Enum([...filterJoins], { default: 'and' }),
    'How all clauses combine, in any case.',
    'and',
  ),
  q: optional(
    Type.String(),
    'Only entities any of whose text attributes contain this text, or which have all of its words in any order. `"a phrase"` is one word, `-word` excludes, `key:value` looks into one attribute. A word that no text has also finds words that are one typo away.',
    'chair',
  ),
  sort: optional(
    Type.Array(Type.String()),
    'Keys separated by commas, `-` in front for descending. Blanks come last both ways; every sort ends in `id`. With `q`, `relevance` puts first what comes nearest; `vendor:label` (ext) sorts by the labels of what a reference names, `vendor.city` (ext) by a value there.',
    ['-updated_at', 'id'],
  ),
  ...paging,
  snapshot: optional(
    Type.String({ minLength: 1 }),
    '`new` freezes the order of the rows and returns `pagination.snapshot`; that id with `offset` and `limit` then reads current values by position at any depth. Dropped after 10 idle minutes.',
    'new',
  ),
}

export function listParametersOf({ filter, fields }: ListExample): Parameters {
  const { filter_join, q, sort, ...rest } = listQuery
  return {
    filter: optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Record(Type.String(), Type.String())])),
      `\`filter[<key>]=<value>\` means equals; \`filter[<key>][<op>]=<value>\` uses an operator: eq, ne, contains,
not_contains, starts_with, ends_with, gt, gte, lt, lte, exists (true or false) or in (up to 200 values separated by commas). Keys are
attribute keys, \`id\`, \`parent_id\`, \`created_at\` and \`updated_at\`; references match on the UUID of the entity.
\`vendor.city\` (ext) compares a value of what a reference leads to, \`parent.sku\` one of the parent.`,
      filter,
    ),
    filter_join,
    q,
    sort,
    fields: fieldsOf(fields),
    ...rest,
  }
}

export const pagingPlaces: IssuePlaces = {
  limit: ['expected_non_negative_integer', 'out_of_range'],
  offset: ['expected_non_negative_integer'],
  cursor: ['invalid_value'],
}

export const fieldsPlaces: IssuePlaces = {
  fields: ['not_a_defined_attribute', 'system_field_always_returned', 'not_selectable_inverse_reference'],
}

export const filterPlaces: IssuePlaces = {
  filter_join: ['invalid_value'],
  'filter[<key>]': [
    'not_a_defined_attribute',
    'expected_value_or_use_exists',
    'expected_boolean',
    'expected_date',
    'expected_number',
    'expected_uuid',
  ],
  'filter[<key>][<op>]': [
    'unknown_operator',
    'operator_not_supported_for_type',
    'expected_boolean',
    'expected_values',
    'too_many_values',
  ],
}

export const treePlaces: IssuePlaces = {
  'filter.<join>': ['expected_values'],
  'filter.<join>[<n>].attribute': ['required', 'not_a_defined_attribute'],
  'filter.<join>[<n>].operator': ['unknown_operator', 'operator_not_supported_for_type'],
  'filter.<join>[<n>].value': [
    'expected_value_or_use_exists',
    'expected_boolean',
    'expected_date',
    'expected_number',
    'expected_uuid',
    'expected_values',
    'too_many_values',
  ],
}

export const listPlaces: IssuePlaces = {
  ...pagingPlaces,
  ...filterPlaces,
  sort: ['not_a_defined_attribute', 'not_sortable'],
  ...fieldsPlaces,
  snapshot: ['invalid_value'],
}

export const valueIssues: readonly IssueCode[] = [
  'not_a_defined_attribute',
  'read_only_attribute',
  'expected_scalar',
  'expected_uuid_or_null',
  'expected_uuid_array',
  'expected_url',
  'expected_json',
  'expected_number',
  'expected_date',
  'expected_boolean',
  'not_an_acceptable_value',
  'referenced_entity_not_found',
  'ambiguous_reference',
  'required',
  'out_of_range',
  'too_short',
  'too_long',
  'pattern_mismatch',
  'invalid_check_digit',
]

export const entityPlaces: IssuePlaces = {
  parent_id: ['expected_uuid_or_null', 'referenced_entity_not_found'],
  'attributes.<key>': valueIssues,
}

export type EntityRoutes<
  K extends string,
  T extends EntityType,
> = K extends `${infer Before}{plural}${infer After}` ? `${Before}${(typeof pluralOf)[T]}${After}` : never

/**
 * Makes a row, or a handler, for each of some types. `{plural}` in the key is replaced by the plural of
 * the type.
 */
export function forEachType<T extends EntityType, K extends `${Method} /{plural}${string}`, R>(
  types: readonly T[],
  key: K,
  make: (type: T) => R,
) {
  const made = types.map((type) => [key.replace('{plural}', pluralOf[type]), make(type)])
  return Object.fromEntries(made) as { readonly [P in EntityRoutes<K, T>]: R }
}

export function rowForEachType<
  T extends EntityType,
  K extends `${Method} /{plural}${string}`,
  R extends Route,
>(types: readonly T[], key: K, toRow: (type: T) => R) {
  return forEachType(types, key, toRow)
}

const tagOf = {
  product: 'Products',
  image: 'Images',
  vendor: 'Vendors',
  category: 'Categories',
  source: 'Sources',
} as const satisfies Record<EntityType, Tag>

export function toTag(type: EntityType): Tag {
  return tagOf[type]
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

import { Type } from 'typebox'
import type { IssueCode } from '#shared/errors.ts'
import { filterJoins } from '#shared/filters.ts'
import { defaultLimit, maxLimit } from '#shared/paging.ts'
import type { ParameterDocs } from './operation-docs.ts'

/** `limit`, `offset` and `cursor`, as every paged list takes them. */
export const paging: readonly ParameterDocs[] = [
  {
    name: 'limit',
    description: 'How many rows a page holds at most.',
    schema: Type.Integer({ minimum: 1, maximum: maxLimit, default: defaultLimit }),
    example: 2,
  },
  {
    name: 'offset',
    description: 'How many rows to skip. Beyond 10,000 use `cursor`.',
    schema: Type.Integer({ minimum: 0, default: 0 }),
    example: 0,
  },
  {
    name: 'cursor',
    description:
      'The `next_cursor` of the page before, with the same sort and filter and without an `offset`. Never skips or repeats a row.',
    schema: Type.String({ minLength: 1 }),
  },
]

/** What `paging` may be refused with. */
export const pagingIssues: readonly IssueCode[] = [
  'expected_non_negative_integer',
  'out_of_range',
  'invalid_value',
]

/** `fields`, with keys that the type has in the sample catalog. */
export function fieldsOf(example: readonly string[]): ParameterDocs {
  return {
    name: 'fields',
    description:
      'Narrows `attributes` to these keys, separated by commas or the parameter repeated. System fields always come back.',
    schema: Type.Array(Type.String()),
    style: 'form',
    explode: false,
    example,
  }
}

/** What `fields` may be refused with. */
export const fieldsIssues: readonly IssueCode[] = [
  'not_a_defined_attribute',
  'system_field_always_returned',
  'not_selectable_inverse_reference',
]

const filterJoin: ParameterDocs = {
  name: 'filter_join',
  description: 'How all clauses combine, in any case.',
  schema: Type.Enum([...filterJoins], { default: 'and' }),
  example: 'and',
}

const search: ParameterDocs = {
  name: 'q',
  description: 'Only entities any of whose text attributes contain this text.',
  schema: Type.String(),
  example: 'chair',
}

const snapshot: ParameterDocs = {
  name: 'snapshot',
  description:
    '`new` freezes the order of the rows and returns `pagination.snapshot`; that id with `offset` and `limit` then reads current values by position at any depth. Dropped after 10 idle minutes.',
  schema: Type.String({ minLength: 1 }),
  example: 'new',
}

/** Everything that a list of entities takes, with keys that the type has in the sample catalog. */
export function listParametersOf(example: {
  readonly filter: Readonly<Record<string, unknown>>
  readonly fields: readonly string[]
}): ParameterDocs[] {
  return [
    { ...filter, example: example.filter },
    filterJoin,
    search,
    sort,
    fieldsOf(example.fields),
    ...paging,
    snapshot,
  ]
}

const filter: ParameterDocs = {
  name: 'filter',
  description: `\`filter[<key>]=<value>\` means equals; \`filter[<key>][<op>]=<value>\` uses an operator: eq, ne, contains,
not_contains, starts_with, ends_with, gt, gte, lt, lte, exists (true or false) or in (up to 200 values separated by commas). Keys are
attribute keys, \`id\`, \`parent_id\`, \`created_at\` and \`updated_at\`; references match on the UUID of the entity.`,
  schema: Type.Record(Type.String(), Type.Union([Type.String(), Type.Record(Type.String(), Type.String())])),
  style: 'deepObject',
  explode: true,
}

const sort: ParameterDocs = {
  name: 'sort',
  description:
    'Keys separated by commas, `-` in front for descending. Blanks come last both ways; every sort ends in `id`.',
  schema: Type.Array(Type.String()),
  style: 'form',
  explode: false,
  example: ['-updated_at', 'id'],
}

/** What `listParametersOf` may be refused with. */
export const listIssues: readonly IssueCode[] = [
  ...pagingIssues,
  ...fieldsIssues,
  'unknown_operator',
  'operator_not_supported_for_type',
  'expected_value_or_use_exists',
  'expected_boolean',
  'expected_values',
  'too_many_values',
  'expected_uuid',
  'expected_number',
  'expected_date',
  'not_sortable',
]

/** Parameters that many operations take alike, by their name in the document. */
export const sharedParameters: Readonly<Record<string, ParameterDocs>> = Object.fromEntries(
  [...paging, filterJoin, search, sort, snapshot].map((parameter) => [parameter.name, parameter]),
)

/** The name under which the document holds a shared parameter. */
export function nameOfParameter(parameter: ParameterDocs): string | undefined {
  return sharedParameters[parameter.name] === parameter ? parameter.name : undefined
}

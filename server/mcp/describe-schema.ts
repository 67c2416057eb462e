/** The overview that agents ask for first: what a catalog has, in as few characters as they need. */
import { Type, type Static } from 'typebox'
import { type EntityType, pluralOf } from '#shared/entities.ts'
import { operators, type Operator } from '#shared/filters.ts'
import { DescribedAttribute } from '#shared/schemas/attributes.ts'
import { ChannelSummary } from '#shared/schemas/channels.ts'
import { EntityResource as EntitySchema, EntityTypeSchema } from '#shared/schemas/entities.ts'
import type { Scope } from '#shared/scopes.ts'
import { keysOf } from '#shared/text.ts'
import type { ListRequest } from '../catalog/query/list-request.ts'
import { toCatalogError } from '../edge/error-handler.ts'
import type { Agent } from './agent.ts'
import { largestPage } from './arguments.ts'

export const schemaDetails = ['keys', 'short', 'full'] as const
export type SchemaDetail = (typeof schemaDetails)[number]

// A longer answer would take up the context of the agent; list_attributes has the rest, page by page.
const maxAttributes = 500
const maxShortCharacters = 18_000
const maxShortOptions = 12

const ShortAttribute = Type.Object({
  ...Type.Partial(DescribedAttribute).properties,
  key: Type.String(),
  data_type: DescribedAttribute.properties.data_type,
  reference: Type.Optional(Type.Unknown({ description: 'The type that is referred to.' })),
  operators: Type.Optional(Type.Array(Type.Enum(keysOf(operators)))),
})
type ShortAttribute = Static<typeof ShortAttribute>

const DescribedType = Type.Object({
  type: EntityTypeSchema,
  count: Type.Optional(Type.Integer({ description: 'How many entities there are.' })),
  primary_attribute: Type.Union([Type.String(), Type.Null()]),
  attributes: Type.Optional(Type.Array(ShortAttribute)),
  keys: Type.Optional(
    Type.Record(Type.String(), Type.Array(Type.String()), {
      description: 'Keys by data type, in place of attributes.',
    }),
  ),
  attributes_truncated: Type.Optional(Type.Boolean({ description: 'Whether list_attributes has more.' })),
  examples: Type.Optional(Type.Array(EntitySchema)),
})
type DescribedType = Static<typeof DescribedType>

export const DescribedSchema = Type.Object({
  types: Type.Array(DescribedType),
  operators: Type.Array(
    Type.Object({
      data_types: Type.Array(Type.String()),
      operators: Type.Array(Type.Enum(keysOf(operators))),
    }),
    { description: 'The operators of filters, where an attribute says no others.' },
  ),
  channels: Type.Optional(Type.Array(Type.Partial(ChannelSummary))),
  left_out: Type.Array(Type.Object({ part: Type.String(), scope: Type.Optional(Type.String()) }), {
    description: 'What needs another scope, or more detail.',
  }),
})
type DescribedSchema = Static<typeof DescribedSchema>

interface ReadType {
  readonly type: EntityType
  readonly count: number | undefined
  readonly examples: readonly Static<typeof EntitySchema>[] | undefined
  readonly attributes: readonly DescribedAttribute[]
}

interface SchemaQuery {
  readonly types: readonly EntityType[]
  readonly detail: SchemaDetail
}

/**
 * Attributes with data types and options, the operators of filters once, channels and counts. Needs
 * read:attributes; parts that need another scope or do not fit are left out and named.
 */
export async function describeSchema(agent: Agent, { types, detail }: SchemaQuery): Promise<DescribedSchema> {
  const leftOut: DescribedSchema['left_out'] = []
  const mayRead = (part: string, scope: Scope): boolean => {
    if (agent.holds(scope)) return true
    leftOut.push({ part, scope })
    return false
  }
  const read = types.map((type) => {
    const plural = pluralOf[type]
    const isReadable = mayRead(`count and examples of ${plural}`, `read:${plural}`)
    return readType(agent, type, isReadable ? detail : undefined)
  })
  const asked = mayRead('channels', 'read:channels') && agent.ask('listChannels', { faults: [] })
  const [channels, ...found] = await Promise.all([asked, ...read])
  const operatorsOfAll = groupOperators(found)
  const described = describeTypes(found, { detail, isExcepted: isExceptedFrom(operatorsOfAll) }, leftOut)
  return {
    types: described,
    operators: operatorsOfAll,
    ...(channels !== false && {
      channels: detail === 'full' ? channels.data : channels.data.map(({ key, name }) => ({ key, name })),
    }),
    left_out: leftOut,
  }
}

const firstTwo: ListRequest = {
  limit: 2,
  offset: 0,
  maxBytes: largestPage,
  sort: [],
  clauses: [],
  join: 'and',
}

async function readType(agent: Agent, type: EntityType, detail: SchemaDetail | undefined): Promise<ReadType> {
  const [page, { data }] = await Promise.all([
    detail && readExamples(agent, type, detail),
    agent.ask('describeAttributes', { type }),
  ])
  return {
    type,
    count: page?.pagination.total,
    examples: detail === 'full' ? page?.data : undefined,
    attributes: data,
  }
}

/** Returns the first two entities, or none where the first is too large; the count is sent in any case. */
async function readExamples(agent: Agent, type: EntityType, detail: SchemaDetail) {
  const ask = (request: ListRequest) => agent.ask('listEntities', { type, request, faults: [] })
  const none = { ...firstTwo, limit: 0 }
  if (detail !== 'full') return ask(none)
  try {
    return await ask(firstTwo)
  } catch (error) {
    if (toCatalogError(error).code !== 'validation_failed') throw error
    return ask(none)
  }
}

/** Data types that have the same operators stand together, by those of the first attribute of each. */
function groupOperators(found: readonly ReadType[]): DescribedSchema['operators'] {
  const byDataType = new Map<string, readonly Operator[]>()
  for (const { data_type, operators: own } of found.flatMap(({ attributes }) => attributes))
    if (!byDataType.has(data_type)) byDataType.set(data_type, own)
  const groups = Map.groupBy(byDataType, ([, own]) => own.join())
  return [...groups.values()].map((group) => ({
    data_types: group.map(([dataType]) => dataType),
    operators: [...(group[0]?.[1] ?? [])],
  }))
}

type IsExcepted = (attribute: DescribedAttribute) => boolean

/** Moments are texts that are compared as times: they have operators of their own. */
function isExceptedFrom(all: DescribedSchema['operators']): IsExcepted {
  const known = new Map(
    all.flatMap(({ data_types, operators: own }) => data_types.map((name) => [name, own.join()])),
  )
  return ({ data_type, operators: own }) => known.get(data_type) !== own.join()
}

interface Description {
  readonly detail: SchemaDetail
  readonly isExcepted: IsExcepted
}

/** Types with many attributes are told by their keys alone, the largest first, until all of it fits. */
function describeTypes(
  found: readonly ReadType[],
  { detail, isExcepted }: Description,
  leftOut: DescribedSchema['left_out'],
): DescribedType[] {
  const described = found.map((read) => describeType(read, { detail, isExcepted }))
  if (detail === 'short') {
    const sizes = described.map((type) => JSON.stringify(type).length)
    let total = sizes.reduce((sum, size) => sum + size, 0)
    for (const [size, index] of sizes.map((size, at) => [size, at] as const).toSorted(([a], [b]) => b - a)) {
      const read = found[index]
      if (total <= maxShortCharacters || !read) break
      const keys = describeType(read, { detail: 'keys', isExcepted })
      described[index] = keys
      total += JSON.stringify(keys).length - size
      leftOut.push({ part: `names and options of ${read.type}: list_attributes, or detail full` })
    }
  }
  if (detail !== 'full') leftOut.push({ part: 'constraints, instructions, examples: detail full' })
  return described
}

function describeType(
  { type, count, examples, attributes }: ReadType,
  { detail, isExcepted }: Description,
): DescribedType {
  const shown = attributes.slice(0, maxAttributes)
  return {
    type,
    ...(count !== undefined && { count }),
    primary_attribute: attributes.find((attribute) => attribute.is_primary === true)?.key ?? null,
    ...(detail === 'keys'
      ? { keys: keysByDataType(shown) }
      : {
          attributes: shown.map(
            detail === 'full' ? (one) => inFull(one, isExcepted) : (one) => inShort(one, isExcepted),
          ),
        }),
    ...(attributes.length > maxAttributes && { attributes_truncated: true }),
    ...(examples && { examples: [...examples] }),
  }
}

function keysByDataType(attributes: readonly DescribedAttribute[]): Record<string, string[]> {
  const groups = Map.groupBy(attributes, ({ data_type }) => data_type)
  return Object.fromEntries([...groups].map(([name, list]) => [name, list.map(({ key }) => key)]))
}

function inFull(
  { operators: own, ...attribute }: DescribedAttribute,
  isExcepted: IsExcepted,
): ShortAttribute {
  return { ...attribute, ...(isExcepted({ ...attribute, operators: own }) && { operators: own }) }
}

function inShort(attribute: DescribedAttribute, isExcepted: IsExcepted): ShortAttribute {
  const { key, name, data_type, writable, reference, acceptable_values: options = [] } = attribute
  const more = options.length - maxShortOptions
  const values = [...options.slice(0, maxShortOptions), ...(more > 0 ? [`… ${more} more`] : [])]
  return {
    key,
    ...(!saysTheSame(key, name) && { name }),
    data_type,
    ...(!writable && { writable }),
    ...(reference && 'type' in reference && { reference: reference.type }),
    ...(options.length > 0 && { acceptable_values: values }),
    ...(isExcepted(attribute) && { operators: attribute.operators }),
  }
}

function saysTheSame(key: string, name: string): boolean {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_') === key
}

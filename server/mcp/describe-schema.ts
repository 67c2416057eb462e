import { Type, type Static } from 'typebox'
import { pluralOf, type EntityType } from '#shared/entities.ts'
import type { Scope } from '#shared/scopes.ts'
import { DescribedAttribute } from '#shared/schemas/attributes.ts'
import { ChannelSummary } from '#shared/schemas/channels.ts'
import { EntityResource as EntitySchema, EntityTypeSchema } from '#shared/schemas/entities.ts'
import type { ListRequest } from '../catalog/query/list-request.ts'
import { toCatalogError } from '../edge/error-handler.ts'
import type { Agent } from './agent.ts'
import { largestPage } from './arguments.ts'

// A longer answer would take up the context of the agent; list_attributes has the rest, page by page.
const maxAttributes = 500

const DescribedType = Type.Object({
  type: EntityTypeSchema,
  count: Type.Optional(Type.Integer({ description: 'How many entities there are.' })),
  primary_attribute: Type.Union([Type.String(), Type.Null()]),
  attributes: Type.Array(DescribedAttribute),
  attributes_truncated: Type.Boolean({ description: 'Whether list_attributes has more.' }),
  examples: Type.Optional(Type.Array(EntitySchema)),
})
type DescribedType = Static<typeof DescribedType>

/** What `describe_schema` and the resource of the schema answer. */
export const DescribedSchema = Type.Object({
  types: Type.Array(DescribedType),
  channels: Type.Optional(Type.Array(ChannelSummary)),
  left_out: Type.Array(Type.Object({ part: Type.String(), scope: Type.String() }), {
    description: 'What the credential may not read.',
  }),
})
type DescribedSchema = Static<typeof DescribedSchema>

/**
 * What a first look at the catalog needs: attributes with their operators, the enabled channels, counts and examples. Needs
 * read:attributes; parts that need another scope are left out and named.
 */
export async function describeSchema(agent: Agent, wanted: readonly EntityType[]): Promise<DescribedSchema> {
  const leftOut: DescribedSchema['left_out'] = []
  const mayRead = (part: string, scope: Scope): boolean => {
    if (agent.holds(scope)) return true
    leftOut.push({ part, scope })
    return false
  }
  const described = wanted.map((type) => {
    const plural = pluralOf[type]
    return describeType(agent, type, mayRead(`count and examples of ${plural}`, `read:${plural}`))
  })
  const asked = mayRead('channels', 'read:channels') && agent.ask('listChannels', { faults: [] })
  const [channels, ...types] = await Promise.all([asked, ...described])
  return {
    types,
    ...(channels !== false && { channels: channels.data }),
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

async function describeType(agent: Agent, type: EntityType, isReadable: boolean): Promise<DescribedType> {
  const [page, { data }] = await Promise.all([
    isReadable && readExamples(agent, type),
    agent.ask('describeAttributes', { type }),
  ])
  return {
    type,
    primary_attribute: data.find((attribute) => attribute.is_primary === true)?.key ?? null,
    attributes: data.slice(0, maxAttributes),
    attributes_truncated: data.length > maxAttributes,
    ...(page !== false && { count: page.pagination.total, examples: page.data }),
  }
}

/** The first two entities, or none where the first is too large: the count is told in any case. */
async function readExamples(agent: Agent, type: EntityType) {
  const ask = (request: ListRequest) => agent.ask('listEntities', { type, request, faults: [] })
  try {
    return await ask(firstTwo)
  } catch (error) {
    if (toCatalogError(error).code !== 'validation_failed') throw error
    return ask({ ...firstTwo, limit: 0 })
  }
}

import { type ListResourcesResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { entityTypes, pluralOf } from '#shared/entities.ts'
import type { ListRequest } from '../catalog/query/list-request.ts'
import type { Agent } from './agent.ts'
import { largestPage } from './arguments.ts'
import { refuse } from './tool.ts'

const mimeType = 'application/json'
const pageSize = 100

export const resourceTemplates = [
  {
    name: 'schema_of_type',
    title: 'Schema of an entity type',
    uriTemplate: 'vitrine://schema/{type}',
    description: 'Attributes, operators, channels, counts and examples of one entity type.',
    mimeType,
  },
  {
    name: 'entity',
    title: 'Entity',
    uriTemplate: 'vitrine://entities/{type}/{id}',
    description: 'One product, image, vendor, category or source with its values.',
    mimeType,
  },
  {
    name: 'tool',
    title: 'Schemas of a tool',
    uriTemplate: 'vitrine://tools/{name}',
    description:
      'Every member of the arguments and of the result of one tool, which the list of tools tells in short.',
    mimeType,
  },
  {
    name: 'view',
    title: 'Grid view',
    uriTemplate: 'vitrine://views/{id}',
    description: 'A saved view and the first rows that it shows.',
    mimeType,
  },
]

/** The start of a page of resources: the entities of a type, after a cursor. */
interface ListPosition {
  readonly type: number
  readonly cursor?: string
}

/**
 * Lists the schema and the views first, then the entities of each type, page by page; unreadable ones are
 * left out.
 */
export async function listResources(agent: Agent, cursor: string | undefined): Promise<ListResourcesResult> {
  if (cursor !== undefined) return listEntities(agent, toReadable(agent, decode(cursor)))
  const views = await listViews(agent)
  return {
    resources: [...listSchemas(agent), ...views],
    ...throwIfInterrupted(toReadable(agent, { type: 0 })),
  }
}

type Resources = ListResourcesResult['resources']

function listSchemas(agent: Agent): Resources {
  if (!agent.holds('read:attributes')) return []
  const whole = { name: 'schema', title: 'Schema of the catalog', uri: 'vitrine://schema', mimeType }
  const ofTypes = entityTypes.map((type) => ({
    name: `schema_of_${type}`,
    title: `Schema of ${pluralOf[type]}`,
    uri: `vitrine://schema/${type}`,
    mimeType,
  }))
  return [whole, ...ofTypes]
}

async function listViews(agent: Agent): Promise<Resources> {
  if (!agent.holds('read:views')) return []
  const { data } = await agent.ask('listViews', { faults: [] })
  return data.map(({ id, name }) => ({ name, title: name, uri: `vitrine://views/${id}`, mimeType }))
}

async function listEntities(agent: Agent, position: ListPosition | undefined): Promise<ListResourcesResult> {
  const type = position && entityTypes[position.type]
  if (!type) return { resources: [] }
  const { cursor } = position
  // Only the label is sent, so one value is read instead of all.
  const { data: attributes } = await agent.ask('describeAttributes', { type })
  const primary = attributes.find((attribute) => attribute.is_primary === true)
  const request: ListRequest = {
    limit: pageSize,
    maxBytes: largestPage,
    ...(primary && { fields: [primary.key] }),
    offset: 0,
    cursor,
    sort: [],
    clauses: [],
    join: 'and',
  }
  const { data, pagination } = await agent
    .ask('listEntities', { type, request, faults: [] })
    .catch((error: unknown) => refuse(error, agent))
  const next = pagination.has_more
    ? { type: position.type, cursor: pagination.next_cursor }
    : toReadable(agent, { type: position.type + 1 })
  return {
    resources: data.map(({ id, label }) => ({
      name: label ?? id,
      uri: `vitrine://entities/${type}/${id}`,
      mimeType,
    })),
    ...throwIfInterrupted(next),
  }
}

function toReadable(agent: Agent, { type, cursor }: ListPosition): ListPosition | undefined {
  const found = entityTypes.findIndex((name, index) => index >= type && agent.holds(`read:${pluralOf[name]}`))
  if (found === -1) return undefined
  return found === type && cursor !== undefined ? { type, cursor } : { type: found }
}

function throwIfInterrupted(position: ListPosition | undefined): { nextCursor?: string } {
  return position === undefined
    ? {}
    : { nextCursor: Buffer.from(JSON.stringify(position)).toString('base64url') }
}

function isInteger(value: unknown): value is number {
  return Number.isInteger(value)
}

function decode(cursor: string): ListPosition {
  try {
    const { type, cursor: inner }: Partial<ListPosition> = JSON.parse(
      Buffer.from(cursor, 'base64url').toString(),
    )
    if (isInteger(type) && (inner === undefined || typeof inner === 'string'))
      return { type, ...(inner !== undefined && { cursor: inner }) }
  } catch {
    // Refused below, like every other text that is no cursor.
  }
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The cursor is not one of this list.')
}

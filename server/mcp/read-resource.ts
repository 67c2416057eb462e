import { type ReadResourceResult, ResourceNotFoundError } from '@modelcontextprotocol/server'
import { entityTypes, pluralOf } from '#shared/entities.ts'
import type { GridView } from '#shared/views.ts'
import { message } from '#shared/messages/message.ts'
import { Faults, notFound } from '../catalog/errors.ts'
import { parseFilterObject } from '../catalog/query/filter-object.ts'
import { parseFilter } from '../catalog/query/filter-tree.ts'
import type { ListRequest } from '../catalog/query/list-request.ts'
import { toCatalogError } from '../edge/error-handler.ts'
import type { Agent } from './agent.ts'
import { defaultPage, largestPage } from './arguments.ts'
import { describeSchema } from './describe-schema.ts'
import { withNotice } from './notice.ts'
import { refuse } from './refuse.ts'
import { toWholeSchemas } from './tool-schema.ts'
import { tools } from './tools/all-tools.ts'

interface Reader {
  readonly pattern: RegExp
  readonly read: (agent: Agent, parts: readonly string[]) => Promise<object>
}

const viewRows = defaultPage

const readers: readonly Reader[] = [
  {
    pattern: /^vitrine:\/\/schema(?:\/([a-z]+))?$/,
    async read(agent, [type]) {
      const types = entityTypes.filter((name) => type === undefined || name === type)
      if (types.length === 0) throw notFound(`A schema of ${type ?? ''}`)
      agent.require(['read:attributes'])
      return { data: await describeSchema(agent, types) }
    },
  },
  {
    pattern: /^vitrine:\/\/entities\/([a-z]+)\/([^/?#]+)$/,
    async read(agent, [name, id = '']) {
      const type = entityTypes.find((known) => known === name)
      if (!type) throw notFound(`An entity type ${name ?? ''}`)
      agent.require([`read:${pluralOf[type]}`])
      return agent.ask('getEntity', { type, id, fields: undefined, maxBytes: largestPage, faults: [] })
    },
  },
  {
    pattern: /^vitrine:\/\/tools\/([a-z_]+)$/,
    async read(_agent, [name = '']) {
      const tool = tools.find((known) => known.name === name)
      if (!tool) throw notFound(`A tool ${name}`)
      return toWholeSchemas(tool)
    },
  },
  { pattern: /^vitrine:\/\/views\/([^/?#]+)$/, read: (agent, [id = '']) => readView(agent, id) },
]

/** The content of a resource as JSON. What is unknown and what may not be read are errors of the protocol. */
export async function readResource(agent: Agent, uri: string): Promise<ReadResourceResult> {
  for (const { pattern, read } of readers) {
    const parts = pattern.exec(uri)?.slice(1)
    if (!parts) continue
    const content = await read(agent, parts).catch((error: unknown) => {
      if (toCatalogError(error).code === 'not_found') throw new ResourceNotFoundError(uri)
      return refuse(error, agent)
    })
    return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(withNotice(content)) }] }
  }
  throw new ResourceNotFoundError(uri)
}

/** A view with the first of the rows that it shows, for those who may read their type. */
async function readView(agent: Agent, id: string): Promise<object> {
  agent.require(['read:views'])
  const { data } = await agent.ask('listViews', { faults: [] })
  const view = data.find((one) => one.id === id.toLowerCase())
  if (!view) throw notFound(message('not_found.view', { id }))
  const type = view.entity_type
  if (!agent.holds(`read:${pluralOf[type]}`)) return { view }
  const faults = new Faults()
  const request = toRequest(view, faults)
  const asked = { type, request, faults: faults.list }
  const { data: entities, ...rest } = await agent.ask('listEntities', asked)
  const columns = new Set(view.visible_columns)
  const rows = entities.map((entity) => ({ ...entity, attributes: pick(entity.attributes, columns) }))
  return { view, data: rows, ...rest }
}

function toRequest(
  { sorting, filters, filter_join: join, filter_tree: groups }: GridView,
  faults: Faults,
): ListRequest {
  return {
    ...(groups && { tree: parseFilter(groups, faults).tree }),
    limit: viewRows,
    maxBytes: largestPage,
    offset: 0,
    sort: sorting.map(({ key, direction }) => ({ key, descending: direction === 'desc' })),
    clauses: filters.flatMap(({ key, op, value }) => parseFilterObject({ [key]: { [op]: value } }, faults)),
    join,
  }
}

function pick<T>(map: Readonly<Record<string, T>>, keys: ReadonlySet<string>): Record<string, T> {
  return Object.fromEntries(Object.entries(map).filter(([key]) => keys.has(key)))
}

import { pluralOf, type EntityResource, type EntityType, type UpsertableType } from '#shared/entities.ts'
import { answerOf, withParams, type Api } from '../../api/client.ts'
import { toListParams } from '../../api/list-params.ts'
import type { components } from '../../api/public-api.generated.ts'
import type { GridQuery } from '../model/grid-query.ts'
import type { LoadPage } from './row-source.ts'

type AttributeWrites = components['schemas']['AttributeWriteMap']

/** Loads pages of the rows that the query names. */
export function pageLoader(api: Api, type: EntityType, query: GridQuery): LoadPage {
  const params = toListParams(query)
  return async (offset, limit, signal) => {
    const call = api.client.GET(`/${pluralOf[type]}`, {
      params: { query: { limit, offset } },
      querySerializer: withParams(params),
      ...(signal !== undefined && { signal }),
    })
    const { data, pagination } = await answerOf(call)
    return { rows: data, total: pagination.total }
  }
}

export async function patchEntity(
  api: Api,
  type: EntityType,
  id: string,
  attributes: Record<string, unknown>,
): Promise<EntityResource> {
  const call = api.client.PATCH(`/${pluralOf[type]}/{id}`, {
    params: { path: { id } },
    body: { attributes: attributes as AttributeWrites },
  })
  return (await answerOf(call)).data
}

/** Creates an entity; of sources there is no such route, and the server says so. */
export async function createEntity(
  api: Api,
  type: EntityType,
  attributes: Record<string, unknown>,
): Promise<EntityResource> {
  const body = { attributes: attributes as AttributeWrites }
  return (await answerOf(api.client.POST(`/${pluralOf[type as UpsertableType]}`, { body }))).data
}

import { queryOptions } from '@tanstack/react-query'
import { pluralOf, type EntityResource, type UpsertableType } from '#shared/entities.ts'
import type { CountedTree } from '#shared/schemas/grid.ts'
import { callApp } from './app-client.ts'
import { answerOf, type Api } from './client.ts'
import type { components } from './public-api.generated.ts'

export const treeKey = (workspaceId: string) => ['tree', workspaceId] as const

/** All categories with how many products refer to them by an attribute, ordered by a key. */
export function categoryTreeQuery({ workspaceId }: Api, by: string | undefined, sort: string | undefined) {
  return queryOptions({
    queryKey: [...treeKey(workspaceId), by, sort] as const,
    queryFn: async ({ signal }) => {
      const query = {
        type: 'category',
        ...(by !== undefined && { of: 'product', by }),
        ...(sort !== undefined && { sort }),
      }
      const answer = await callApp<{ data: CountedTree }>('GET', '/grid/tree', { query, signal }, workspaceId)
      return answer.data
    },
    staleTime: 5_000,
  })
}

type Writes = components['schemas']['AttributeWriteMap']

/** Puts an entity below another one, or (null) to the top. */
export async function moveEntity(
  api: Api,
  type: UpsertableType,
  id: string,
  parentId: string | null,
): Promise<EntityResource> {
  const options = { params: { path: { id } }, body: { parent_id: parentId } }
  return (await answerOf(api.client.PATCH(`/${pluralOf[type]}/{id}`, options))).data
}

/** Writes one attribute of an entity. */
export async function writeValue(
  api: Api,
  type: UpsertableType,
  id: string,
  { key, value }: { readonly key: string; readonly value: string },
): Promise<EntityResource> {
  const options = { params: { path: { id } }, body: { attributes: { [key]: value } as Writes } }
  return (await answerOf(api.client.PATCH(`/${pluralOf[type]}/{id}`, options))).data
}

/** Adds an entity below another one, or (null) at the top. */
export async function addBelow(
  api: Api,
  type: UpsertableType,
  parentId: string | null,
  attributes: Readonly<Record<string, unknown>>,
): Promise<EntityResource> {
  const body = { parent_id: parentId, attributes: attributes as Writes }
  return (await answerOf(api.client.POST(`/${pluralOf[type]}`, { body }))).data
}

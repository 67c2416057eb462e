import { queryOptions } from '@tanstack/react-query'
import { pluralOf, type EntityResource, type UpsertableType } from '#shared/entities.ts'
import { callWorkspace, type Api } from './client.ts'

export const treeKey = (workspaceId: string) => ['tree', workspaceId] as const

export function categoryTreeQuery({ workspaceId }: Api, by: string | undefined, sort: string | undefined) {
  return queryOptions({
    queryKey: [...treeKey(workspaceId), by, sort] as const,
    queryFn: async ({ signal }) => {
      const query = { type: 'category', ...(by !== undefined && { of: 'product' as const, by }) } as const
      const params = sort === undefined ? [] : [['sort', sort] as const]
      return (await callWorkspace(workspaceId, 'GET /grid/tree', { query, params, signal })).data
    },
    staleTime: 5_000,
  })
}

export async function moveEntity(
  api: Api,
  type: UpsertableType,
  id: string,
  parentId: string | null,
): Promise<EntityResource> {
  const input = { path: { id }, body: { parent_id: parentId } }
  return (await api.call(`PATCH /${pluralOf[type]}/{id}`, input)).data
}

export async function writeValue(
  api: Api,
  type: UpsertableType,
  id: string,
  { key, value }: { readonly key: string; readonly value: string },
): Promise<EntityResource> {
  const input = { path: { id }, body: { attributes: { [key]: value } } }
  return (await api.call(`PATCH /${pluralOf[type]}/{id}`, input)).data
}

export async function addBelow(
  api: Api,
  type: UpsertableType,
  parentId: string | null,
  attributes: Readonly<Record<string, unknown>>,
): Promise<EntityResource> {
  const body = { parent_id: parentId, attributes }
  return (await api.call(`POST /${pluralOf[type]}`, { body })).data
}

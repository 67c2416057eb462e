import { queryOptions } from '@tanstack/react-query'
import type { AttributeConfig, AttributeCreate, AttributeDefinition } from '#shared/attributes.ts'
import type { EntityType } from '#shared/entities.ts'
import { createAppApi, type Api } from './client.ts'

/** The attribute definitions of one entity type, in the order of the schema. */
export function attributesQuery(api: Api, type: EntityType) {
  return queryOptions({
    queryKey: ['attributes', api.workspaceId, type] as const,
    queryFn: async ({ signal }) => {
      const { data } = await api.get<{ data: AttributeDefinition[] }>('/attributes', {
        query: { type },
        signal,
      })
      return data
    },
    staleTime: Infinity,
  })
}

export async function createAttribute(api: Api, attribute: AttributeCreate): Promise<AttributeConfig> {
  const { data } = await api.post<{ data: AttributeConfig }>('/attributes', { body: attribute })
  return data
}

/**
 * The full definitions of one entity type (targets of references, constraints) from the owner's surface, which knows more
 * than the public list does.
 */
export function attributeConfigsQuery(workspaceId: string, type: EntityType) {
  return queryOptions({
    queryKey: ['attributes', workspaceId, type, 'configs'] as const,
    queryFn: async ({ signal }) => {
      const { data } = await createAppApi(workspaceId).get<{ data: AttributeConfig[] }>('/attributes', {
        query: { type },
        signal,
      })
      return data
    },
    staleTime: Infinity,
  })
}

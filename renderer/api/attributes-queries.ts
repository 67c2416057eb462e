import { queryOptions } from '@tanstack/react-query'
import type { AttributeConfig } from '#shared/attributes.ts'
import type { EntityType } from '#shared/entities.ts'
import { callApp } from './app-client.ts'
import { answerOf, type Api } from './client.ts'
import type { operations } from './public-api.generated.ts'

/** What makes an attribute. */
export type NewAttribute = operations['createAttribute']['requestBody']['content']['application/json']

/** The attribute definitions of one entity type, in the order of the schema. */
export function attributesQuery(api: Api, type: EntityType) {
  return queryOptions({
    queryKey: ['attributes', api.workspaceId, type] as const,
    queryFn: async ({ signal }) => {
      const call = api.client.GET('/attributes', { params: { query: { type } }, signal })
      return (await answerOf(call)).data
    },
    staleTime: Infinity,
  })
}

export async function createAttribute(api: Api, attribute: NewAttribute): Promise<AttributeConfig> {
  return (await answerOf(api.client.POST('/attributes', { body: attribute }))).data
}

/**
 * The full definitions of one entity type (targets of references, constraints) from the owner's surface, which knows more
 * than the public list does.
 */
export function attributeConfigsQuery(workspaceId: string, type: EntityType) {
  return queryOptions({
    queryKey: ['attributes', workspaceId, type, 'configs'] as const,
    queryFn: async ({ signal }) => {
      const options = { query: { type }, signal }
      const { data } = await callApp<{ data: AttributeConfig[] }>('GET', '/attributes', options, workspaceId)
      return data
    },
    staleTime: Infinity,
  })
}

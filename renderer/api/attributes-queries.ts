import { queryOptions } from '@tanstack/react-query'
import type { AttributeConfig, AttributePatch } from '#shared/attributes.ts'
import { pluralOf, type EntityType } from '#shared/entities.ts'
import { callApp } from './app-client.ts'
import { answerOf, withParams, type Api } from './client.ts'
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

type Named = Pick<AttributeConfig, 'key' | 'entity_type'>
type PatchBody = operations['updateAttribute']['requestBody']['content']['application/json']

/** Changes parts of a definition; throws what the server refuses, conflicts with stored values among it. */
export async function updateAttribute(
  api: Api,
  { key, entity_type: type }: Named,
  patch: AttributePatch,
): Promise<AttributeConfig> {
  const params = { path: { key }, query: { type } }
  return (await answerOf(api.client.PATCH('/attributes/{key}', { params, body: patch as PatchBody }))).data
}

/** Puts an attribute before another one of its type, or (null) behind the last. */
export async function moveAttribute(
  workspaceId: string,
  { key, entity_type: type }: Named,
  before: string | null,
): Promise<void> {
  await callApp('POST', `/attributes/${key}/move`, { body: { type, before } }, workspaceId)
}

/** Removes a definition with all of its values: the owner's surface alone does that. */
export async function deleteAttribute(workspaceId: string, { key, entity_type: type }: Named): Promise<void> {
  await callApp('DELETE', `/attributes/${key}`, { query: { type } }, workspaceId)
}

/** How many entities have a value of the attribute. */
export function filledCountQuery(api: Api, { key, entity_type: type }: Named) {
  return queryOptions({
    queryKey: ['filled', api.workspaceId, type, key] as const,
    queryFn: async ({ signal }) => {
      const call = api.client.GET(`/${pluralOf[type]}`, {
        params: { query: { limit: 1 } },
        querySerializer: withParams([[`filter[${key}][exists]`, 'true']]),
        signal,
      })
      return (await answerOf(call)).pagination.total
    },
  })
}

import { queryOptions } from '@tanstack/react-query'
import type { EntityType } from '#shared/entities.ts'
import type { NewAlias } from '#shared/schemas/aliases.ts'
import { callWorkspace, type Api } from './client.ts'

export const aliasesKey = (workspaceId: string) => ['aliases', workspaceId] as const

interface AliasSubject {
  readonly type: EntityType
  readonly entity_id?: string
  readonly attribute?: string
}

/** The other spellings of an entity, or of the values of an attribute. */
export function aliasesQuery(api: Api, subject: AliasSubject) {
  return queryOptions({
    queryKey: [...aliasesKey(api.workspaceId), subject] as const,
    queryFn: async ({ signal }) => {
      return (await api.call('GET /aliases', { query: { ...subject, limit: 200 }, signal })).data
    },
  })
}

export async function createAlias(api: Api, body: NewAlias): Promise<void> {
  await api.call('POST /aliases', { body })
}

export async function deleteAlias(workspaceId: string, id: string): Promise<void> {
  await callWorkspace(workspaceId, 'DELETE /aliases/{id}', { path: { id } })
}

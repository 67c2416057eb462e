import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { EntityType } from '#shared/entities.ts'
import { callWorkspace } from './client.ts'

/** What a formula that is being written gives for one entity, or what is wrong with it. */
export function formulaPreviewQuery(
  workspaceId: string,
  type: EntityType,
  formula: string,
  entityId: string | undefined,
) {
  return queryOptions({
    queryKey: ['formula-preview', workspaceId, type, formula, entityId] as const,
    queryFn: async ({ signal }) => {
      const body = { type, formula, ...(entityId !== undefined && { entity_id: entityId }) }
      return (await callWorkspace(workspaceId, 'POST /formula-preview', { body, signal })).data
    },
    enabled: formula.trim() !== '',
    // The entity may change behind it.
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
}

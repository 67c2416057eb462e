import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { EntityType } from '#shared/entities.ts'
import type { FormulaPreview } from '#shared/app-surface.ts'
import { callApp } from './app-client.ts'

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
      const options = { body, signal }
      const { data } = await callApp<{ data: FormulaPreview }>(
        'POST',
        '/formula-preview',
        options,
        workspaceId,
      )
      return data
    },
    enabled: formula.trim() !== '',
    // The entity may change behind it.
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
}

import { queryOptions } from '@tanstack/react-query'
import type { AttributeCreate } from '#shared/attributes.ts'
import type { EntityType } from '#shared/entities.ts'
import type { NewGeneration } from '#shared/generations.ts'
import type { Job } from '#shared/jobs.ts'
import type { TryOutcome } from '#shared/schemas/generation-tries.ts'
import { callWorkspace, type Api } from './client.ts'

export interface TriedDefinition {
  readonly type: EntityType
  readonly key?: string | undefined
  readonly definition: AttributeCreate
}

function bodyOf({ type, key, definition }: TriedDefinition) {
  return { type, definition, ...(key !== undefined && { key }) }
}

export function triesEstimateQuery(workspaceId: string, tried: TriedDefinition, ids: readonly string[]) {
  return queryOptions({
    queryKey: ['tries', workspaceId, tried, ids] as const,
    queryFn: async ({ signal }) => {
      const body = { ...bodyOf(tried), ids: [...ids] }
      return (await callWorkspace(workspaceId, 'POST /generation-tries/estimate', { body, signal })).data
    },
    enabled: ids.length > 0,
    retry: false,
    gcTime: 0,
  })
}

/** Tries a definition on one entity; only its cost is stored. */
export async function tryDefinition(
  workspaceId: string,
  tried: TriedDefinition,
  { id, signal }: { readonly id: string; readonly signal: AbortSignal },
): Promise<TryOutcome> {
  const body = { ...bodyOf(tried), id }
  return (await callWorkspace(workspaceId, 'POST /generation-tries', { body, signal })).data
}

/** The extent and cost of a run; undefined for an empty one. */
export function estimateQuery(api: Api, body: NewGeneration | undefined) {
  return queryOptions({
    queryKey: ['generation-estimate', api.workspaceId, body] as const,
    queryFn: async ({ signal }) => {
      if (body === undefined) throw new Error('There is no run to price.')
      return (await api.call('POST /generations/estimate', { body, signal })).data
    },
    enabled: body !== undefined,
    retry: false,
    gcTime: 0,
  })
}

export async function startGeneration(api: Api, body: NewGeneration): Promise<Job> {
  return (await api.call('POST /generations', { body })).data
}

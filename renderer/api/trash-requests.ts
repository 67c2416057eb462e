import { infiniteQueryOptions } from '@tanstack/react-query'
import type { EntityType } from '#shared/entities.ts'
import { callWorkspace, type Api } from './client.ts'
import { nextCursor } from './paged-lists.ts'

export const trashKey = (workspaceId: string) => ['trash', workspaceId] as const

export function trashQuery({ workspaceId }: Api) {
  return infiniteQueryOptions({
    queryKey: trashKey(workspaceId),
    initialPageParam: '',
    queryFn: ({ pageParam: cursor, signal }) => {
      const query = { limit: 100, ...(cursor !== '' && { cursor }) }
      return callWorkspace(workspaceId, 'GET /trash', { query, signal })
    },
    getNextPageParam: nextCursor,
  })
}

/** Moves entities to the trash with everything below them; returns their number. */
export async function moveToTrash(
  { workspaceId }: Api,
  type: EntityType,
  ids: readonly string[],
): Promise<number> {
  return (await callWorkspace(workspaceId, 'POST /trash', { body: { type, ids } })).data.trashed
}

export async function restoreFromTrash({ workspaceId }: Api, ids: readonly string[]): Promise<void> {
  await callWorkspace(workspaceId, 'POST /trash/restore', { body: { ids } })
}

export async function emptyTrash({ workspaceId }: Api): Promise<void> {
  await callWorkspace(workspaceId, 'POST /trash/empty', { body: {} })
}

import { infiniteQueryOptions } from '@tanstack/react-query'
import type { EntityType } from '#shared/entities.ts'
import type { Pagination } from '#shared/paging.ts'
import type { TrashedEntity } from '#shared/schemas/trash.ts'
import { callApp } from './app-client.ts'
import type { Api } from './client.ts'

export const trashKey = (workspaceId: string) => ['trash', workspaceId] as const

interface TrashPage {
  readonly data: readonly TrashedEntity[]
  readonly pagination: Pagination
}

/** What the trash holds, newest first, page by page. */
export function trashQuery({ workspaceId }: Api) {
  return infiniteQueryOptions({
    queryKey: trashKey(workspaceId),
    initialPageParam: '',
    queryFn: ({ pageParam: cursor, signal }) => {
      const query = { limit: '100', ...(cursor !== '' && { cursor }) }
      return callApp<TrashPage>('GET', '/trash', { query, signal }, workspaceId)
    },
    getNextPageParam: ({ pagination }) => (pagination.has_more ? pagination.next_cursor : undefined),
  })
}

/** Moves entities to the trash with everything below them; returns how many that were. */
export async function moveToTrash(
  { workspaceId }: Api,
  type: EntityType,
  ids: readonly string[],
): Promise<number> {
  const body = { type, ids }
  const { data } = await callApp<{ data: { trashed: number } }>('POST', '/trash', { body }, workspaceId)
  return data.trashed
}

/** Brings entities back with everything that went along. */
export async function restoreFromTrash({ workspaceId }: Api, ids: readonly string[]): Promise<void> {
  await callApp('POST', '/trash/restore', { body: { ids } }, workspaceId)
}

/** Removes everything in the trash for good. */
export async function emptyTrash({ workspaceId }: Api): Promise<void> {
  await callApp('POST', '/trash/empty', { body: {} }, workspaceId)
}

import type { EntityType } from '#shared/entities.ts'
import { callApp } from './app-client.ts'
import type { Api } from './client.ts'

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

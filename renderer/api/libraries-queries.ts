import { queryOptions } from '@tanstack/react-query'
import type {
  AssetLibrary,
  AssetLibraryPatch,
  LibraryScanResult,
  MissingFile,
  NewAssetLibrary,
} from '#shared/schemas/asset-libraries.ts'
import { endedJob } from './assets-queries.ts'
import { type Api, callWorkspace } from './client.ts'

export const librariesKey = (workspaceId: string) => ['asset-libraries', workspaceId] as const

const refetchMs = 30_000

/** The linked libraries; scans run by themselves too, so they are asked for again. */
export function librariesQuery(workspaceId: string) {
  return queryOptions({
    queryKey: librariesKey(workspaceId),
    queryFn: async ({ signal }) =>
      (await callWorkspace(workspaceId, 'GET /asset-libraries', { signal })).data,
    refetchInterval: refetchMs,
  })
}

const shownMissing = 50

/** The first missing files of a library, with the number of all. */
export function missingFilesQuery(
  workspaceId: string,
  { id, missing }: Pick<AssetLibrary, 'id' | 'missing'>,
) {
  return queryOptions({
    queryKey: [...librariesKey(workspaceId), id, 'missing', missing] as const,
    queryFn: async ({ signal }) => {
      const input = { path: { id }, query: { limit: shownMissing }, signal }
      return (await callWorkspace(workspaceId, 'GET /asset-libraries/{id}/missing', input)).data
    },
    enabled: missing > 0,
  })
}

export async function linkLibrary(workspaceId: string, body: NewAssetLibrary): Promise<void> {
  await callWorkspace(workspaceId, 'POST /asset-libraries', { body })
}

export async function changeLibrary(
  workspaceId: string,
  { id, ...body }: AssetLibraryPatch & Pick<AssetLibrary, 'id'>,
): Promise<void> {
  await callWorkspace(workspaceId, 'PATCH /asset-libraries/{id}', { path: { id }, body })
}

export async function unlinkLibrary(workspaceId: string, id: string): Promise<void> {
  await callWorkspace(workspaceId, 'DELETE /asset-libraries/{id}', { path: { id } })
}

/** Scans a library and waits for the result; undefined where the scan was cancelled or failed. */
export async function scanLibrary(api: Api, id: string): Promise<LibraryScanResult | undefined> {
  const input = { path: { id } }
  const { data } = await callWorkspace(api.workspaceId, 'POST /asset-libraries/{id}/scan', input)
  const { result } = await endedJob(api, data)
  return result !== null && 'left_out' in result && 'moved' in result ? result : undefined
}

/** Writes the place where a missing file was found into every value of an image or product that names it. */
export async function takeNewPlace(api: Api, { value, moved_to: place }: MissingFile): Promise<void> {
  for (const type of ['image', 'product'] as const) {
    const { data: attributes } = await api.call('GET /attributes', { query: { type } })
    for (const { key } of attributes.filter(({ data_type: dataType }) => dataType === 'image')) {
      const body = { type, filter: { [key]: value }, set: { [key]: place } }
      await endedJob(api, (await api.call('POST /bulk-edits', { body })).data)
    }
  }
}

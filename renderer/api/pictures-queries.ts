import type { EntityResource } from '#shared/entities.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from './client.ts'

/** Stores a file in the workspace, once. Returns the value for an image attribute. */
export async function storeFile(api: Api, file: File): Promise<string> {
  const form = new FormData()
  form.set('file', file, file.name)
  return (await api.call('POST /files', { body: form })).data.path
}

export async function knownPicture(
  api: Api,
  key: string,
  value: string,
): Promise<EntityResource | undefined> {
  const params = [[`filter[${key}]`, value]] as const
  return (await api.call('GET /images', { query: { limit: 1 }, params })).data[0]
}

/** The attribute in which images hold their picture; null where there is none. */
export function pictureKeyQuery(api: Api) {
  return queryOptions({
    queryKey: ['picture-key', api.workspaceId] as const,
    queryFn: async ({ signal }) => {
      const { data } = await api.call('GET /attributes', { query: { type: 'image' }, signal })
      return data.find(({ data_type: type }) => type === 'image')?.key ?? null
    },
    staleTime: 30_000,
  })
}

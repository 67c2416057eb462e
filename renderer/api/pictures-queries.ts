import { infiniteQueryOptions } from '@tanstack/react-query'
import type { EntityResource } from '#shared/entities.ts'
import type { GridQuery } from '../query/grid-query.ts'
import { answerOf, withParams, type Api } from './client.ts'
import { toListParams } from '../query/list-params.ts'

const picturesAPage = 60

export const galleryKey = (workspaceId: string) => ['gallery', workspaceId] as const

/** The images that match a query, page by page. */
export function galleryQuery(api: Api, query: GridQuery) {
  const params = toListParams(query)
  return infiniteQueryOptions({
    queryKey: [...galleryKey(api.workspaceId), params] as const,
    initialPageParam: '',
    queryFn: ({ pageParam: cursor, signal }) =>
      answerOf(
        api.client.GET('/images', {
          params: { query: { limit: picturesAPage, ...(cursor !== '' && { cursor }) } },
          querySerializer: withParams(params),
          signal,
        }),
      ),
    getNextPageParam: ({ pagination }) => (pagination.has_more ? pagination.next_cursor : undefined),
  })
}

/** Keeps a file in the workspace; the same file is kept once. Gives the value of an image attribute. */
export async function storeFile(api: Api, file: File): Promise<string> {
  const form = new FormData()
  form.set('file', file, file.name)
  const call = api.client.POST('/files', { body: { file: file.name }, bodySerializer: () => form })
  return (await answerOf(call)).data.path
}

/** The image that has this value in the attribute, if there is one. */
export async function knownPicture(
  api: Api,
  key: string,
  value: string,
): Promise<EntityResource | undefined> {
  const call = api.client.GET('/images', {
    params: { query: { limit: 1 } },
    querySerializer: withParams([[`filter[${key}]`, value]]),
  })
  return (await answerOf(call)).data[0]
}

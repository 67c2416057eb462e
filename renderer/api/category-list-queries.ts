import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callWorkspace } from './client.ts'

const route = '/channels/{channel}/category-list'

export const categoryListKey = (workspaceId: string, channel: string) =>
  ['category-list', workspaceId, channel] as const

/** The official list of a channel and what a search finds in it. */
export function categorySearchQuery(workspaceId: string, channel: string, q: string) {
  return queryOptions({
    queryKey: [...categoryListKey(workspaceId, channel), 'search', q] as const,
    queryFn: async ({ signal }) => {
      const query = q === '' ? {} : { q }
      return (await callWorkspace(workspaceId, `GET ${route}`, { path: { channel }, query, signal })).data
    },
    placeholderData: keepPreviousData,
  })
}

/** What the list has for names, in their order. */
export function lookUpQuery(workspaceId: string, channel: string, names: readonly string[]) {
  return queryOptions({
    queryKey: [...categoryListKey(workspaceId, channel), 'look-up', names] as const,
    queryFn: async ({ signal }) => {
      const input = { path: { channel }, body: { names: [...names] }, signal }
      return (await callWorkspace(workspaceId, `POST ${route}/look-up`, input)).data
    },
    placeholderData: keepPreviousData,
  })
}

export function addCategoryList(workspaceId: string, channel: string, file: File) {
  const body = new FormData()
  body.set('file', file, file.name)
  return callWorkspace(workspaceId, `POST ${route}`, { path: { channel }, body })
}

export function removeCategoryList(workspaceId: string, channel: string) {
  return callWorkspace(workspaceId, `DELETE ${route}`, { path: { channel } })
}

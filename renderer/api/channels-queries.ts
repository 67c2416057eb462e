import { queryOptions, keepPreviousData } from '@tanstack/react-query'
import type { Channel, ChannelSetup } from '#shared/channels.ts'
import { hasVariantsKey } from '#shared/filters.ts'
import type { NewChannel } from '#shared/custom-channels.ts'
import { callWorkspace, type Api } from './client.ts'

export const channelsKey = (workspaceId: string) => ['channels', workspaceId] as const

export function channelsQuery(api: Api) {
  return queryOptions({
    queryKey: [...channelsKey(api.workspaceId), 'list'] as const,
    queryFn: async ({ signal }) => {
      return (await api.call('GET /channels', { query: { enabled: 'all' }, signal })).data
    },
  })
}

export function channelQuery(api: Api, key: Channel['key']) {
  return queryOptions({
    queryKey: [...channelsKey(api.workspaceId), key, 'fields'] as const,
    queryFn: async ({ signal }) => {
      return (await api.call('GET /channels/{channel}', { path: { channel: key }, signal })).data
    },
  })
}

export const completenessKey = (workspaceId: string) => ['completeness', workspaceId] as const

export function completenessQuery(api: Api, key: Channel['key']) {
  return queryOptions({
    queryKey: [...completenessKey(api.workspaceId), key] as const,
    queryFn: async ({ signal }) => {
      const path = { channel: key }
      return (await api.call('GET /channels/{channel}/completeness', { path, signal })).data
    },
  })
}

/** The completeness of each day; it changes once in some minutes at most. */
export function completenessHistoryQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['completeness-history', workspaceId] as const,
    queryFn: async ({ signal }) =>
      (await callWorkspace(workspaceId, 'GET /completeness/history', { signal })).data,
    staleTime: 5 * 60_000,
  })
}

/** The attributes proposed for fields of a channel on which nobody has decided. */
export function mappingProposalsQuery(workspaceId: string, key: string) {
  return queryOptions({
    queryKey: [...channelsKey(workspaceId), key, 'proposals'] as const,
    queryFn: async ({ signal }) => {
      const path = { channel: key }
      return (await callWorkspace(workspaceId, 'GET /channels/{channel}/proposals', { path, signal })).data
    },
    staleTime: 0,
  })
}

export const channelPreviewKey = (workspaceId: string) => ['channel-preview', workspaceId] as const

/** One product as the channel gets it. */
export function channelPreviewQuery(workspaceId: string, channel: string, product: string) {
  return queryOptions({
    queryKey: [...channelPreviewKey(workspaceId), channel, product] as const,
    queryFn: async ({ signal }) => {
      const input = { path: { channel }, query: { product }, signal }
      return (await callWorkspace(workspaceId, 'GET /channels/{channel}/preview', input)).data
    },
    placeholderData: keepPreviousData,
  })
}

/** The product at a position of those that are sold, and how many there are. */
interface SoldProduct {
  readonly q: string
  readonly offset: number
  /** The filter for the products of the file, unless somebody searches for one. */
  readonly params: readonly (readonly [string, string])[]
}

export function soldProductQuery(api: Api, { q, offset, params: sold }: SoldProduct) {
  return queryOptions({
    queryKey: [...channelPreviewKey(api.workspaceId), 'product', q, offset, sold] as const,
    queryFn: async ({ signal }) => {
      const query = { limit: 1, offset, ...(q !== '' && { q }) }
      const params = q === '' ? sold : [[`filter[${hasVariantsKey}]`, 'false'] as const]
      const { data, pagination } = await api.call('GET /products', { query, params, signal })
      return { product: data[0], total: pagination.total }
    },
    placeholderData: keepPreviousData,
  })
}

/** How the file of a channel differs from an earlier one; files never change. */
export function exportDifferencesQuery(workspaceId: string, id: string, earlier: string) {
  return queryOptions({
    queryKey: ['export-differences', workspaceId, id, earlier] as const,
    queryFn: async ({ signal }) => {
      const input = { path: { job_id: id }, query: { with: earlier }, signal }
      return (await callWorkspace(workspaceId, 'GET /exports/{job_id}/differences', input)).data
    },
    staleTime: Infinity,
    retry: false,
  })
}

/** The first products that a problem left out of a file. */
export async function fetchLeftOut(
  workspaceId: string,
  id: string,
  problem: { readonly field: string; readonly issue: string },
) {
  const input = { path: { job_id: id }, query: problem }
  return (await callWorkspace(workspaceId, 'GET /exports/{job_id}/left-out', input)).data
}

/** The attributes that a model can write for a channel. */
export function fieldPromptsQuery(workspaceId: string, key: string) {
  return queryOptions({
    queryKey: [...channelsKey(workspaceId), key, 'prompts'] as const,
    queryFn: async ({ signal }) => {
      const path = { channel: key }
      return (await callWorkspace(workspaceId, 'GET /channels/{channel}/prompts', { path, signal })).data
    },
  })
}

/** Enables a channel; `unmapped` lists fields that nothing fills. */
export function enableChannel(workspaceId: string, key: string) {
  return callWorkspace(workspaceId, 'POST /channels/{channel}/enable', { path: { channel: key } })
}

export function disableChannel(workspaceId: string, key: string) {
  return callWorkspace(workspaceId, 'POST /channels/{channel}/disable', { path: { channel: key } })
}

/** Makes a channel; `unmapped` lists columns that nothing fills. */
export function createChannel(workspaceId: string, body: NewChannel) {
  return callWorkspace(workspaceId, 'POST /channels', { body })
}

export function deleteChannel(workspaceId: string, key: string) {
  return callWorkspace(workspaceId, 'DELETE /channels/{channel}', { path: { channel: key } })
}

/** Sets the sources of a channel's fields, its category names, and its address of pictures. */
export function setUpChannel(workspaceId: string, key: string, body: ChannelSetup) {
  return callWorkspace(workspaceId, 'PATCH /channels/{channel}', { path: { channel: key }, body })
}

export async function fetchRequiredKeys(api: Api): Promise<ReadonlySet<string>> {
  const { data: enabled } = await api.call('GET /channels')
  const channels = await Promise.all(
    enabled.map(({ key }) => api.call('GET /channels/{channel}', { path: { channel: key } })),
  )
  const required = channels
    .flatMap(({ data }) => data.fields)
    .filter(({ requirement, condition }) => requirement === 'required' && condition === undefined)
  return new Set(required.flatMap(({ attribute }) => attribute ?? []))
}

const route = '/channels/{channel}/category-list'

export const categoryListKey = (workspaceId: string, channel: string) =>
  ['category-list', workspaceId, channel] as const

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

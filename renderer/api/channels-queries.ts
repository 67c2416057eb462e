import { queryOptions, keepPreviousData } from '@tanstack/react-query'
import type { Channel, ChannelSetup } from '#shared/channels.ts'
import type { NewChannel } from '#shared/custom-channels.ts'
import { callWorkspace, type Api } from './client.ts'

export const channelsKey = (workspaceId: string) => ['channels', workspaceId] as const

/** Every channel there is, enabled or not. */
export function channelsQuery(api: Api) {
  return queryOptions({
    queryKey: [...channelsKey(api.workspaceId), 'list'] as const,
    queryFn: async ({ signal }) => {
      return (await api.call('GET /channels', { query: { enabled: 'all' }, signal })).data
    },
  })
}

/** One channel with its fields. */
export function channelQuery(api: Api, key: Channel['key']) {
  return queryOptions({
    queryKey: [...channelsKey(api.workspaceId), key, 'fields'] as const,
    queryFn: async ({ signal }) => {
      return (await api.call('GET /channels/{channel}', { path: { channel: key }, signal })).data
    },
  })
}

export const completenessKey = (workspaceId: string) => ['completeness', workspaceId] as const

/** How complete all products are for an enabled channel. */
export function completenessQuery(api: Api, key: Channel['key']) {
  return queryOptions({
    queryKey: [...completenessKey(api.workspaceId), key] as const,
    queryFn: async ({ signal }) => {
      const path = { channel: key }
      return (await api.call('GET /channels/{channel}/completeness', { path, signal })).data
    },
  })
}

/** Enables a channel; `unmapped` of the answer are the fields it asks for that nothing fills. */
export function enableChannel(workspaceId: string, key: string) {
  return callWorkspace(workspaceId, 'POST /channels/{channel}/enable', { path: { channel: key } })
}

export function disableChannel(workspaceId: string, key: string) {
  return callWorkspace(workspaceId, 'POST /channels/{channel}/disable', { path: { channel: key } })
}

/** Makes a channel; `unmapped` of the answer are the columns it asks for that nothing fills. */
export function createChannel(workspaceId: string, body: NewChannel) {
  return callWorkspace(workspaceId, 'POST /channels', { body })
}

/** Deletes a channel that the owner made; the answer is what it was. */
export function deleteChannel(workspaceId: string, key: string) {
  return callWorkspace(workspaceId, 'DELETE /channels/{channel}', { path: { channel: key } })
}

/** Says what fills fields of a channel, what it calls categories, and where its pictures lie. */
export function setUpChannel(workspaceId: string, key: string, body: ChannelSetup) {
  return callWorkspace(workspaceId, 'PATCH /channels/{channel}', { path: { channel: key }, body })
}

/** The attributes that some enabled channel requires; what only some of several alternatives need is not among them. */
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

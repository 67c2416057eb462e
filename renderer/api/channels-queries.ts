import { queryOptions } from '@tanstack/react-query'
import type { Channel } from '#shared/channels.ts'
import { callApp } from './app-client.ts'
import { answerOf, type Api } from './client.ts'

export const channelsKey = (workspaceId: string) => ['channels', workspaceId] as const

/** Every channel there is, enabled or not. */
export function channelsQuery(api: Api) {
  return queryOptions({
    queryKey: [...channelsKey(api.workspaceId), 'list'] as const,
    queryFn: async ({ signal }) => {
      const call = api.client.GET('/channels', { params: { query: { enabled: 'all' } }, signal })
      return (await answerOf(call)).data
    },
  })
}

/** One channel with its fields. */
export function channelQuery(api: Api, key: Channel['key']) {
  return queryOptions({
    queryKey: [...channelsKey(api.workspaceId), key, 'fields'] as const,
    queryFn: async ({ signal }) => {
      const call = api.client.GET('/channels/{channel}', { params: { path: { channel: key } }, signal })
      return (await answerOf(call)).data
    },
  })
}

export const completenessKey = (workspaceId: string) => ['completeness', workspaceId] as const

/** How complete all products are for an enabled channel. */
export function completenessQuery(api: Api, key: Channel['key']) {
  return queryOptions({
    queryKey: [...completenessKey(api.workspaceId), key] as const,
    queryFn: async ({ signal }) => {
      const params = { path: { channel: key } }
      const call = api.client.GET('/channels/{channel}/completeness', { params, signal })
      return (await answerOf(call)).data
    },
  })
}

/** What setting up a channel answers: `unmapped` are the fields it asks for that nothing fills. */
interface ChannelSetUp {
  readonly data: Channel
  readonly unmapped: readonly string[]
}

export function enableChannel(workspaceId: string, key: string): Promise<ChannelSetUp> {
  return callApp('POST', `/channels/${key}/enable`, {}, workspaceId)
}

export function disableChannel(workspaceId: string, key: string): Promise<ChannelSetUp> {
  return callApp('POST', `/channels/${key}/disable`, {}, workspaceId)
}

export function mapChannelField(
  workspaceId: string,
  key: string,
  { target, attribute }: { readonly target: string; readonly attribute: string | null },
): Promise<ChannelSetUp> {
  const body = { mapping: { [target]: attribute } }
  return callApp('PATCH', `/channels/${key}`, { body }, workspaceId)
}

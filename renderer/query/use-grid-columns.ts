import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ChannelSummary } from '#shared/channels.ts'
import type { EntityType } from '#shared/entities.ts'
import { attributeConfigsQuery, attributesQuery } from '../api/attributes-queries.ts'
import { channelsQuery } from '../api/channels-queries.ts'
import { createApi, type Api } from '../api/client.ts'
import { toColumns } from './columns.ts'

/** Every column that the grid of a type can show; undefined until the schema has arrived. */
export function useGridColumns(workspaceId: string, type: EntityType) {
  const api = useMemo(() => createApi(workspaceId), [workspaceId])
  const { data: attributes, error, refetch } = useQuery(attributesQuery(api, type))
  const { data: configs, isPending } = useQuery(attributeConfigsQuery(workspaceId, type))
  const channels = useEnabledChannels(api, type)
  const columns = useMemo(() => {
    const configOf = new Map(configs?.map((config) => [config.key, config]))
    return (
      attributes &&
      channels &&
      toColumns(
        attributes.map((attribute) => ({ ...configOf.get(attribute.key), ...attribute })),
        channels,
      )
    )
  }, [attributes, configs, channels])
  return { columns, attributes, error, isPending, refetch }
}

const none: readonly ChannelSummary[] = []

/** The channels that products are measured for; undefined until they are known. Where they cannot be had the grid opens without them. */
export function useEnabledChannels(api: Api, type: EntityType): readonly ChannelSummary[] | undefined {
  const isMeasured = type === 'product'
  const { data, isError } = useQuery({ ...channelsQuery(api), enabled: isMeasured })
  return useMemo(
    () => (isMeasured && !isError ? data?.filter(({ enabled }) => enabled) : none),
    [isMeasured, isError, data],
  )
}

import { useQuery, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ChannelSummary } from '#shared/channels.ts'
import { type EntityType, entityTypes } from '#shared/entities.ts'
import { attributeConfigsQuery, attributesQuery } from '../api/attributes-queries.ts'
import { channelsQuery } from '../api/channels-queries.ts'
import { createApi, type Api } from '../api/client.ts'
import { toColumns, type GridColumn } from './columns.ts'
import type { AttributeConfig, AttributeDefinition } from '#shared/attributes.ts'
import { tableOf } from '#shared/text.ts'

/** Every column for the grid of a type; undefined until the schema has arrived. */
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

/** The enabled channels; undefined while loading. If they fail to load, the grid opens without them. */
export function useEnabledChannels(api: Api, type: EntityType): readonly ChannelSummary[] | undefined {
  const isMeasured = type === 'product'
  const { data, isError } = useQuery({ ...channelsQuery(api), enabled: isMeasured })
  return useMemo(
    () => (isMeasured && !isError ? data?.filter(({ enabled }) => enabled) : none),
    [isMeasured, isError, data],
  )
}

/** The columns of every type; empty until the schema has arrived. */
export function useAllColumns(api: Api): Readonly<Record<EntityType, readonly GridColumn[]>> {
  const attributes = useQueries({
    queries: entityTypes.map((type) => attributesQuery(api, type)),
    combine: definitionsOf,
  })
  const configs = useQueries({
    queries: entityTypes.map((type) => attributeConfigsQuery(api.workspaceId, type)),
    combine: configsOf,
  })
  return useMemo(
    () =>
      tableOf(entityTypes, (type) => {
        const index = entityTypes.indexOf(type)
        const configOf = configs[index]
        const whole = attributes[index]?.map((attribute) => ({
          ...configOf?.get(attribute.key),
          ...attribute,
        }))
        return whole && configOf ? toColumns(whole) : []
      }),
    [attributes, configs],
  )
}

interface QueryState<Data> {
  readonly data: Data | undefined
  readonly isPending: boolean
}

function definitionsOf(results: readonly QueryState<readonly AttributeDefinition[]>[]) {
  return results.map(({ data }) => data)
}

function configsOf(results: readonly QueryState<readonly AttributeConfig[]>[]) {
  return results.map(({ data, isPending }) =>
    isPending ? undefined : new Map((data ?? []).map((config) => [config.key, config])),
  )
}

import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AttributeConfig, AttributeDefinition } from '#shared/attributes.ts'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import { tableOf } from '#shared/text.ts'
import { attributeConfigsQuery, attributesQuery } from '../api/attributes-queries.ts'
import type { Api } from '../api/client.ts'
import { toColumns, type GridColumn } from './columns.ts'

/** The columns of every type, for pages that show entities of all of them; empty until the schema has arrived. */
export function useAllColumns(api: Api): Readonly<Record<EntityType, readonly GridColumn[]>> {
  const attributes = useQueries({
    queries: entityTypes.map((type) => attributesQuery(api, type)),
    combine: definitionsOf,
  })
  // Constraints and targets of references are known to the owner's surface alone.
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

interface Answered<Data> {
  readonly data: Data | undefined
  readonly isPending: boolean
}

function definitionsOf(results: readonly Answered<readonly AttributeDefinition[]>[]) {
  return results.map(({ data }) => data)
}

/** By key; undefined while they are asked for. */
function configsOf(results: readonly Answered<readonly AttributeConfig[]>[]) {
  return results.map(({ data, isPending }) =>
    isPending ? undefined : new Map((data ?? []).map((config) => [config.key, config])),
  )
}

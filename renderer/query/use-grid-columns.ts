import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { EntityType } from '#shared/entities.ts'
import { attributeConfigsQuery, attributesQuery } from '../api/attributes-queries.ts'
import { createApi } from '../api/client.ts'
import { toColumns } from './columns.ts'

/** Every column that the grid of a type can show; undefined until the schema has arrived. */
export function useGridColumns(workspaceId: string, type: EntityType) {
  const api = useMemo(() => createApi(workspaceId), [workspaceId])
  const { data: attributes, error, refetch } = useQuery(attributesQuery(api, type))
  const { data: configs, isPending } = useQuery(attributeConfigsQuery(workspaceId, type))
  const columns = useMemo(() => {
    const configOf = new Map(configs?.map((config) => [config.key, config]))
    return (
      attributes &&
      toColumns(attributes.map((attribute) => ({ ...configOf.get(attribute.key), ...attribute })))
    )
  }, [attributes, configs])
  return { columns, attributes, error, isPending, refetch }
}

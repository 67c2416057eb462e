import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { EntityType } from '#shared/entities.ts'
import { attributeConfigsQuery, attributesQuery } from '../api/attributes-queries.ts'
import { useEnabledChannels } from '../query/use-grid-columns.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { toFilterFields, type FilterField } from './filter-fields.ts'

/** What can be filtered and sorted by in a type; empty until the schema has arrived. */
export function useFilterFields(type: EntityType): readonly FilterField[] {
  const { api } = useWorkspace()
  const { data: attributes } = useQuery(attributesQuery(api, type))
  const { data: configs } = useQuery(attributeConfigsQuery(api.workspaceId, type))
  const channels = useEnabledChannels(api, type)
  return useMemo(
    () => (attributes === undefined ? [] : toFilterFields(type, attributes, { configs, channels })),
    [type, attributes, configs, channels],
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EntityType } from '#shared/entities.ts'
import { emptyGridQuery } from '../query/grid-query.ts'
import { listIds } from '../query/list-queries.ts'
import { usePlace } from '../query/use-place.ts'
import { findEntityType } from '../query/place.ts'
import { openGrid } from '../state/open-grid.ts'
import { useWorkspace } from '../state/workspace-context.ts'

const tried = 3

/** The rows that a definition is tried on: the first of those selected, else the first that the grid lists. */
export function useTryIds(type: EntityType): readonly string[] {
  const { api } = useWorkspace()
  const { place } = usePlace()
  const query = findEntityType(place.view) === type ? place.query : emptyGridQuery
  // What is selected when the editor opens is meant.
  const [selection] = useState(() => {
    const grid = openGrid.get()
    return grid?.type === type ? grid.selectedRows() : undefined
  })
  const { data = [] } = useQuery({
    queryKey: ['tried-rows', api.workspaceId, type, query, selection?.count] as const,
    queryFn: async () => {
      const selected =
        selection && selection.count > 0 && selection.count <= maxSelected ? await selection.ids() : []
      const ids = selected.length > 0 ? selected : await listIds(api, type, query, [0, tried - 1])
      return ids.slice(0, tried)
    },
    gcTime: 0,
  })
  return data
}

// Of more than these the first three are those of the list as well.
const maxSelected = 1000

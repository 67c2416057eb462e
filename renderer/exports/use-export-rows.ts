import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EntityType } from '#shared/entities.ts'
import { toFilterObject } from '../query/filter-object.ts'
import type { GridQuery } from '../query/grid-query.ts'
import { countQuery, mostNamedRows } from '../query/list-queries.ts'
import { findEntityType } from '../query/place.ts'
import { usePlace } from '../query/use-place.ts'
import type { ExportScope } from '../state/dialogs.ts'
import { openGrid } from '../state/open-grid.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { countOf } from '../ui/format-count.ts'
import type { RowsOfExport } from './export-choices.ts'

/** Rows that a request cannot name as the user means them, in a sentence. */
export class RowsFault extends Error {}

/** How many rows each choice means, and what a request says to mean them. */
export function useExportRows(type: EntityType) {
  const { api } = useWorkspace()
  const { place } = usePlace()
  const { query } = place
  const isShown = findEntityType(place.view) === type
  const { data: total } = useQuery(countQuery(api, type))
  const { data: matching } = useQuery({ ...countQuery(api, type, query), enabled: isShown })
  // What is selected when the dialog opens is meant, whatever the grid does behind it.
  const [selection] = useState(() => {
    const grid = openGrid.get()
    return isShown && grid?.type === type ? grid.selectedRows() : undefined
  })
  const selected = selection?.count ?? 0
  const counts = { selection: selected, view: isShown ? matching : undefined, all: total }
  // More rows than a request can name, but all of them: then what lists them names them.
  const isWhole = selected > mostNamedRows && matching !== undefined && selected >= matching
  const toRows = async (scope: ExportScope): Promise<RowsOfExport> => {
    if (scope === 'all') return {}
    if (scope === 'view' || isWhole) return rowsOfView(query)
    if (selected > mostNamedRows) throw tooMany()
    return named((await selection?.ids()) ?? [], selected)
  }
  return { isShown, query, counts, toRows }
}

function rowsOfView(query: GridQuery): RowsOfExport {
  const filter = toFilterObject(query)
  const q = query.q.trim()
  const sort = query.sort.map(({ key, descending }) => (descending ? `-${key}` : key)).join(',')
  return {
    ...(Object.keys(filter).length > 0 && { filter, filter_join: query.join }),
    ...(sort !== '' && { sort }),
    ...(q !== '' && { q }),
  }
}

function named(ids: readonly string[], count: number): RowsOfExport {
  if (count > mostNamedRows) throw tooMany()
  if (ids.length === 0) throw new RowsFault('None of these rows is saved yet. Fill in what is missing first.')
  return { ids: [...ids] }
}

function tooMany(): RowsFault {
  return new RowsFault(
    `Rows can be named ${countOf(mostNamedRows, 'row')} at a time. Narrow them by a filter, or export everything.`,
  )
}

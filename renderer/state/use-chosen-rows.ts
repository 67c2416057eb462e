import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { findEntityType, type EntityType } from '#shared/entities.ts'
import { emptyGridQuery, type GridQuery } from '../query/grid-query.ts'
import { countQuery, maxNamedRows } from '../query/list-queries.ts'
import { useLocation } from '../query/use-location.ts'
import type { RowScope } from './dialogs.ts'
import { useWorkspace, openGrid } from './workspace-context.ts'
import { t } from '../ui/text.ts'

class RowsFault extends Error {}

export type ChosenRows = { readonly ids: readonly string[] } | { readonly query: GridQuery }

export function useChosenRows(type: EntityType) {
  const { api } = useWorkspace()
  const { location } = useLocation()
  const { query } = location
  const isShown = findEntityType(location.view) === type
  const { data: total } = useQuery(countQuery(api, type))
  const { data: matching } = useQuery({ ...countQuery(api, type, query), enabled: isShown })
  // The selection when the dialog opens, whatever the grid does behind it.
  const [selection] = useState(() => {
    const grid = openGrid.get()
    return isShown && grid?.type === type ? grid.selectedRows() : undefined
  })
  const selected = selection?.count ?? 0
  const counts = { selection: selected, view: isShown ? matching : undefined, all: total }
  // All rows are selected, more than a request can name, so they are requested as the whole list.
  const isWhole = selected > maxNamedRows && matching !== undefined && selected >= matching
  const choose = async (scope: RowScope): Promise<ChosenRows> => {
    if (scope === 'all') return { query: emptyGridQuery }
    if (scope === 'view' || isWhole) return { query }
    if (selected > maxNamedRows) throw tooMany()
    return { ids: saved((await selection?.ids()) ?? [], selected) }
  }
  return { isShown, query, counts, choose }
}

export function scopeAtFirst({ isShown, counts }: ReturnType<typeof useChosenRows>): RowScope {
  if (counts.selection > 1) return 'selection'
  return isShown ? 'view' : 'all'
}

function saved(ids: readonly string[], count: number): readonly string[] {
  if (count > maxNamedRows) throw tooMany()
  if (ids.length === 0)
    throw new RowsFault(t('None of these rows is saved yet. Fill in what is missing first.'))
  return ids
}

function tooMany(): RowsFault {
  return new RowsFault(
    t(
      'At most {maxNamedRows, plural, one {# row} other {# rows}} can be selected at a time. Narrow them by a filter, or choose everything.',
      { maxNamedRows },
    ),
  )
}

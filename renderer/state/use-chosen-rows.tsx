import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { findEntityType, type EntityType } from '#shared/entities.ts'
import { emptyGridQuery, type GridQuery, isNarrowed } from '../query/grid-query.ts'
import { countQuery, maxNamedRows } from '../query/list-queries.ts'
import { useLocation } from '../query/location.ts'
import type { RowScope } from './dialogs.ts'
import { useWorkspace, openGrid } from './workspace-context.ts'
import { t } from '../ui/text.ts'
import { Choice } from '../ui/field.tsx'
import { formatEntityCount } from './entity-types.ts'

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

interface ScopeChoiceProps {
  type: EntityType
  rows: Pick<ReturnType<typeof useChosenRows>, 'isShown' | 'query' | 'counts'>
  value: RowScope
  onChange: (scope: RowScope) => void
}

export function ScopeChoice({ type, rows, value, onChange }: ScopeChoiceProps) {
  const { isShown, query, counts } = rows
  const describe = (count: number | undefined): string =>
    count === undefined ? '…' : formatEntityCount(count, type)
  const choices: readonly (readonly [RowScope, string, string, boolean])[] = [
    ['selection', t('Selected rows'), describe(counts.selection), counts.selection > 0],
    [
      'view',
      t('This view'),
      isNarrowed(query) ? t('{count}, filtered', { count: describe(counts.view) }) : describe(counts.view),
      isShown,
    ],
    ['all', t('Everything'), describe(counts.all), true],
  ]
  return (
    <Choice
      label={t('What')}
      value={value}
      choices={choices
        .filter(([, , , isOffered]) => isOffered)
        .map(([scope, label, hint]) => ({ value: scope, label, hint }))}
      onChange={onChange}
    />
  )
}

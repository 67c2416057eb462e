import type { ListAggregates, RowGroup } from '#shared/schemas/grid.ts'
import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import { useMemo } from 'react'
import { keysAtOnce } from '../actions/selection-sums.ts'
import { useGrid } from '../data/grid-context.ts'
import { addColumns, firstSummary } from '../model/aggregate.ts'
import { listOf } from '../model/arrangement.ts'
import { headIdOf } from '../model/group-tree.ts'
import { fetchGroups } from '../../query/list-queries.ts'
import type { Summary } from '../../state/grid-layout.ts'
import { useDebouncedValue } from '../../ui/focus.ts'

const settleMs = 400

export interface GroupSums {
  readonly kinds: Summary
  readonly byId: ReadonlyMap<string, ListAggregates>
}

const noSums: GroupSums = { kinds: {}, byId: new Map() }

export function useGroupSums(): GroupSums {
  const { session, look, query } = useGrid()
  const arrangement = useSelector(session.rows.state)
  const summary = useSelector(look.summary, ({ kinds }) => kinds)
  const geometry = useSelector(session.geometry)
  const changes = useDebouncedValue(useSelector(session.changes), settleMs)
  const levels = arrangement.groupBy.length
  const kinds = useMemo(() => {
    const columns = geometry.placed.map(({ column }) => column)
    const { [columns.find(({ isPrimary }) => isPrimary)?.id ?? '']: _rows, ...summaries } =
      summary ?? firstSummary(columns)
    return summaries
  }, [summary, geometry])
  const keys = geometry.placed.flatMap(({ column: { id } }) => (kinds[id] ? [id] : [])).slice(0, keysAtOnce)
  const list = listOf(query, arrangement)
  const { data } = useQuery({
    queryKey: ['grid-group-sums', session.api.workspaceId, session.type, list, levels, keys, changes],
    queryFn: () => fetchGroups(session.api, session.type, { query: list, levels, keys }),
    enabled: levels > 0 && keys.length > 0,
    gcTime: 10_000,
    placeholderData: (before, previous) =>
      JSON.stringify(previous?.queryKey.slice(3, 5)) === JSON.stringify([list, levels]) ? before : undefined,
  })
  const byId = useMemo(() => data && sumsById(data), [data])
  return useMemo(() => (levels > 0 && byId ? { kinds, byId } : noSums), [levels, kinds, byId])
}

function sumsById(groups: readonly RowGroup[]): ReadonlyMap<string, ListAggregates> {
  const byId = new Map<string, ListAggregates>()
  for (const { values, count: rows, columns = {} } of groups)
    for (let level = 1; level <= values.length; level += 1) {
      const id = headIdOf(values.slice(0, level))
      const before = byId.get(id)
      byId.set(id, before ? combine(before, { rows, columns }) : { rows, columns })
    }
  return byId
}

function combine(a: ListAggregates, b: ListAggregates): ListAggregates {
  const columns = Object.entries(b.columns).map(([key, column]) => {
    const before = a.columns[key]
    return [key, before ? addColumns(before, column) : column] as const
  })
  return { rows: a.rows + b.rows, columns: { ...a.columns, ...Object.fromEntries(columns) } }
}

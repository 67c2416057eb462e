import type { SummaryKind } from '#shared/views.ts'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { type CSSProperties, useMemo } from 'react'
import { headText, summaryText } from '../actions/cell-state.ts'
import { toggleGroup } from '../actions/arranged-rows.ts'
import type { GridSession } from '../data/grid-session.ts'
import type { GroupHead } from '../data/row-arrangement.ts'
import { summaryChoices, addColumns, firstSummary } from '../model/aggregate.ts'
import type { Geometry, IndexRange } from '../model/geometry.ts'
import { leftOf, PinnedRight } from './cell-box.tsx'
import { t } from '../../ui/text.ts'
import type { ListAggregates, RowGroup } from '#shared/schemas/grid.ts'
import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import { keysAtOnce } from '../actions/selection-sums.ts'
import { useGrid } from '../data/grid-context.ts'
import { listOf, headIdOf } from '../model/group-tree.ts'
import { fetchGroups } from '../../query/list-queries.ts'
import type { Summary } from '../../state/grid-layout.ts'
import { useDebouncedValue } from '../../ui/focus.ts'

interface GroupRowProps {
  readonly session: GridSession
  readonly row: number
  readonly top: number
  readonly head: GroupHead
  readonly geometry: Geometry
  readonly columns: IndexRange
  readonly sums: GroupSums
  readonly isActive: boolean
  readonly activeId: string
}

export function GroupRow(props: GroupRowProps) {
  const { session, row, head, geometry, isActive } = props
  const isExpanded = !session.rows.isCollapsed(head.id)
  return (
    <div
      role="row"
      className="grid-row grid-group"
      style={styleOf(props)}
      aria-rowindex={row + 2}
      aria-level={head.level}
      aria-expanded={isExpanded}
      data-active={isActive || undefined}
      data-ends={geometry.pinnedRightWidth > 0 || undefined}
    >
      <GroupName {...props} isExpanded={isExpanded} />
      <GroupFigures {...props} />
    </div>
  )
}

function styleOf({ top, geometry, head }: GroupRowProps): CSSProperties {
  const style = { top, width: geometry.rowWidth }
  return { ...style, '--group-level': head.level - 1 }
}

function nameWidths({ geometry, sums }: GroupRowProps): CSSProperties {
  const first = geometry.placed.find(({ column, pin }) => pin !== 'left' && sums.kinds[column.id])
  const minWidth = geometry.pinnedWidth
  return first ? { minWidth, maxWidth: Math.max(minWidth, first.left) } : { minWidth }
}

function GroupName(props: GroupRowProps & { readonly isExpanded: boolean }) {
  const { session, row, head, geometry, isActive, activeId, isExpanded } = props
  const text = headText(session, head)
  const Icon = isExpanded ? ChevronDown : ChevronRight
  return (
    <div role="presentation" className="grid-group-label" style={nameWidths(props)}>
      <div
        role="rowheader"
        className="grid-gutter grid-group-gutter"
        aria-colindex={1}
        aria-label={String(row + 1)}
        style={{ width: geometry.gutterWidth }}
      >
        <button
          type="button"
          tabIndex={-1}
          className="grid-group-toggle"
          aria-label={isExpanded ? t('Collapse {text}', { text }) : t('Expand {text}', { text })}
          onClick={() => toggleGroup(session, head)}
        >
          <Icon size={15} aria-hidden />
        </button>
      </div>
      <div
        role="gridcell"
        id={isActive ? activeId : undefined}
        className="grid-group-cell"
        title={text}
        aria-colindex={2}
        aria-selected={isActive}
        aria-readonly
      >
        <span className="grid-group-name">{session.columnOf(head.key)?.name}</span>{' '}
        <span className="grid-group-value" data-blank={head.value === null || undefined}>
          {text}
        </span>{' '}
        <span className="grid-group-count">{session.context.formats.formatNumber(head.count)}</span>
      </div>
    </div>
  )
}

/** A column is too narrow for both a word and a number. */
const signs: Partial<Record<SummaryKind, string>> = { sum: 'Σ', average: 'Ø' }

function GroupFigures({ session, head, geometry, columns, sums }: GroupRowProps) {
  const data = sums.byId.get(head.id)
  if (!data) return null
  const figure = (index: number) => {
    const box = geometry.placed[index]
    const kind = box && sums.kinds[box.column.id]
    if (!kind || box.pin === 'left') return null
    const name = summaryChoices(box.column).find(({ value }) => value === kind)?.label
    const text = summaryText(session, box.column, kind, data)
    return (
      <div
        key={box.column.id}
        role="gridcell"
        className="grid-group-figure"
        aria-colindex={index + 2}
        aria-readonly
        style={{ left: leftOf(box, geometry), width: box.width }}
        title={`${name} ${text}`}
      >
        <span className="visually-hidden">{name} </span>
        <span aria-hidden className="grid-summary-kind">
          {signs[kind] ?? name}
        </span>{' '}
        <span>{text}</span>
      </div>
    )
  }
  const { first, last } = columns
  return (
    <>
      {Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => figure(first + at))}
      <PinnedRight geometry={geometry} cell={figure} />
    </>
  )
}

const settleMs = 400

interface GroupSums {
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

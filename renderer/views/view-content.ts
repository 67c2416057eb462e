import { toOperand } from '#shared/filters.ts'
import type { GridView } from '#shared/views.ts'
import {
  type CompleteClause,
  isComplete,
  fromTree,
  toTree,
  emptyGridQuery,
  type FilterGroup,
  type GridQuery,
  isNarrowed,
} from '../query/grid-query.ts'
import { toClause } from '../query/list-params.ts'
import { isVisible, type GridColumn } from '../query/columns.ts'
import {
  arrange,
  completeRules,
  findPin,
  type Look,
  type Pin,
  gridLayoutOf,
  plainLook,
  type LookStore,
} from '../state/grid-layout.ts'
import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import { useLayoutEffect, useMemo } from 'react'
import type { EntityType } from '#shared/entities.ts'
import { viewsQuery } from '../api/views-queries.ts'
import { useGridColumns } from '../query/use-grid-columns.ts'
import { useLocation, everything } from '../query/location.ts'
import { useWorkspace } from '../state/workspace-context.ts'

type ViewContent = Omit<GridView, 'id' | 'name' | 'entity_type' | 'is_default'>

export function toQuery({ sorting, filters, filter_join: join, filter_tree: groups }: GridView): GridQuery {
  return {
    ...emptyGridQuery,
    sort: sorting.map(({ key, direction }) => ({ key, descending: direction === 'desc' })),
    ...filterOf({ join, clauses: filters.map(toClause), groups: [] }, groups && fromTree(groups)),
  }
}

function filterOf(flat: FilterGroup, groups: FilterGroup | null): FilterGroup {
  if (groups === null) return flat
  if (flat.clauses.length === 0) return groups
  return { join: 'and', clauses: [], groups: [flat, groups] }
}

/** Returns the layout of a view. Other columns are hidden; new ones are hidden at the end. */
export function lookFromView(view: GridView, columns: readonly GridColumn[]): Look {
  const { visible_columns: visible, pinned_left: start, pinned_right: end, display } = view
  const isShown = ({ id, isPrimary }: GridColumn): boolean => isPrimary || visible.includes(id)
  return {
    columnOrder: visible,
    columnVisibility: Object.fromEntries(columns.map((column) => [column.id, isShown(column)])),
    columnSizing: display.widths,
    columnPinning: { start, end },
    rowHeight: display.row_height,
    colours: display.colours,
    groupBy: display.group_by === null ? [] : [display.group_by, ...display.group_then_by],
    isTree: display.tree,
    summary: display.summary,
    facets: display.facets,
    kind: display.kind,
    kindBy: display.kind_by,
  }
}

export function toViewContent(look: Look, query: GridQuery, columns: readonly GridColumn[]): ViewContent {
  const shown = arrange(columns, look).filter((column) => isVisible(column, look.columnVisibility))
  const pinned = (side: Pin) =>
    shown.filter((column) => findPin(column, look.columnPinning) === side).map(({ id }) => id)
  const known = new Set(columns.map(({ id }) => id))
  return {
    visible_columns: shown.map(({ id }) => id),
    pinned_left: pinned('left'),
    pinned_right: pinned('right'),
    sorting: query.sort.map(({ key, descending }) => ({ key, direction: descending ? 'desc' : 'asc' })),
    ...filterContent(query),
    display: {
      widths: sortedByKey(roundAll(look.columnSizing), known),
      row_height: look.rowHeight,
      colours: completeRules(look.colours),
      group_by: look.groupBy[0] ?? null,
      group_then_by: look.groupBy.slice(1),
      tree: look.isTree,
      summary: look.summary && sortedByKey(look.summary, known),
      facets: look.facets && [...look.facets],
      kind: look.kind,
      kind_by: look.kindBy,
    },
  }
}

/** Filters without groups keep the form that every version of views can read. */
function filterContent(query: GridQuery): Pick<ViewContent, 'filters' | 'filter_join' | 'filter_tree'> {
  const tree = query.groups.length > 0 ? toTree(query) : undefined
  if (tree) return { filters: [], filter_join: 'and', filter_tree: tree }
  const filters = query.clauses.filter(isComplete).map(toFilter)
  return { filters, filter_join: query.join, filter_tree: null }
}

/** Equal content always gives equal text. */
function sortedByKey<T>(byKey: Readonly<Record<string, T>>, known: ReadonlySet<string>): Record<string, T> {
  const entries = Object.entries(byKey).filter(([key]) => known.has(key))
  return Object.fromEntries(entries.toSorted(([a], [b]) => a.localeCompare(b)))
}

function roundAll(widths: Look['columnSizing']): Record<string, number> {
  return Object.fromEntries(Object.entries(widths).map(([key, width]) => [key, Math.round(width)]))
}

export function isChanged(present: ViewContent, saved: ViewContent): boolean {
  return JSON.stringify(present) !== JSON.stringify(saved)
}

function toFilter({ key, operator, value }: CompleteClause): GridView['filters'][number] {
  return { attribute: key, operator, value: toOperand(operator, value) }
}

export interface GridViews {
  readonly type: EntityType
  readonly views: readonly GridView[]
  readonly active: GridView | undefined
  /** The shown content as it would be saved; undefined until the columns are known. */
  readonly content: ViewContent | undefined
  readonly isDirty: boolean
  /** False until the content of the grid is known. */
  readonly isReady: boolean
  readonly choose: (view: GridView | undefined) => void
}

export function useGridViews(type: EntityType): GridViews {
  const { workspace } = useWorkspace()
  const { location, change } = useLocation()
  const { columns } = useGridColumns(workspace.id, type)
  const { data, isPending } = useQuery(viewsQuery(workspace.id, type))
  const views = data ?? noViews
  const store = gridLayoutOf(workspace.id, type)
  const { savedView, query } = location
  const isBare = savedView === undefined && query.sort.length === 0 && !isNarrowed(query)
  const preset = isBare ? views.find((view) => view.is_default) : undefined
  const active = views.find(({ id }) => id === savedView)
  const apply = (view: GridView | undefined): void => {
    store.appliedView.set({ id: view?.id })
    if (columns !== undefined) store.set(view === undefined ? plainLook : lookFromView(view, columns))
  }
  const choose = (view: GridView | undefined, replace = false): void => {
    apply(view)
    change(
      { query: view === undefined ? emptyGridQuery : toQuery(view), savedView: view?.id ?? everything },
      replace,
    )
  }

  useLayoutEffect(() => {
    if (isPending || columns === undefined) return
    if (preset !== undefined) return choose(preset, true)
    if (store.appliedView.get().id !== active?.id) apply(active)
    // The choice decides; a view that is saved meanwhile keeps the layout on the screen.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isPending, columns, preset?.id, active?.id, store])

  const { content, isDirty } = useContent(store, query, { active, columns })
  const isReady = columns === undefined || (!isPending && preset === undefined)
  return { type, views, active, content, isDirty, isReady, choose: (view) => choose(view) }
}

const noViews: readonly GridView[] = []

interface VisibleView {
  readonly active: GridView | undefined
  readonly columns: ReturnType<typeof useGridColumns>['columns']
}

function useContent(store: LookStore, query: GridQuery, { active, columns }: VisibleView) {
  const look = useSelector(store.all)
  return useMemo(() => {
    if (columns === undefined) return { content: undefined, isDirty: false }
    const content = toViewContent(look, query, columns)
    const saved = active
      ? toViewContent(lookFromView(active, columns), toQuery(active), columns)
      : toViewContent(plainLook, emptyGridQuery, columns)
    return { content, isDirty: isChanged(content, saved) }
  }, [look, query, active, columns])
}

import { toOperand } from '#shared/filters.ts'
import type { GridView, ViewPatch } from '#shared/views.ts'
import { type CompleteClause, isComplete, fromTree, toTree } from '../query/filter-groups.ts'
import { toClause } from '../query/list-params.ts'
import { isVisible, type GridColumn } from '../query/columns.ts'
import { emptyGridQuery, type FilterGroup, type GridQuery } from '../query/grid-query.ts'
import { arrange, completeRules, findPin, type Look, type Pin } from '../state/grid-layout.ts'

export type ViewContent = Required<Omit<ViewPatch, 'name' | 'is_default'>>

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
  return { key, op: operator, value: toOperand(operator, value) }
}

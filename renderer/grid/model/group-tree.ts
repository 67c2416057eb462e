import type { AttributeValue } from '#shared/entities.ts'
import { foldText } from '#shared/text.ts'
import { isMeasured, type GridColumn } from '../../query/columns.ts'
import { withClause, type GridQuery } from '../../query/grid-query.ts'

interface CountedGroup {
  readonly values: readonly (AttributeValue | null)[]
  readonly count: number
}

export interface GroupNode {
  readonly id: string
  readonly level: number
  readonly value: AttributeValue | null
  readonly count: number
  readonly from: number
  readonly below: readonly GroupNode[]
}

/** The order of groups of one attribute: its options as listed, then other values as in the list. */
export interface GroupOrder {
  readonly options: readonly string[]
  readonly descending: boolean
}

export const headPrefix = 'group:'

/** Returns the id of a group by its values and those of the groups around it, ignoring case. */
export function headIdOf(values: readonly (AttributeValue | null)[]): string {
  return `${headPrefix}${JSON.stringify(values).toLowerCase()}`
}

export function growGroups(counted: readonly CountedGroup[], orders: readonly GroupOrder[]): GroupNode[] {
  let position = 0
  const placed = counted.map((group) => {
    const from = position
    position += group.count
    return { ...group, from }
  })
  return nodesOf(placed, 1, orders)
}

interface PlacedGroup extends CountedGroup {
  readonly from: number
}

function nodesOf(groups: readonly PlacedGroup[], level: number, orders: readonly GroupOrder[]): GroupNode[] {
  const byId = Map.groupBy(groups, ({ values }) => headIdOf(values.slice(0, level)))
  const nodes = [...byId].flatMap(([id, within]): GroupNode[] => {
    const [first] = within
    if (!first) return []
    const count = within.reduce((sum, group) => sum + group.count, 0)
    const below = level < first.values.length ? nodesOf(within, level + 1, orders) : []
    return [{ id, level, value: first.values[level - 1] ?? null, count, from: first.from, below }]
  })
  const order = orders[level - 1]
  return order && order.options.length > 0 ? inOrder(nodes, order) : nodes
}

/** Other values follow the options, blanks come last. */
function inOrder(nodes: readonly GroupNode[], { options, descending }: GroupOrder): GroupNode[] {
  const listed = descending ? options.toReversed() : options
  const ranks = new Map(listed.map((option, index) => [foldText(option), index]))
  const rankOf = ({ value }: GroupNode): number => {
    if (value === null) return options.length + 1
    return (typeof value === 'string' ? ranks.get(foldText(value)) : undefined) ?? options.length
  }
  return nodes.toSorted((a, b) => rankOf(a) - rankOf(b))
}

export function allGroups(nodes: readonly GroupNode[]): GroupNode[] {
  return nodes.flatMap((node) => [node, ...allGroups(node.below)])
}

export interface Arrangement {
  readonly groupBy: readonly string[]
  readonly isTree: boolean
}

/**
 * Whether a column can group: sortable columns and references; times, ids and measures are unique or no
 * values.
 */
export function canGroup(column: GridColumn): boolean {
  return column.sortKey !== undefined && !column.isSystem && !isMeasured(column)
}

/** The options of an attribute in the order of its groups; none for several options at once. */
export function orderedOptions(column: GridColumn | undefined): readonly string[] {
  return column === undefined || column.kind === 'multi_select_list' ? [] : column.options
}

export const plainArrangement: Arrangement = { groupBy: [], isTree: false }

/**
 * The list of an arrangement: sorted by group keys, roots first in a tree, nearest first in a search without
 * an order.
 */
export function listOf(query: GridQuery, { groupBy, isTree }: Arrangement): GridQuery {
  if (groupBy.length > 0) {
    const own = groupBy.map(
      (group) => query.sort.find(({ key }) => key === group) ?? { key: group, descending: false },
    )
    return { ...query, sort: [...own, ...query.sort.filter(({ key }) => !groupBy.includes(key))] }
  }
  if (isTree && canBeTree(query)) return withClause(query, rootsOnly)
  const isSearched = query.q.trim() !== '' && query.sort.length === 0
  return isSearched ? { ...query, sort: [nearestFirst] } : query
}

const nearestFirst = { key: 'relevance', descending: false }
const rootsOnly = { key: 'parent_id', operator: 'exists', value: 'false' }

/** One flat filter cannot say "no variant, and any of those conditions". */
export function canBeTree({ join, clauses, groups }: GridQuery): boolean {
  return join === 'and' || clauses.length + groups.length < 2
}

import type { AttributeValue } from '#shared/entities.ts'
import { foldText } from '#shared/text.ts'

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

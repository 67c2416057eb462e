import type { AttributeValue } from '#shared/entities.ts'
import { foldText } from '#shared/text.ts'

interface CountedGroup {
  readonly values: readonly (AttributeValue | null)[]
  readonly count: number
}

export interface GroupNode {
  readonly id: string
  /** 1 is the outermost. */
  readonly level: number
  readonly value: AttributeValue | null
  readonly count: number
  /** The position of its first row in the list. */
  readonly from: number
  readonly below: readonly GroupNode[]
}

/** How the groups of one attribute follow each other: its options as they are listed; those of other attributes as in the list. */
export interface GroupOrder {
  readonly options: readonly string[]
  readonly descending: boolean
}

export const headPrefix = 'group:'

/** The id of a group by the values of it and of those round it; values that differ in their case only are one. */
export function headIdOf(values: readonly (AttributeValue | null)[]): string {
  return `${headPrefix}${JSON.stringify(values).toLowerCase()}`
}

/** The groups by level, from those of the innermost one: these follow each other as the rows of the list do. */
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

/** What is no option comes behind them, as in the list; rows without a value come last. */
function inOrder(nodes: readonly GroupNode[], { options, descending }: GroupOrder): GroupNode[] {
  const listed = descending ? options.toReversed() : options
  const ranks = new Map(listed.map((option, index) => [foldText(option), index]))
  const rankOf = ({ value }: GroupNode): number => {
    if (value === null) return options.length + 1
    return (typeof value === 'string' ? ranks.get(foldText(value)) : undefined) ?? options.length
  }
  return nodes.toSorted((a, b) => rankOf(a) - rankOf(b))
}

/** All groups, each before those within it. */
export function allGroups(nodes: readonly GroupNode[]): GroupNode[] {
  return nodes.flatMap((node) => [node, ...allGroups(node.below)])
}

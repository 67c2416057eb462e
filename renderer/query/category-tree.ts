import type { TreeNode } from '#shared/schemas/grid.ts'
import { t } from '../ui/text.ts'
import { maxInValues } from '#shared/filters.ts'
import { splitList } from '#shared/text.ts'
import type { FilterClause, GridQuery } from './grid-query.ts'

export interface TreeRow {
  readonly node: TreeNode
  readonly level: number
  readonly position: number
  readonly siblings: number
  readonly hasChildren: boolean
}

/** Nodes by parent; one without a known parent is at the top. */
export class Tree {
  readonly byId: ReadonlyMap<string, TreeNode>
  readonly #below: Map<string | null, TreeNode[]>

  constructor(nodes: readonly TreeNode[]) {
    this.byId = new Map(nodes.map((node) => [node.id, node]))
    this.#below = Map.groupBy(nodes, (node) => this.parentOf(node.id))
  }

  parentOf(id: string): string | null {
    const parent = this.byId.get(id)?.parent_id ?? null
    return parent !== null && this.byId.has(parent) ? parent : null
  }

  nameOf(id: string): string {
    return this.byId.get(id)?.label ?? t('The category')
  }

  childrenOf(id: string | null): readonly TreeNode[] {
    return this.#below.get(id) ?? []
  }

  within(id: string): string[] {
    return [id, ...this.childrenOf(id).flatMap((child) => this.within(child.id))]
  }

  above(id: string): string[] {
    const parent = this.parentOf(id)
    return parent === null ? [] : [...this.above(parent), parent]
  }

  rows(open: ReadonlySet<string>, below: string | null = null, level = 1): TreeRow[] {
    const children = this.childrenOf(below)
    return children.flatMap((node, index) => {
      const hasChildren = this.childrenOf(node.id).length > 0
      const row = { node, level, position: index + 1, siblings: children.length, hasChildren }
      return hasChildren && open.has(node.id) ? [row, ...this.rows(open, node.id, level + 1)] : [row]
    })
  }

  /** Returns the target of one step: out of its parent, or into the previous node; undefined without one. */
  step(id: string, direction: 'in' | 'out'): { readonly parentId: string | null } | undefined {
    const parent = this.parentOf(id)
    if (direction === 'out') return parent === null ? undefined : { parentId: this.parentOf(parent) }
    const beside = this.childrenOf(parent)
    const before = beside[beside.findIndex((node) => node.id === id) - 1]
    return before && { parentId: before.id }
  }

  /** Returns why a node cannot go below another one, or to the top; undefined where it can. */
  refusal(id: string, parentId: string | null): string | undefined {
    if (this.parentOf(id) === parentId) return t('{value} already exists.', { value: this.nameOf(id) })
    if (parentId !== null && this.within(id).includes(parentId))
      return t('{value} cannot be placed below itself.', { value: this.nameOf(id) })
    return undefined
  }
}

export function chosenCategory(query: GridQuery, by: string | undefined): string | undefined {
  const clause = query.clauses.find((each) => isOfTree(each, by))
  return clause && splitList(clause.value)[0]
}

/** The query for products of a category, with those below where wanted; undefined for all products. */
export function chooseCategory(
  query: GridQuery,
  by: string,
  chosen: { readonly tree: Tree; readonly id: string; readonly isDeep: boolean } | undefined,
): GridQuery {
  const clauses = query.clauses.filter((clause) => !isOfTree(clause, by))
  if (!chosen) return { ...query, clauses }
  const ids = chosen.isDeep ? chosen.tree.within(chosen.id) : [chosen.id]
  const value = ids.slice(0, maxInValues).join(',')
  return { ...query, clauses: [...clauses, { key: by, operator: 'in', value }] }
}

export interface FilteredCategory {
  readonly id: string
  readonly ids: readonly string[]
}

/**
 * The category whose products a query shows, with or without those below; undefined for none or several.
 * `keys` are references to categories; without the tree only a single id is certain.
 */
export function filteredCategory(
  { clauses, groups, join }: GridQuery,
  keys: ReadonlySet<string>,
  tree: Tree | undefined,
): FilteredCategory | undefined {
  const named = clauses.filter(({ key, operator }) => keys.has(key) && /^(in|eq)$/.test(operator))
  if (named.length !== 1 || (join === 'or' && clauses.length + groups.length > 1)) return undefined
  const ids = splitList(named[0]?.value ?? '')
  const [id] = ids
  return id !== undefined && isBranch(ids, tree) ? { id, ids } : undefined
}

function isBranch(ids: readonly string[], tree: Tree | undefined): boolean {
  const [id = '', ...others] = ids
  if (others.length === 0) return true
  const below = new Set(tree?.within(id))
  return others.every((other) => below.has(other))
}

/** Whether everything below a category exceeds the ids of one filter. */
export function isTooWide(tree: Tree, id: string): boolean {
  return tree.within(id).length > maxInValues
}

function isOfTree({ key, operator }: FilterClause, by: string | undefined): boolean {
  return key === by && operator === 'in'
}

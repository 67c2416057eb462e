import { createAtom } from '@tanstack/react-store'
import type { AttributeValue, EntityResource, EntityType } from '#shared/entities.ts'
import { attributeOfSort } from '#shared/facets.ts'
import type { Api } from '../../api/client.ts'
import { fetchBranches, fetchChildren, fetchGroups } from '../../query/list-queries.ts'
import {
  canBeTree,
  plainArrangement,
  type Arrangement,
  allGroups,
  growGroups,
  headPrefix,
} from '../model/group-tree.ts'
import { emptyGridQuery, type GridQuery } from '../../query/grid-query.ts'
import { planBranches, planGroups, type Branch, type RowPlan } from '../model/row-plan.ts'
import { windowReader } from './edit-requests.ts'
import { PlannedReader, type RowLayout } from './planned-reader.ts'
import type { RowReader } from './row-source.ts'
import { SnapshotReader } from './page-cache.ts'

export interface GroupHead {
  readonly id: string
  readonly key: string
  readonly level: number
  readonly value: AttributeValue | null
  readonly count: number
  /** The head in the shape of an entity, like a row that is not saved yet. */
  readonly entity: EntityResource
}

interface CollapsedGroups {
  readonly isEach: boolean
  readonly others: ReadonlySet<string>
}

const nothingCollapsed: CollapsedGroups = { isEach: false, others: new Set() }

export function isHeadId(id: string): boolean {
  return id.startsWith(headPrefix)
}

export class RowArrangement {
  readonly state = createAtom<Arrangement>(plainArrangement)
  readonly collapsed = createAtom<CollapsedGroups>(nothingCollapsed)
  readonly expanded = createAtom({ ids: new Set<string>() })
  readonly #api: Api
  readonly #type: EntityType
  #variants = new Map<string, number>()
  #parents = new Map<string, string | null>()
  #reader: PlannedReader<GroupHead> | undefined
  /** The heads of the shown rows, until the first rows of a new arrangement arrive. */
  #headsBefore: ReadonlyMap<string, GroupHead> = new Map()

  readonly #optionsOf: (key: string) => readonly string[]

  /** `optionsOf` returns the options of an attribute, which determine the order of groups. */
  constructor(api: Api, type: EntityType, optionsOf: (key: string) => readonly string[]) {
    this.#api = api
    this.#type = type
    this.#optionsOf = optionsOf
  }

  readerOf(list: GridQuery, arrangement: Arrangement): RowReader {
    if (arrangement.groupBy.join() !== this.state.get().groupBy.join()) this.collapsed.set(nothingCollapsed)
    const isGrouped = arrangement.groupBy.length > 0
    this.state.set(arrangement)
    this.#headsBefore = this.#heads
    this.#reader = undefined
    const reader = new SnapshotReader(windowReader(this.#api, this.#type, list))
    if (!isGrouped && !(arrangement.isTree && canBeTree(list))) return reader
    this.#reader = new PlannedReader(reader, {
      layOut: (total) =>
        isGrouped ? this.#layOutGroups(total, list, arrangement.groupBy) : this.#layOutTree(total, list),
      readVariants: (parentId, window, signal) =>
        fetchChildren(this.#api, this.#type, parentId, { sort: list.sort, ...window, signal }),
      onRead: (rows) => (isGrouped ? Promise.resolve() : this.#countVariants(rows)),
    })
    return this.#reader
  }

  get plan(): RowPlan | undefined {
    return this.#reader?.layout?.plan
  }

  get #heads(): ReadonlyMap<string, GroupHead> {
    return this.#reader?.layout?.heads ?? this.#headsBefore
  }

  replan(): void {
    this.#reader?.replan()
  }

  head(id: string): GroupHead | undefined {
    return this.#heads.get(id)
  }

  get listed(): { readonly groups: number; readonly rows: number } | undefined {
    if (this.state.get().groupBy.length === 0) return undefined
    const heads = [...this.#heads.values()].filter(({ level }) => level === 1)
    return { groups: heads.length, rows: heads.reduce((sum, { count }) => sum + count, 0) }
  }

  isCollapsed(id: string): boolean {
    const { isEach, others } = this.collapsed.get()
    return others.has(id) !== isEach
  }

  setCollapsed(id: string, isCollapsed: boolean): void {
    const { isEach, others } = this.collapsed.get()
    const next = new Set(others)
    if (isCollapsed === isEach) next.delete(id)
    else next.add(id)
    this.collapsed.set({ isEach, others: next })
  }

  setAllCollapsed(isEach: boolean): void {
    this.collapsed.set({ isEach, others: new Set<string>() })
  }

  variantsOf(id: string): number | undefined {
    return this.#variants.get(id)
  }

  /** The depth of a row in the tree; 1 is the top. */
  levelOf({ parent_id: parentId }: EntityResource): number {
    let level = 1
    for (let above = parentId; above !== null; above = this.#parents.get(above) ?? null) level += 1
    return level
  }

  isExpanded(id: string): boolean {
    return this.expanded.get().ids.has(id)
  }

  setExpanded(id: string, isExpanded: boolean): void {
    const next = new Set(this.expanded.get().ids)
    if (isExpanded) next.add(id)
    else next.delete(id)
    this.expanded.set({ ids: next })
  }

  async #layOutGroups(
    total: number,
    list: GridQuery,
    keys: readonly string[],
  ): Promise<RowLayout<GroupHead> | undefined> {
    const counted = await fetchGroups(this.#api, this.#type, { query: list, levels: keys.length })
    if (counted.reduce((sum, { count }) => sum + count, 0) !== total) return undefined
    const orders = list.sort.map(({ key, descending }) => ({ options: this.#optionsOf(key), descending }))
    const groups = growGroups(counted, orders)
    const heads = allGroups(groups).map(({ id, level, value, count }): GroupHead => {
      const key = attributeOfSort(keys[level - 1] ?? '')
      return { id, key, level, value, count, entity: toRow(id, this.#type) }
    })
    return {
      plan: planGroups(groups, (id) => this.isCollapsed(id)),
      heads: new Map(heads.map((head) => [head.id, head])),
    }
  }

  async #layOutTree(total: number, list: GridQuery): Promise<RowLayout<GroupHead>> {
    return { plan: planBranches(total, await this.#branchesOf(null, list)), heads: noHeads }
  }

  async #branchesOf(parentId: string | null, list: GridQuery): Promise<Branch[]> {
    const open = [...this.expanded.get().ids].filter((id) => (this.#parents.get(id) ?? null) === parentId)
    if (open.length === 0) return []
    const found = await fetchBranches(this.#api, this.#type, open, list)
    const branches = found.map(async ({ id, count, position }): Promise<Branch[]> => {
      if (position === null || count === 0) return []
      const clauses = [{ key: 'parent_id', operator: 'eq', value: id }]
      const below = await this.#branchesOf(id, { ...emptyGridQuery, sort: list.sort, clauses })
      return [{ id, count, position, below }]
    })
    return (await Promise.all(branches)).flat()
  }

  async #countVariants(rows: readonly EntityResource[]): Promise<void> {
    for (const { id, parent_id: parentId } of rows) this.#parents.set(id, parentId)
    const found = await fetchBranches(
      this.#api,
      this.#type,
      rows.map(({ id }) => id),
    )
    for (const { id, count } of found) this.#variants.set(id, count)
  }
}

const noHeads: ReadonlyMap<string, GroupHead> = new Map()

function toRow(id: string, type: EntityType): EntityResource {
  return { id, type, label: null, parent_id: null, created_at: null, updated_at: null, attributes: {} }
}

import type { EntityResource } from '#shared/entities.ts'
import { mergeWindows, type Piece, type RowPlan } from '../model/row-plan.ts'
import { pageSize } from './page-cache.ts'
import type { RowReader } from './row-source.ts'
import type { RowPage } from './snapshot-reader.ts'
import { byLanguage, t } from '../../ui/text.ts'

export interface PlanPorts {
  /** Plans the rows of a list that was just frozen; undefined where it has changed meanwhile. */
  readonly layOut: (total: number) => Promise<RowPlan | undefined>
  readonly headOf: (id: string) => EntityResource | undefined
  readonly readVariants: (
    parentId: string,
    window: { readonly offset: number; readonly limit: number },
    signal: AbortSignal,
  ) => Promise<readonly EntityResource[]>
  /** Called with read rows, which are shown once it resolves. */
  readonly onRead: (rows: readonly EntityResource[]) => Promise<void>
}

/** The snapshot behind the order of rows. */
export function readSnapshotName(order: string): string {
  return order.split(' ')[0] ?? order
}

interface ListPlan {
  readonly plan: RowPlan
  /** The order of the planned list, and that of the shown rows. */
  readonly listOrder: string
  readonly order: string
}

const maxAttempts = 3
const changed = byLanguage(() => t('The rows changed while they were being counted. Try again.'))

/** Reads rows by a plan: heads of groups and variants stand between the rows of the list. */
export class PlannedReader implements RowReader {
  readonly #list: RowReader
  readonly #ports: PlanPorts
  #planning: Promise<ListPlan> | undefined
  #plan: RowPlan | undefined
  #revision = 0

  constructor(list: RowReader, ports: PlanPorts) {
    this.#list = list
    this.#ports = ports
  }

  get plan(): RowPlan | undefined {
    return this.#plan
  }

  renew(): void {
    this.#list.renew()
    this.replan()
  }

  replan(): void {
    this.#planning = undefined
  }

  async read(offset: number, limit: number, signal: AbortSignal): Promise<RowPage> {
    const planned = await this.#planned()
    const pieces = planned.plan.between(offset, offset + limit - 1)
    const windows = mergeWindows(pieces, pageSize)
    const pages = await Promise.all(windows.map(({ from, count }) => this.#list.read(from, count, signal)))
    if (pages.some(({ order }) => order !== planned.listOrder)) {
      this.replan()
      return this.read(offset, limit, signal)
    }
    const listed = new Map<number, EntityResource | undefined>()
    pages.forEach(({ rows }, index) =>
      rows.forEach((row, at) => listed.set((windows[index]?.from ?? 0) + at, row)),
    )
    const rows = (
      await Promise.all(pieces.map((piece) => this.#rowsOf(piece, (at) => listed.get(at), signal)))
    ).flat()
    await this.#ports.onRead(rows.filter((row) => row !== undefined))
    return { rows, total: planned.plan.total, order: planned.order }
  }

  async #rowsOf(
    { range }: Piece,
    listed: (position: number) => EntityResource | undefined,
    signal: AbortSignal,
  ): Promise<(EntityResource | undefined)[]> {
    if (range.kind === 'head') return [this.#ports.headOf(range.id)]
    const { from, count } = range
    if (range.kind === 'list') return Array.from({ length: count }, (_, index) => listed(from + index))
    const variants = await this.#ports.readVariants(range.parentId, { offset: from, limit: count }, signal)
    return Array.from({ length: count }, (_, index) => variants[index])
  }

  #planned(): Promise<ListPlan> {
    if (this.#planning) return this.#planning
    const planning = this.#make()
    this.#planning = planning
    void this.#follow(planning)
    return planning
  }

  async #follow(planning: Promise<ListPlan>): Promise<void> {
    const planned = await planning.catch(() => undefined)
    if (this.#planning !== planning) return
    if (planned) this.#plan = planned.plan
    else this.#planning = undefined
  }

  async #make(): Promise<ListPlan> {
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const { total, order } = await this.#list.read(0, 1, new AbortController().signal)
      const plan = await this.#ports.layOut(total)
      this.#revision += 1
      if (plan) return { plan, listOrder: order, order: `${order} ${this.#revision}` }
      this.#list.renew()
    }
    throw new Error(changed())
  }
}

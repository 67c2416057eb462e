import type { EntityResource } from '#shared/entities.ts'
import { mergeWindows, type Piece, type RowPlan } from '../model/row-plan.ts'
import { type RowPage, pageSize } from './page-cache.ts'
import type { RowReader } from './row-source.ts'
import { cachedByLanguage, t } from '../../ui/text.ts'

export interface RowLayout<Head> {
  readonly plan: RowPlan
  readonly heads: ReadonlyMap<string, Head>
}

export interface PlanPorts<Head> {
  /** Arranges the rows of a list that has just been frozen; undefined where it has changed meanwhile. */
  readonly layOut: (total: number) => Promise<RowLayout<Head> | undefined>
  readonly readVariants: (
    parentId: string,
    window: { readonly offset: number; readonly limit: number },
    signal: AbortSignal,
  ) => Promise<readonly EntityResource[]>
  /** Called with read rows, which are shown once it resolves. */
  readonly onRead: (rows: readonly EntityResource[]) => Promise<void>
}

/** Returns the name of the snapshot that determines the order of rows. */
export function readSnapshotName(order: string): string {
  return order.split(' ')[0] ?? order
}

interface ListPlan<Head> extends RowLayout<Head> {
  /** The order of the list that the plan is for, and the order under which the rows are reported. */
  readonly listOrder: string
  readonly order: string
}

/** The sources of a piece's rows; the heads are those of its own plan, even after a newer plan. */
interface PieceSources<Head> {
  readonly heads: ReadonlyMap<string, Head>
  readonly listed: ReadonlyMap<number, EntityResource | undefined>
  readonly signal: AbortSignal
}

const maxAttempts = 3
const changed = cachedByLanguage(() => t('The rows changed while they were being counted. Try again.'))

/** Reads rows by a plan: heads of groups and variants of products are between the rows of the list. */
export class PlannedReader<Head extends { readonly entity: EntityResource }> implements RowReader {
  readonly #list: RowReader
  readonly #ports: PlanPorts<Head>
  #planning: Promise<ListPlan<Head>> | undefined
  #layout: RowLayout<Head> | undefined
  #revision = 0

  constructor(list: RowReader, ports: PlanPorts<Head>) {
    this.#list = list
    this.#ports = ports
  }

  get layout(): RowLayout<Head> | undefined {
    return this.#layout
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
      await Promise.all(pieces.map((piece) => this.#rowsOf(piece, { heads: planned.heads, listed, signal })))
    ).flat()
    await this.#ports.onRead(rows.filter((row) => row !== undefined))
    return { rows, total: planned.plan.total, order: planned.order }
  }

  async #rowsOf(
    { range }: Piece,
    { heads, listed, signal }: PieceSources<Head>,
  ): Promise<(EntityResource | undefined)[]> {
    if (range.kind === 'head') return [heads.get(range.id)?.entity]
    const { from, count } = range
    if (range.kind === 'list') return Array.from({ length: count }, (_, index) => listed.get(from + index))
    const variants = await this.#ports.readVariants(range.parentId, { offset: from, limit: count }, signal)
    return Array.from({ length: count }, (_, index) => variants[index])
  }

  #planned(): Promise<ListPlan<Head>> {
    if (this.#planning) return this.#planning
    const planning = this.#make()
    this.#planning = planning
    void this.#follow(planning)
    return planning
  }

  async #follow(planning: Promise<ListPlan<Head>>): Promise<void> {
    const planned = await planning.catch(() => undefined)
    if (this.#planning !== planning) return
    if (planned) this.#layout = planned
    else this.#planning = undefined
  }

  async #make(): Promise<ListPlan<Head>> {
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const { total, order } = await this.#list.read(0, 1, new AbortController().signal)
      const layout = await this.#ports.layOut(total)
      this.#revision += 1
      if (layout) return { ...layout, listOrder: order, order: `${order} ${this.#revision}` }
      this.#list.renew()
    }
    throw new Error(changed())
  }
}

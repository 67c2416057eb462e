import type { AttributeValue, EntityResource } from '#shared/entities.ts'
import type { EventRecord } from '#shared/events.ts'
import { maxInValues } from '#shared/filters.ts'
import type { CellOrigins, CellReferrers, Referrers } from '#shared/schemas/grid.ts'
import { createAtom } from '@tanstack/react-store'
import { isDraftId } from './draft-rows.ts'
import type { IndexRange } from '../model/geometry.ts'
import type { GridColumn } from '../../query/columns.ts'
import { t } from '../../ui/text.ts'

export interface CellOrigin {
  readonly kind: 'inherited' | 'rolled_up'
  readonly from: string | null
  readonly value: AttributeValue | undefined
}

export type RowOrigins = ReadonlyMap<string, CellOrigin>

/** The origin of a cell; undefined where its value has changed since. */
export function originOf(
  origins: RowOrigins | undefined,
  { attributes }: EntityResource,
  key: string,
): CellOrigin | undefined {
  const origin = origins?.get(key)
  return origin && JSON.stringify(origin.value) === JSON.stringify(attributes[key]) ? origin : undefined
}

export function describeOrigin({ kind, from }: CellOrigin): string {
  if (kind === 'rolled_up') return t('Gathered from the variants')
  return from === null ? t('Inherited from the parent') : t('Inherited from {from}', { from })
}

interface OriginPorts {
  readonly fetchOrigins: (ids: readonly string[]) => Promise<CellOrigins>
  readonly fetchByIds: (ids: readonly string[]) => Promise<readonly EntityResource[]>
}

export async function readOrigins(
  rows: readonly EntityResource[],
  { fetchOrigins, fetchByIds }: OriginPorts,
): Promise<ReadonlyMap<string, RowOrigins>> {
  const origins = await fetchOrigins(rows.map(({ id }) => id))
  const inheriting = rows.filter(({ id }) => Object.values(origins[id] ?? {}).includes('inherited'))
  const ids = [...new Set(inheriting.flatMap(({ parent_id: id }) => id ?? []))]
  const parents = ids.length === 0 ? [] : await fetchByIds(ids)
  const labels = new Map(parents.map(({ id, label }) => [id, label]))
  return new Map(rows.map((row) => [row.id, toRowOrigins(row, origins[row.id], labels)]))
}

function toRowOrigins(
  { parent_id: parentId, attributes }: EntityResource,
  origins: CellOrigins[string] | undefined,
  labels: ReadonlyMap<string, string | null>,
): RowOrigins {
  const from = labels.get(parentId ?? '') ?? null
  return new Map(
    Object.entries(origins ?? {}).flatMap(([key, kind]): [string, CellOrigin][] =>
      kind === 'computed'
        ? []
        : [[key, { kind, from: kind === 'inherited' ? from : null, value: attributes[key] }]],
    ),
  )
}

export type RowReferrers = Readonly<Record<string, Referrers>>

export async function readReferrers(
  rows: readonly { readonly id: string }[],
  fetchReferrers: (ids: readonly string[]) => Promise<CellReferrers>,
): Promise<ReadonlyMap<string, RowReferrers>> {
  const found = await fetchReferrers(rows.map(({ id }) => id))
  return new Map(rows.map(({ id }) => [id, found[id] ?? {}]))
}

export function isInverse({ traits }: GridColumn): boolean {
  return traits.shape === 'inverse'
}

/** Whether an event may change the referrers in columns, or their labels. */
export function mayChangeReferrers(
  { event, entity, attribute }: EventRecord,
  columns: readonly GridColumn[],
): boolean {
  if (!columns.some(isInverse)) return false
  if (event.startsWith('attribute.')) return attribute !== undefined
  if (!event.startsWith('entity.') || entity === null) return false
  return columns.some((column) => isInverse(column) && column.referenceType === entity.type)
}

export interface LookupPorts<Known> {
  readonly rowAt: (row: number) => EntityResource | undefined
  readonly isNeeded: () => boolean
  /** Fetches at most 200 rows, by id. */
  readonly fetch: (rows: readonly EntityResource[]) => Promise<ReadonlyMap<string, Known>>
}

const settleMs = 90
const renewMs = 250
const maxCached = 20_000

/**
 * Facts of rows beyond their entities, fetched once scrolling pauses. An answer belongs to one state of a
 * row; a changed row is fetched again and shows the old facts until then.
 */
export class RowLookup<Known> {
  readonly version = createAtom(0)
  readonly #ports: LookupPorts<Known>
  readonly #known = new Map<string, Known>()
  #asked = new WeakSet<EntityResource>()
  #wanted: IndexRange = { first: 0, last: -1 }
  #settling: ReturnType<typeof setTimeout> | undefined
  #renewing: ReturnType<typeof setTimeout> | undefined
  // Requests run one after the other, so that an older answer never overtakes a newer one.
  #asking: Promise<unknown> = Promise.resolve()

  constructor(ports: LookupPorts<Known>) {
    this.#ports = ports
  }

  of({ id }: EntityResource): Known | undefined {
    return this.#known.get(id)
  }

  want(range: IndexRange): void {
    this.#wanted = range
    this.#settling ??= setTimeout(() => {
      this.#settling = undefined
      if (this.#ports.isNeeded()) void this.#ask(this.#inView())
    }, settleMs)
  }

  renew(): void {
    this.#renewing ??= setTimeout(() => {
      this.#renewing = undefined
      this.#asked = new WeakSet()
      this.want(this.#wanted)
    }, renewMs)
  }

  /** Fetches missing facts of rows, visible or not. Returns whether all are loaded. */
  async load(rows: readonly EntityResource[]): Promise<boolean> {
    for (let at = 0; at < rows.length; at += maxInValues) await this.#ask(rows.slice(at, at + maxInValues))
    return rows.every(({ id }) => isDraftId(id) || this.#known.has(id))
  }

  dispose(): void {
    clearTimeout(this.#settling)
    clearTimeout(this.#renewing)
    this.#settling = undefined
    this.#renewing = undefined
  }

  #ask(rows: readonly EntityResource[]): Promise<unknown> {
    this.#asking = this.#asking.then(() => this.#fetch(rows))
    return this.#asking
  }

  async #fetch(candidates: readonly EntityResource[]): Promise<void> {
    const asked = this.#asked
    const rows = candidates.filter((row) => !isDraftId(row.id) && !asked.has(row)).slice(0, maxInValues)
    if (rows.length === 0) return
    for (const row of rows) asked.add(row)
    try {
      const found = await this.#ports.fetch(rows)
      for (const [id, known] of found) this.#keep(id, known)
      this.version.set((version) => version + 1)
    } catch {
      // The cells stay without the facts; the next scrolling fetches them.
      for (const row of rows) asked.delete(row)
    }
  }

  #keep(id: string, known: Known): void {
    this.#known.delete(id)
    this.#known.set(id, known)
    const [oldest] = this.#known.keys()
    if (this.#known.size > maxCached && oldest !== undefined) this.#known.delete(oldest)
  }

  #inView(): EntityResource[] {
    const { first, last } = this.#wanted
    return Array.from(
      { length: Math.max(0, last - first + 1) },
      (_, index) => this.#ports.rowAt(first + index) ?? [],
    ).flat()
  }
}

import { createAtom } from '@tanstack/react-store'
import type { EntityResource } from '#shared/entities.ts'
import { maxInValues } from '#shared/filters.ts'
import type { CellOrigins } from '#shared/schemas/grid.ts'
import { isDraftId } from './draft-rows.ts'
import type { IndexRange } from '../model/geometry.ts'

/** Where a value comes from that its entity does not hold itself. */
export interface CellOrigin {
  readonly kind: 'inherited' | 'rolled_up'
  /** The label of the parent that an inherited value comes from, where it has one. */
  readonly from: string | null
}

/** The cells of one row that show what is not their own, by key. */
export type RowOrigins = ReadonlyMap<string, CellOrigin>

export interface OriginPorts {
  readonly rowAt: (row: number) => EntityResource | undefined
  /** Whether any column can show what is not its own; without one nothing is asked for. */
  readonly hasDerived: () => boolean
  readonly fetchOrigins: (ids: readonly string[]) => Promise<CellOrigins>
  readonly fetchByIds: (ids: readonly string[]) => Promise<readonly EntityResource[]>
}

const settleMs = 90

/**
 * Tells which cells in view show a value of the parent or of the variants. The answer belongs to one state of a row: one
 * that was read again is asked for again, and what is dropped from the pages is forgotten here too.
 */
export class OriginWatch {
  /** Grows whenever more is known. */
  readonly version = createAtom(0)
  readonly #ports: OriginPorts
  readonly #known = new WeakMap<EntityResource, RowOrigins>()
  readonly #asked = new WeakSet<EntityResource>()
  #wanted: IndexRange = { first: 0, last: -1 }
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(ports: OriginPorts) {
    this.#ports = ports
  }

  of(entity: EntityResource): RowOrigins | undefined {
    return this.#known.get(entity)
  }

  /** Names the rows in view. What is not known of them is asked for once they rest. */
  want(range: IndexRange): void {
    this.#wanted = range
    if (!this.#ports.hasDerived()) return
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      void this.#ask()
    }, settleMs)
  }

  /** A newer state of a row shows what was known of it until the server has answered. */
  replaced(before: EntityResource, after: EntityResource): void {
    const origins = this.#known.get(before)
    if (origins) this.#known.set(after, origins)
  }

  dispose(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  async #ask(): Promise<void> {
    const rows = this.#unasked()
    if (rows.length === 0) return
    for (const row of rows) this.#asked.add(row)
    try {
      const origins = await this.#ports.fetchOrigins(rows.map(({ id }) => id))
      const labels = await this.#labelsOfParents(rows.filter(({ id }) => hasInherited(origins[id])))
      for (const row of rows) this.#known.set(row, toRowOrigins(row, origins[row.id], labels))
      this.version.set((version) => version + 1)
    } catch {
      // The cells are shown without their marks; they are asked for with the next movement.
      for (const row of rows) this.#asked.delete(row)
    }
  }

  #unasked(): EntityResource[] {
    const { first, last } = this.#wanted
    const rows = Array.from(
      { length: Math.max(0, last - first + 1) },
      (_, index) => this.#ports.rowAt(first + index) ?? [],
    ).flat()
    return rows.filter((row) => !isDraftId(row.id) && !this.#asked.has(row)).slice(0, maxInValues)
  }

  async #labelsOfParents(rows: readonly EntityResource[]): Promise<ReadonlyMap<string, string | null>> {
    const ids = [...new Set(rows.flatMap(({ parent_id: id }) => id ?? []))]
    const parents = ids.length === 0 ? [] : await this.#ports.fetchByIds(ids)
    return new Map(parents.map(({ id, label }) => [id, label]))
  }
}

function hasInherited(origins: CellOrigins[string] | undefined): boolean {
  return Object.values(origins ?? {}).includes('inherited')
}

function toRowOrigins(
  { parent_id: parentId }: EntityResource,
  origins: CellOrigins[string] | undefined,
  labels: ReadonlyMap<string, string | null>,
): RowOrigins {
  const from = labels.get(parentId ?? '') ?? null
  return new Map(
    // That a column is computed stands in its definition.
    Object.entries(origins ?? {}).flatMap(([key, kind]): [string, CellOrigin][] =>
      kind === 'computed' ? [] : [[key, { kind, from: kind === 'inherited' ? from : null }]],
    ),
  )
}

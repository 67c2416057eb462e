import { allClauses, type GridQuery } from '../../query/grid-query.ts'
import { attributeOfSort } from '#shared/facets.ts'
import { isKeyOf } from '#shared/text.ts'
import { createAtom } from '@tanstack/react-store'
import type { EntityResource } from '#shared/entities.ts'
import type { RowSource } from './row-source.ts'

export interface OrderPorts {
  readonly source: () => RowSource | undefined
  readonly query: () => GridQuery
  readonly rank: (ids: readonly string[]) => Promise<readonly string[]>
  readonly matching: (ids: readonly string[]) => Promise<ReadonlySet<string>>
}

export interface CreatedRows {
  readonly matching: number
  readonly unmatched: number
}

const settleMs = 250
const portion = 60
const maxRanked = 1_200

/**
 * Counts loaded rows that are out of place or no longer match. Only the server can tell, so it is queried
 * for rows whose sorted or filtered values changed.
 */
export class OrderWatch {
  readonly count = createAtom(0)
  readonly created = createAtom<CreatedRows>({ matching: 0, unmatched: 0 })
  readonly #created = new Map<string, boolean | undefined>()
  readonly #ports: OrderPorts
  readonly #touched = new Set<string>()
  readonly #out = new Set<string>()
  #elsewhere = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(ports: OrderPorts) {
    this.#ports = ports
  }

  replaced(before: EntityResource, after: EntityResource): void {
    const query = this.#ports.query()
    const keys = [...query.sort, ...allClauses(query)].map(({ key }) => attributeOfSort(key))
    const isConcerned =
      keys.some((key) => JSON.stringify(read(before, key)) !== JSON.stringify(read(after, key))) ||
      (query.q.trim() !== '' && JSON.stringify(before.attributes) !== JSON.stringify(after.attributes))
    if (isConcerned) this.#touch(after.id)
  }

  createdHere(id: string): void {
    this.#created.set(id, undefined)
    this.#touch(id)
  }

  #touch(id: string): void {
    this.#touched.add(id)
    this.#timer ??= setTimeout(() => void this.#checkOrder(), settleMs)
  }

  cameOrWent(rows: number): void {
    this.#elsewhere += rows
    this.#notify()
  }

  reset(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#touched.clear()
    this.#out.clear()
    this.#created.clear()
    this.#elsewhere = 0
    this.#notify()
  }

  async #checkOrder(): Promise<void> {
    const all = [...this.#touched]
    this.#touched.clear()
    this.#timer = undefined
    await this.#checkCreated(all.filter((id) => this.#created.has(id)))
    const touched = all.filter((id) => !this.#created.has(id))
    for (const id of touched.slice(maxRanked)) this.#out.add(id)
    try {
      for (let at = 0; at < Math.min(touched.length, maxRanked); at += portion) {
        await this.#checkPortion(touched.slice(at, at + portion))
      }
    } catch {
      // Rows that may be out of place are counted as such, since a refresh does no harm.
      for (const id of touched) this.#out.add(id)
    }
    this.#notify()
  }

  async #checkCreated(ids: readonly string[]): Promise<void> {
    for (let at = 0; at < ids.length; at += portion) {
      const asked = ids.slice(at, at + portion)
      // Without an answer the rows stay uncounted.
      const matching = await this.#ports.matching(asked).catch(() => undefined)
      for (const id of asked) if (this.#created.has(id)) this.#created.set(id, matching?.has(id))
    }
  }

  async #checkPortion(ids: readonly string[]): Promise<void> {
    const source = this.#ports.source()
    const moving = new Set([...ids, ...this.#out, ...this.#touched])
    const triples = ids.flatMap((id) => {
      const at = source?.positionOf(id)
      return at === undefined
        ? []
        : [{ id, above: neighbour(source, at, -1, moving), below: neighbour(source, at, 1, moving) }]
    })
    const asked = new Set(triples.flatMap(({ id, above, below }) => [id, above, below].filter(isGiven)))
    const ranks = new Map((await this.#ports.rank([...asked])).map((id, rank) => [id, rank]))
    for (const triple of triples) {
      if (isInPlace(triple, ranks)) this.#out.delete(triple.id)
      else this.#out.add(triple.id)
    }
  }

  #notify(): void {
    this.count.set(this.#out.size + this.#elsewhere)
    const known = [...this.#created.values()]
    this.created.set({
      matching: known.filter((matches) => matches === true).length,
      unmatched: known.filter((matches) => matches === false).length,
    })
  }
}

interface Triple {
  readonly id: string
  readonly above: string | undefined
  readonly below: string | undefined
}

function isInPlace({ id, above, below }: Triple, ranks: ReadonlyMap<string, number>): boolean {
  const rank = ranks.get(id)
  if (rank === undefined) return false
  return (ranks.get(above ?? '') ?? -1) < rank && rank < (ranks.get(below ?? '') ?? Infinity)
}

function neighbour(
  source: RowSource | undefined,
  position: number,
  step: 1 | -1,
  moving: ReadonlySet<string>,
): string | undefined {
  for (let at = position + step; ; at += step) {
    const id = source?.rowAt(at)?.id
    if (id === undefined || !moving.has(id)) return id
  }
}

function isGiven(id: string | undefined): id is string {
  return id !== undefined
}

function read(entity: EntityResource, key: string): unknown {
  if (key in entity.attributes) return entity.attributes[key]
  return isKeyOf(entity, key) ? entity[key] : undefined
}

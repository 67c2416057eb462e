import { createAtom } from '@tanstack/react-store'
import type { EntityResource } from '#shared/entities.ts'
import type { GridQuery } from '../model/grid-query.ts'
import type { RowSource } from './row-source.ts'

export interface OrderPorts {
  readonly source: () => RowSource | undefined
  readonly query: () => GridQuery
  /** Those of the entities that match the query, in its order. */
  readonly rank: (ids: readonly string[]) => Promise<readonly string[]>
}

const settleMs = 250
const portion = 60
const mostRanked = 1_200

/**
 * Counts the loaded rows that hold a place which is no longer theirs: they do not match any more, or belong elsewhere in the
 * order. Only the server judges that; it is asked about rows whose sorted or filtered values have changed.
 */
export class OrderWatch {
  /** How many rows that are. */
  readonly count = createAtom(0)
  readonly #ports: OrderPorts
  readonly #touched = new Set<string>()
  readonly #out = new Set<string>()
  #elsewhere = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(ports: OrderPorts) {
    this.#ports = ports
  }

  /** Notes a row that was replaced by a newer state, if the query depends on what has changed. */
  replaced(before: EntityResource, after: EntityResource): void {
    const query = this.#ports.query()
    const keys = [...query.sort, ...query.clauses].map(({ key }) => key)
    const isConcerned =
      keys.some((key) => JSON.stringify(read(before, key)) !== JSON.stringify(read(after, key))) ||
      (query.q.trim() !== '' && JSON.stringify(before.attributes) !== JSON.stringify(after.attributes))
    if (!isConcerned) return
    this.#touched.add(after.id)
    this.#timer ??= setTimeout(() => void this.#judge(), settleMs)
  }

  /** Notes rows that came or went elsewhere while the order is kept. */
  cameOrWent(rows: number): void {
    this.#elsewhere += rows
    this.#tell()
  }

  /** The rows are in order again. */
  reset(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#touched.clear()
    this.#out.clear()
    this.#elsewhere = 0
    this.#tell()
  }

  async #judge(): Promise<void> {
    const touched = [...this.#touched]
    this.#touched.clear()
    this.#timer = undefined
    for (const id of touched.slice(mostRanked)) this.#out.add(id)
    try {
      for (let at = 0; at < Math.min(touched.length, mostRanked); at += portion) {
        await this.#judgePortion(touched.slice(at, at + portion))
      }
    } catch {
      // Rows that may be out of place count as such: a refresh cannot hurt.
      for (const id of touched) this.#out.add(id)
    }
    this.#tell()
  }

  async #judgePortion(ids: readonly string[]): Promise<void> {
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

  #tell(): void {
    this.count.set(this.#out.size + this.#elsewhere)
  }
}

interface Triple {
  readonly id: string
  readonly above: string | undefined
  readonly below: string | undefined
}

/** Tells whether a row matches and stands between its neighbours; neighbours that are not ranked have no say. */
function isInPlace({ id, above, below }: Triple, ranks: ReadonlyMap<string, number>): boolean {
  const rank = ranks.get(id)
  if (rank === undefined) return false
  return (ranks.get(above ?? '') ?? -1) < rank && rank < (ranks.get(below ?? '') ?? Infinity)
}

/** The nearest loaded row above or below that stays where it is. */
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
  return key in entity.attributes
    ? entity.attributes[key]
    : (entity as unknown as Record<string, unknown>)[key]
}

import type { EntityResource } from '#shared/entities.ts'
import type { IndexRange } from '../model/geometry.ts'
import { RowPlaces, type RowAnchor } from '../model/row-positions.ts'
import { isDraftId, type Draft } from './draft-rows.ts'
import type { CreatedRow, RowSource } from './row-source.ts'

export interface RowPorts {
  readonly source: () => RowSource | undefined
  readonly drafts: () => readonly Draft[]
  /** Whether rows are list positions: only then rows can be inserted among them. */
  readonly isPlain: () => boolean
}

interface RowPositions {
  readonly from: readonly [
    total: number,
    held: readonly CreatedRow[],
    drafts: readonly Draft[],
    isPlain: boolean,
  ]
  readonly positions: RowPlaces | undefined
  readonly placed: number
}

/** The rows by their numbers on screen: those of the list, and those added at the end or in between. */
export class ShownRows {
  readonly #ports: RowPorts
  #made: RowPositions | undefined

  constructor(ports: RowPorts) {
    this.#ports = ports
  }

  get count(): number {
    return this.#saved + this.#ports.drafts().length
  }

  get positions(): RowPlaces | undefined {
    return this.#current().positions
  }

  at(row: number): EntityResource | undefined {
    const index = this.#indexAt(row)
    return index < this.#saved
      ? this.#ports.source()?.rowAt(index)
      : this.#ports.drafts()[index - this.#saved]?.entity
  }

  rowOf(id: string): number | undefined {
    const index = this.#indexOf(id)
    return index === undefined ? undefined : this.rowOfPosition(index)
  }

  rowOfPosition(position: number): number {
    return this.positions?.rowOf(position) ?? position
  }

  isGone(row: number): boolean {
    return this.#ports.source()?.isGone(this.#indexAt(row)) === true
  }

  want(rows: IndexRange): void {
    this.#ports.source()?.want(this.positionsOf(rows))
  }

  async load(rows: IndexRange): Promise<boolean> {
    return (await this.#ports.source()?.load(this.positionsOf(rows))) ?? false
  }

  positionsOf({ first, last }: IndexRange): IndexRange {
    const { positions, placed } = this.#current()
    if (!positions) return { first, last }
    return {
      first: Math.max(0, Math.ceil(positions.keyAt(first) ?? first - placed)),
      last: Math.floor(positions.keyAt(last) ?? last - placed),
    }
  }

  /** The sort key of a new row between two others; undefined after the list. */
  keyBelow(row: number): number | undefined {
    if (!this.#ports.isPlain()) return undefined
    const [above, below] = [row < 0 ? -1 : this.#keyAt(row), this.#keyAt(row + 1)]
    if (above === undefined || (below === undefined && row + 1 >= this.count)) return undefined
    return (above + (below ?? Math.floor(above) + 1)) / 2
  }

  #keyAt(row: number): number | undefined {
    const total = this.#ports.source()?.state.get().total ?? 0
    const { positions } = this
    return positions ? positions.keyAt(row) : row < total ? row : undefined
  }

  get #saved(): number {
    return this.#ports.source()?.rowCount ?? 0
  }

  #indexAt(row: number): number {
    const { positions } = this
    return positions ? (positions.indexAt(row) ?? this.count) : row
  }

  #indexOf(id: string): number | undefined {
    if (!isDraftId(id)) return this.#ports.source()?.positionOf(id)
    const at = this.#ports.drafts().findIndex(({ entity }) => entity.id === id)
    return at === -1 ? undefined : this.#saved + at
  }

  /** Rows are looked up in every frame, so positions are computed again only when an input changes. */
  #current(): RowPositions {
    const from = this.#from()
    if (this.#made?.from.every((part, at) => part === from[at])) return this.#made
    const [total, held, drafts, isPlain] = from
    const added = [...held, ...drafts]
    const placed = isPlain ? placedAmong(total, added) : []
    const positions = placed.length > 0 ? new RowPlaces(total, added.length, placed) : undefined
    this.#made = { from, positions, placed: placed.length }
    return this.#made
  }

  #from(): RowPositions['from'] {
    const source = this.#ports.source()
    const held = source?.held ?? noRows
    return [source?.state.get().total ?? 0, held, this.#ports.drafts(), this.#ports.isPlain()]
  }
}

const noRows: readonly CreatedRow[] = []

function placedAmong(total: number, added: readonly { readonly key?: number | undefined }[]): RowAnchor[] {
  return added.flatMap(({ key }, at) => (key === undefined ? [] : { key, index: total + at }))
}

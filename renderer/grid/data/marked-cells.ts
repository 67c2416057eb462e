import type { EntityResource } from '#shared/entities.ts'
import type { EventRecord } from '#shared/events.ts'
import type { CellMarks } from '#shared/schemas/grid.ts'
import type { ReviewSummary } from '#shared/schemas/review.ts'
import { RowLookup } from './row-lookup.ts'

export type RowMarks = CellMarks[string]

interface MarkedPorts {
  readonly rowAt: (row: number) => EntityResource | undefined
  readonly fetchMarks: (ids: readonly string[]) => Promise<CellMarks>
}

/** Generated and proposed cells of the visible rows. Nothing is fetched until a value was proposed. */
export class MarkedCells {
  readonly lookup: RowLookup<RowMarks>
  #news: string | undefined

  constructor({ rowAt, fetchMarks }: MarkedPorts) {
    this.lookup = new RowLookup<RowMarks>({
      rowAt,
      isWanted: () => this.#news !== undefined,
      fetch: async (rows) => {
        const found = await fetchMarks(rows.map(({ id }) => id))
        return new Map(rows.map((row) => [row.id, this.#sameOr(row, found[row.id] ?? {})]))
      },
    })
  }

  // Rows with unchanged marks need not be drawn again.
  #sameOr(row: EntityResource, found: RowMarks): RowMarks {
    const known = this.lookup.of(row)
    return known && JSON.stringify(known) === JSON.stringify(found) ? known : found
  }

  /** Follows the summary of all proposals, since these make no events. */
  hear({ has_proposals: hasProposals, mark }: Pick<ReviewSummary, 'has_proposals' | 'mark'>): void {
    const news = hasProposals ? mark : undefined
    if (news === this.#news) return
    this.#news = news
    this.lookup.renew()
  }

  handle({ event }: Pick<EventRecord, 'event'>): void {
    if (this.#news !== undefined && /^(?:entity|attribute|job)\./.test(event)) this.lookup.renew()
  }
}

import type { EntityResource, EntityType } from '#shared/entities.ts'
import type { EventRecord } from '#shared/events.ts'
import type { Api } from '../../api/client.ts'
import { fetchByIds } from '../../api/entities-queries.ts'
import type { GridColumn } from '../../query/columns.ts'
import { fetchMarks, fetchOrigins, fetchReferrers } from '../../query/list-queries.ts'
import type { Geometry, IndexRange } from '../model/geometry.ts'
import { CommentedRows } from './commented-rows.ts'
import { NotedRows } from './noted-rows.ts'
import { MarkedCells } from './marked-cells.ts'
import { MeasuredRows } from './measured-rows.ts'
import { withRemarks } from './remarked-rows.ts'
import {
  RowLookup,
  type RowOrigins,
  type RowReferrers,
  isInverse,
  mayChangeReferrers,
  readOrigins,
  readReferrers,
} from './row-lookup.ts'

interface LookupsPorts {
  readonly api: Api
  readonly type: EntityType
  readonly rowAt: (row: number) => EntityResource | undefined
  /** Where the columns on the screen stand. */
  readonly geometry: { readonly get: () => Geometry }
}

/** Everything that rows show beyond their entities. */
export class RowLookups {
  /** Which cells show what is not their own. */
  readonly origins: RowLookup<RowOrigins>
  /** What the columns of inverse references show, which entities do not carry. */
  readonly referrers: RowLookup<RowReferrers>
  /** What the columns of completeness show, which entities do not carry either. */
  readonly measured: MeasuredRows
  /** Notes and to-dos on rows and cells. */
  readonly noted: NotedRows
  /** Open comments on rows and cells, in a team. */
  readonly commented: CommentedRows
  /** Which cells were generated or have a proposed value. */
  readonly marked: MarkedCells
  #columns: readonly GridColumn[] = []

  constructor({ api, type, rowAt, geometry }: LookupsPorts) {
    const shownColumns = () => geometry.get().placed.map(({ column }) => column)
    this.origins = new RowLookup({
      rowAt,
      isWanted: () => this.#columns.some(({ isDerived }) => isDerived),
      fetch: (rows) =>
        readOrigins(rows, {
          fetchOrigins: (ids) => fetchOrigins(api, type, ids),
          fetchByIds: (ids) => fetchByIds(api, type, ids),
        }),
    })
    this.referrers = new RowLookup({
      rowAt,
      isWanted: () => shownColumns().some(isInverse),
      fetch: (rows) => readReferrers(rows, (ids) => fetchReferrers(api, type, ids)),
    })
    this.marked = new MarkedCells({ rowAt, fetchMarks: (ids) => fetchMarks(api, type, ids) })
    this.measured = new MeasuredRows({ api, type, rowAt, shownColumns })
    this.noted = new NotedRows({ api, type, rowAt })
    this.commented = new CommentedRows({ api, type, rowAt })
  }

  /** Takes in which columns there are. */
  layOut(columns: readonly GridColumn[]): void {
    this.#columns = columns
    this.measured.layOut(columns)
  }

  /** Names the rows in view. */
  want(rows: IndexRange): void {
    this.origins.want(rows)
    this.referrers.want(rows)
    this.measured.lookup.want(rows)
    this.noted.want(rows)
    this.commented.want(rows)
    this.marked.lookup.want(rows)
  }

  /** The entity with what its row shows in the place of values; the same one as long as nothing of it changes. */
  withShown(entity: EntityResource): EntityResource {
    const measured = this.measured.withMeasures(entity)
    const said = { notes: this.noted.lookup.of(entity), comments: this.commented.lookup.of(entity) }
    return withRemarks(measured, said)
  }

  /** Takes in a change made anywhere. */
  handle(event: EventRecord): void {
    this.measured.handle(event)
    this.noted.handle(event)
    this.commented.handle(event)
    this.marked.handle(event)
    if (mayChangeReferrers(event, this.#columns)) this.referrers.renew()
  }

  dispose(): void {
    this.origins.dispose()
    this.referrers.dispose()
    this.measured.lookup.dispose()
    this.noted.lookup.dispose()
    this.commented.lookup.dispose()
    this.marked.lookup.dispose()
  }
}

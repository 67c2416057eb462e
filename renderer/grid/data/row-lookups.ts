import type { EntityResource, EntityType } from '#shared/entities.ts'
import type { EventRecord } from '#shared/events.ts'
import type { Api } from '../../api/client.ts'
import { fetchByIds } from '../../api/entities-queries.ts'
import { type GridColumn, isMeasured } from '../../query/columns.ts'
import { fetchMarks, fetchOrigins, fetchReferrers } from '../../query/list-queries.ts'
import type { Geometry, IndexRange } from '../model/geometry.ts'
import { CommentedRows, describeComments, type RowComments } from './commented-rows.ts'
import { NotedRows, describeNotes, type RowNotes, sumUpNotes } from './noted-rows.ts'
import { MarkedCells } from './marked-cells.ts'
import {
  RowLookup,
  type RowOrigins,
  type RowReferrers,
  isInverse,
  mayChangeReferrers,
  readOrigins,
  readReferrers,
} from './row-lookup.ts'
import { remarksKey } from '#shared/views.ts'
import { fetchAttributes } from './entity-requests.ts'

interface LookupsPorts {
  readonly api: Api
  readonly type: EntityType
  readonly rowAt: (row: number) => EntityResource | undefined
  /** Where the columns on the screen stand. */
  readonly geometry: { readonly get: () => Geometry }
}

interface RowRemarks {
  readonly notes: RowNotes | undefined
  readonly comments: RowComments | undefined
}

interface RemarkedEntity extends RowRemarks {
  readonly entity: EntityResource
}

interface MeasuredPorts {
  readonly api: Api
  readonly type: EntityType
  readonly rowAt: (row: number) => EntityResource | undefined
  /** The columns on the screen. */
  readonly shownColumns: () => readonly GridColumn[]
}

// What is said about rows comes with their notes and comments.
const isAsked = (column: GridColumn): boolean => isMeasured(column) && column.kind !== 'remark'

type Measures = EntityResource['attributes']

interface MeasuredEntity {
  readonly measures: Measures
  readonly entity: EntityResource
}

/** How complete the rows are for the channels that have a column: numbers that entities do not carry, asked for while they are shown. */
class MeasuredRows {
  readonly lookup: RowLookup<Measures>
  #keys: readonly string[] = []
  readonly #merged = new WeakMap<EntityResource, MeasuredEntity>()

  constructor({ api, type, rowAt, shownColumns }: MeasuredPorts) {
    this.lookup = new RowLookup<Measures>({
      rowAt,
      isWanted: () => shownColumns().some(isAsked),
      fetch: async (rows) => {
        const ids = rows.map(({ id }) => id)
        const found = await fetchAttributes(api, type, ids, this.#keys)
        return new Map(found.map(({ id, attributes }) => [id, attributes]))
      },
    })
  }

  /** Takes in which columns there are; other channels have other numbers. */
  layOut(columns: readonly GridColumn[]): void {
    const keys = columns.filter(isAsked).map(({ id }) => id)
    if (keys.join() === this.#keys.join()) return
    this.#keys = keys
    this.lookup.renew()
  }

  /** A product, its parent, a definition or a channel may change what is complete. */
  handle({ event }: EventRecord): void {
    if (this.#keys.length > 0 && /^(?:entity|attribute|channel)\./.test(event)) this.lookup.renew()
  }

  /** The entity with what is known of it; the same one as long as neither changes. */
  withMeasures(entity: EntityResource): EntityResource {
    const measures = this.#keys.length > 0 ? this.lookup.of(entity) : undefined
    if (!measures) return entity
    const known = this.#merged.get(entity)
    if (known?.measures === measures) return known.entity
    const merged = { ...entity, attributes: { ...entity.attributes, ...measures } }
    this.#merged.set(entity, { measures, entity: merged })
    return merged
  }
}

const merged = new WeakMap<EntityResource, RemarkedEntity>()

/** The entity with what is said about it in the place of a value, for the column of remarks; the same one as long as nothing else is said. */
export function withRemarks(entity: EntityResource, said: RowRemarks): EntityResource {
  const text = describeRemarks(said)
  if (text === '') return entity
  const known = merged.get(entity)
  if (known && known.notes === said.notes && known.comments === said.comments) return known.entity
  const made = { ...entity, attributes: { ...entity.attributes, [remarksKey]: text } }
  merged.set(entity, { ...said, entity: made })
  return made
}

/** What is said about a row and its cells: the comment that was made last, then the note that matters most. */
export function describeRemarks({ notes, comments }: RowRemarks): string {
  const noted = sumUpNotes(notes)
  const commented = sumUpComments(comments)
  return [...(commented ? [describeComments(commented)] : []), ...(noted ? [describeNotes(noted)] : [])].join(
    ' · ',
  )
}

function sumUpComments(comments: RowComments = {}) {
  const all = Object.values(comments)
  const shown = comments[''] ?? all[0]
  return shown && { ...shown, count: all.reduce((total, { count }) => total + count, 0) }
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

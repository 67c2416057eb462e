import type { EntityResource, EntityType } from '#shared/entities.ts'
import type { EventRecord } from '#shared/events.ts'
import { remarksKey } from '#shared/views.ts'
import { fetchCellComments, hasComments } from '../../api/comments-queries.ts'
import { fetchByIds } from '../../api/entities-queries.ts'
import { fetchCellNotes, hasNotes } from '../../api/notes-queries.ts'
import type { Api } from '../../api/client.ts'
import { presenceId } from '../../api/event-stream.ts'
import { describeMark, markKind } from '../../generation/mark-texts.ts'
import { fetchMarks, fetchOrigins } from '../../query/list-queries.ts'
import type { IndexRange } from '../model/geometry.ts'
import { describeOrigin, originOf, readOrigins, RowLookup, type RowOrigins } from './row-lookup.ts'
import { describeComments, describeNotes, RemarkedRows, sumUpComments, sumUpNotes } from './row-remarks.ts'
import type { CellMarks } from '#shared/schemas/grid.ts'
import type { ReviewSummary } from '#shared/schemas/proposals.ts'

export interface CellDecoration {
  readonly text: string
  /** Set for a mark about the stored value, which is hidden while another value is being saved. */
  readonly isOfValue?: boolean
  readonly hasMore?: boolean
  readonly count?: number
  readonly attributes?: Readonly<Record<`data-${string}`, string | undefined>>
}

/**
 * One kind of decoration. A new kind is added to `createDecorators`: it is fetched for visible rows,
 * refreshed by events, drawn, announced and shown in tips.
 */
interface RowDecorator {
  readonly lookup: Pick<RowLookup<object>, 'version' | 'dispose'>
  readonly want: (rows: IndexRange) => void
  readonly handle?: (event: EventRecord) => void
  /** The state of a row: the same object while it is unchanged, undefined without decorations. */
  readonly knownOf: (entity: EntityResource) => object | undefined
  readonly decorate: (entity: EntityResource, key: string) => CellDecoration | undefined
  readonly remark?: (entity: EntityResource) => string | undefined
}

interface DecorationPorts {
  readonly api: Api
  readonly type: EntityType
  readonly rowAt: (row: number) => EntityResource | undefined
  readonly hasDerived: () => boolean
}

/** The decorations of a row: the same object while unchanged, so that its row is not drawn again. */
export class RowDecoration {
  readonly #entity: EntityResource
  readonly #decorators: readonly RowDecorator[]
  readonly #known: readonly (object | undefined)[]
  readonly isEmpty: boolean
  #remark: string | undefined

  constructor(entity: EntityResource, decorators: readonly RowDecorator[]) {
    this.#entity = entity
    this.#decorators = decorators
    this.#known = decorators.map(({ knownOf }) => knownOf(entity))
    this.isEmpty = this.#known.every((known) => known === undefined)
  }

  get isCurrent(): boolean {
    return this.#decorators.every(({ knownOf }, index) => knownOf(this.#entity) === this.#known[index])
  }

  of(key: string): readonly CellDecoration[] {
    return this.#decorators.flatMap(({ decorate }, index) =>
      this.#known[index] === undefined ? [] : (decorate(this.#entity, key) ?? []),
    )
  }

  get remark(): string {
    this.#remark ??= this.#decorators
      .flatMap(({ remark }, index) =>
        this.#known[index] === undefined ? [] : (remark?.(this.#entity) ?? []),
      )
      .join(' · ')
    return this.#remark
  }
}

export class RowDecorations {
  readonly origins: RowLookup<RowOrigins>
  readonly marked: MarkedCells
  readonly decorators: readonly RowDecorator[]
  readonly #made = new WeakMap<EntityResource, RowDecoration>()
  readonly #remarked = new WeakMap<
    EntityResource,
    { readonly text: string; readonly entity: EntityResource }
  >()

  constructor(ports: DecorationPorts) {
    const { api, type, rowAt } = ports
    this.origins = new RowLookup({
      rowAt,
      isNeeded: ports.hasDerived,
      fetch: (rows) =>
        readOrigins(rows, {
          fetchOrigins: (ids) => fetchOrigins(api, type, ids),
          fetchByIds: (ids) => fetchByIds(api, type, ids),
        }),
    })
    this.marked = new MarkedCells({ rowAt, fetchMarks: (ids) => fetchMarks(api, type, ids) })
    this.decorators = createDecorators(ports, this.origins, this.marked)
  }

  of(entity: EntityResource): RowDecoration | undefined {
    const made = this.#made.get(entity)
    const present = made?.isCurrent ? made : new RowDecoration(entity, this.decorators)
    if (present !== made) this.#made.set(entity, present)
    return present.isEmpty ? undefined : present
  }

  /** The entity with its remarks as a value for their column; the same one while unchanged. */
  withRemarks(entity: EntityResource): EntityResource {
    const text = this.of(entity)?.remark ?? ''
    if (text === '') return entity
    const known = this.#remarked.get(entity)
    if (known?.text === text) return known.entity
    const remarked = { ...entity, attributes: { ...entity.attributes, [remarksKey]: text } }
    this.#remarked.set(entity, { text, entity: remarked })
    return remarked
  }
}

function createDecorators(
  ports: DecorationPorts,
  origins: RowLookup<RowOrigins>,
  marked: MarkedCells,
): readonly RowDecorator[] {
  return [commentDecorator(ports), noteDecorator(ports), originDecorator(origins), markDecorator(marked)]
}

function commentDecorator({ api, type, rowAt }: DecorationPorts): RowDecorator {
  const comments = new RemarkedRows({
    type,
    rowAt,
    noun: 'comment',
    isOffered: () => presenceId() !== undefined,
    askWhether: () => hasComments(api, type),
    fetch: (ids) => fetchCellComments(api, type, ids),
  })
  return {
    lookup: comments.lookup,
    want: (rows) => comments.want(rows),
    handle: (event) => comments.handle(event),
    knownOf: (entity) => nonEmpty(comments.lookup.of(entity)),
    decorate: (entity, key) => {
      const said = comments.lookup.of(entity)?.[key]
      return said && { text: describeComments(said), count: said.count }
    },
    remark: (entity) => {
      const all = sumUpComments(comments.lookup.of(entity))
      return all && describeComments(all)
    },
  }
}

function noteDecorator({ api, type, rowAt }: DecorationPorts): RowDecorator {
  const notes = new RemarkedRows({
    type,
    rowAt,
    noun: 'note',
    isOffered: () => true,
    askWhether: () => hasNotes(api, type),
    fetch: (ids) => fetchCellNotes(api, type, ids),
  })
  return {
    lookup: notes.lookup,
    want: (rows) => notes.want(rows),
    handle: (event) => notes.handle(event),
    knownOf: (entity) => nonEmpty(notes.lookup.of(entity)),
    decorate: (entity, key) => {
      const known = notes.lookup.of(entity)
      const noted = key === '' ? sumUpNotes(known) : known?.[key]
      if (!noted) return undefined
      return { text: describeNotes(noted), attributes: { 'data-note': noted.open > 0 ? 'open' : 'note' } }
    },
    remark: (entity) => {
      const all = sumUpNotes(notes.lookup.of(entity))
      return all && describeNotes(all)
    },
  }
}

function originDecorator(origins: RowLookup<RowOrigins>): RowDecorator {
  return {
    lookup: origins,
    want: (rows) => origins.want(rows),
    knownOf: (entity) => nonEmpty(origins.of(entity)),
    decorate: (entity, key) => {
      const origin = originOf(origins.of(entity), entity, key)
      if (!origin) return undefined
      return { text: describeOrigin(origin), isOfValue: true, attributes: { 'data-origin': origin.kind } }
    },
  }
}

function markDecorator(marked: MarkedCells): RowDecorator {
  return {
    lookup: marked.lookup,
    want: (rows) => marked.lookup.want(rows),
    handle: (event) => marked.handle(event),
    knownOf: (entity) => nonEmpty(marked.lookup.of(entity)),
    decorate: (entity, key) => {
      const mark = marked.lookup.of(entity)?.[key]
      if (!mark) return undefined
      const attributes = { 'data-mark': markKind(mark) }
      return { text: describeMark(mark), isOfValue: true, hasMore: true, attributes }
    },
  }
}

function nonEmpty<Known extends object>(known: Known | undefined): Known | undefined {
  if (known === undefined) return undefined
  const size = known instanceof Map ? known.size : Object.keys(known).length
  return size === 0 ? undefined : known
}

type RowMarks = CellMarks[string]

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
      isNeeded: () => this.#news !== undefined,
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

import { createAtom } from '@tanstack/react-store'
import type { EntityResource, EntityType } from '#shared/entities.ts'
import type { Api } from '../../api/client.ts'
import { openEventStream, type StreamState } from '../../api/event-stream.ts'
import type { AfterCommit, CellContext } from '../cells/cell-type.ts'
import type { GridColumn } from '../model/columns.ts'
import { createFormats } from '../model/formats.ts'
import { placeColumns, type Geometry } from '../model/geometry.ts'
import { emptyGridQuery, isCreationOrder, type GridQuery } from '../model/grid-query.ts'
import type { CellPosition, Selection } from '../model/selection.ts'
import { CursorAnchor } from './cursor-anchor.ts'
import { DraftRows, isDraftId } from './draft-rows.ts'
import { EditOverlay } from './edit-overlay.ts'
import { EditPipeline, type Writes } from './edit-pipeline.ts'
import { fetchByIds } from '../../api/entities-queries.ts'
import { createEntity, pageLoader, patchEntity } from './entity-requests.ts'
import { explainRefusal } from './issue-sentences.ts'
import { LiveChanges } from './live-changes.ts'
import { RowSource } from './row-source.ts'

/** The open editor: the entity and cell it belongs to, and the text in its input. */
export interface EditorState {
  readonly entityId: string
  readonly cell: CellPosition
  readonly text: string
  readonly isTyped: boolean
}

/** A remark beside a cell; it goes when the cursor moves. */
export interface CellNote {
  readonly cell: CellPosition
  readonly text: string
}

/** What the state asks of the parts on the screen; each part offers its own. */
export interface GridView {
  /** Scrolls a cell into view. */
  readonly reveal: (cell: CellPosition) => void
  /** Scrolls to the first columns. */
  readonly revealStart: () => void
  /** How many rows a page key moves by. */
  readonly pageRows: () => number
  /** Takes the keyboard focus back to the grid's input. */
  readonly focusInput: () => void
  /** Moves the keyboard focus to the header of a column. */
  readonly focusHeader: (columnId: string) => void
  /** Moves the keyboard focus out of the grid. */
  readonly leave: () => void
  /** Saves what the open editor holds, if there is one. */
  readonly finishEditing: (after: AfterCommit) => void
}

const noView: GridView = {
  reveal: () => undefined,
  revealStart: () => undefined,
  pageRows: () => 10,
  focusInput: () => undefined,
  focusHeader: () => undefined,
  leave: () => undefined,
  finishEditing: () => undefined,
}

// An atom set to a bare `undefined` keeps its value: these are emptied by `set(() => undefined)`.

/** All state of one open grid, outside React: rows, edits, drafts, cursor, editor. One per workspace and entity type. */
export class GridSession {
  readonly source = createAtom<RowSource | undefined>(undefined)
  readonly selection = createAtom<Selection | undefined>(undefined)
  readonly editor = createAtom<EditorState | undefined>(undefined)
  readonly note = createAtom<CellNote | undefined>(undefined)
  /** What a screen reader is told; the number makes a repeated sentence a new one. */
  readonly announcement = createAtom({ text: '', count: 0 })
  readonly geometry = createAtom<Geometry>(placeColumns([]))
  readonly streamState = createAtom<StreamState>('connecting')
  readonly overlay = new EditOverlay()
  readonly drafts: DraftRows
  readonly pipeline: EditPipeline
  readonly context: CellContext
  readonly api: Api
  readonly type: EntityType
  #columns: readonly GridColumn[] = []
  #view: GridView = noView
  #query: GridQuery = emptyGridQuery
  readonly #live: LiveChanges
  readonly #anchor: CursorAnchor

  constructor(api: Api, type: EntityType) {
    this.api = api
    this.type = type
    this.context = { api, formats: createFormats() }
    this.pipeline = new EditPipeline({
      overlay: this.overlay,
      patch: (id, attributes) => patchEntity(api, type, id, attributes),
      onSaved: (entity) => this.source.get()?.replace([entity]),
      explain: (error, key) => this.#explain(error, key),
      pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    })
    this.drafts = new DraftRows(type, {
      overlay: this.overlay,
      create: (attributes) => createEntity(api, type, attributes),
      onCreated: (entity) => this.#takeCreated(entity),
      onLateWrites: (id, writes) => this.pipeline.commit(id, writes),
      explain: (error, keys) => this.#explainAll(error, keys),
    })
    this.#anchor = new CursorAnchor(this)
    this.#announceRefusals()
    this.drafts.list.subscribe(() => this.#anchor.follow())
    this.#live = new LiveChanges({
      type,
      source: () => this.source.get(),
      fetchByIds: (ids) => fetchByIds(api, type, ids),
      isCreating: () => this.drafts.inFlight > 0,
    })
  }

  /** Follows changes made elsewhere until the returned function is called. */
  connect(): () => void {
    let wasOffline = false
    const close = openEventStream(
      this.api,
      (event) => this.#live.handle(event),
      (state) => {
        this.streamState.set(state)
        if (state === 'live' && wasOffline) this.#live.catchUp()
        wasOffline = state === 'offline'
      },
    )
    return () => {
      close()
      this.#live.dispose()
      this.source.get()?.dispose()
    }
  }

  /** Shows the rows of a query. The present rows stay until the first new ones are there. */
  show(query: GridQuery): void {
    this.#query = query
    const next = new RowSource(pageLoader(this.api, this.type, query))
    const present = this.source.get()
    next.state.subscribe(() => this.source.get() === next && this.#anchor.follow())
    next.want({ first: 0, last: 0 })
    if (!present) return this.source.set(next)
    const subscription = next.state.subscribe(({ total, error }) => {
      if (total === undefined && !error) return
      subscription.unsubscribe()
      if (this.#query !== query) return next.dispose()
      present.dispose()
      this.source.set(next)
      this.#goToStart()
    })
  }

  /** What the screen can do for the state; see `offer`. */
  get view(): GridView {
    return this.#view
  }

  /** A part of the screen offers what it can do; the newest offer counts. */
  offer(part: Partial<GridView>): void {
    this.#view = { ...this.#view, ...part }
  }

  /** Takes in the schema and where the visible columns stand. */
  layOut(columns: readonly GridColumn[], geometry: Geometry): void {
    this.#columns = columns
    this.geometry.set(geometry)
  }

  get rowCount(): number {
    return (this.source.get()?.rowCount ?? 0) + this.drafts.list.get().length
  }

  /** The entity or draft in a row; undefined while it is not loaded. */
  rowAt(row: number): EntityResource | undefined {
    const count = this.source.get()?.rowCount ?? 0
    return row < count ? this.source.get()?.rowAt(row) : this.drafts.list.get()[row - count]?.entity
  }

  /** Where an entity or draft stands, if it is loaded. */
  rowOf(entityId: string): number | undefined {
    if (!isDraftId(entityId)) return this.source.get()?.positionOf(entityId)
    const index = this.drafts.list.get().findIndex(({ entity }) => entity.id === entityId)
    return index === -1 ? undefined : (this.source.get()?.rowCount ?? 0) + index
  }

  columnOf(id: string): GridColumn | undefined {
    return this.#columns.find((column) => column.id === id)
  }

  /** The attribute a new row must have. */
  get primaryColumn(): GridColumn | undefined {
    return this.#columns.find(({ isPrimary }) => isPrimary)
  }

  /** Shows and saves writes to an entity or a draft. */
  commit(entityId: string, writes: Writes): void {
    if (isDraftId(entityId)) this.drafts.commit(entityId, writes, this.primaryColumn?.id)
    else this.pipeline.commit(entityId, writes)
  }

  /** Puts rows that were added here into their places and goes along with the cursor's. */
  putInOrder(): void {
    this.#anchor.revealNext()
    this.source.get()?.refresh()
    this.view.focusInput()
  }

  announce(text: string): void {
    this.announcement.set(({ count }) => ({ text, count: count + 1 }))
  }

  // The cursor has usually gone on by the time a refusal arrives, so nothing else would say it aloud.
  #announceRefusals(): void {
    let before = 0
    this.overlay.counts.subscribe(({ refused }) => {
      if (refused > before) this.announce(`Not saved: ${refused} refused. F8 goes there.`)
      before = refused
    })
  }

  #goToStart(): void {
    const selection = this.selection.get()
    if (!selection || this.rowCount === 0) return this.selection.set(() => undefined)
    const cell = { row: 0, columnId: selection.cursor.columnId }
    this.selection.set({ anchor: cell, cursor: cell })
    this.#view.reveal(cell)
  }

  #takeCreated(entity: EntityResource): void {
    this.source.get()?.append(entity, isCreationOrder(this.#query))
    this.announce(`${entity.label ?? 'The row'} was added.`)
  }

  #explain(error: unknown, key: string): string | undefined {
    const column = this.columnOf(key)
    return column ? explainRefusal(error, column) : 'This attribute does not exist any more.'
  }

  #explainAll(error: unknown, keys: readonly string[]): ReadonlyMap<string, string> {
    const reasons = new Map<string, string>()
    for (const { id } of this.#columns) {
      const reason = this.#explain(error, id)
      if (reason !== undefined && (keys.includes(id) || blames(error, id))) reasons.set(id, reason)
    }
    // An answer that blames no cell is shown once, on the first column.
    return [...reasons.values()].every((reason) => reason === reasons.values().next().value)
      ? new Map([...reasons].slice(0, 1))
      : reasons
  }
}

function blames(error: unknown, key: string): boolean {
  const faults = (error as { fieldErrors?: readonly { field: string }[] }).fieldErrors ?? []
  return faults.some(({ field }) => field === `attributes.${key}`)
}

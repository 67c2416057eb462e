import { createAtom } from '@tanstack/react-store'
import type { EntityResource, EntityType } from '#shared/entities.ts'
import type { ApiError } from '../../api/api-error.ts'
import type { Api } from '../../api/client.ts'
import { openEventStream, type StreamState } from '../../api/event-stream.ts'
import { cellContext, type CellContext, type FormatCell } from './cell-write.ts'
import type { GridColumn } from '../../query/columns.ts'
import { placeColumns, type Geometry } from '../model/geometry.ts'
import { listOf, orderedOptions, plainArrangement, type Arrangement } from '../model/group-tree.ts'
import { emptyGridQuery, isCreationOrder, isNarrowed, type GridQuery } from '../../query/grid-query.ts'
import type { Selection } from '../model/selection.ts'
import {
  CommandLog,
  creationOf,
  toChanges,
  toWrites,
  type CellToWrite,
  type EditCommand,
  type FailedWrite,
} from './edit-command.ts'
import { CommandQueue } from './command-queue.ts'
import { CursorAnchor } from './cursor-anchor.ts'
import { DraftRows, isDraftId, type Draft, createOnce } from './draft-rows.ts'
import { EditOverlay, type RefusedCell } from './edit-overlay.ts'
import { postAndAnnounce, matchingIds, rankIds } from './edit-requests.ts'
import { fetchByIds } from '../../api/entities-queries.ts'
import type { PasteDraft } from './paste-draft.ts'
import { noScreen, type CellNote, type EditorState, type GridScreen } from './grid-screen.ts'
import { explainCell, explainCells, explainConflict, rowGone } from './issue-sentences.ts'
import { LiveChanges } from './live-changes.ts'
import { OrderWatch } from './order-watch.ts'
import { RowLookups } from './row-lookups.ts'
import { ShownRows } from './shown-rows.ts'
import { isHeadId, RowArrangement, type GroupHead } from './row-arrangement.ts'
import { RowSource } from './row-source.ts'
import { keepWaiting, resumeWaiting, WaitingStore } from './waiting-store.ts'
import { t } from '../../ui/text.ts'

const maxLooked = 20_000
const noStore = new WaitingStore('', undefined)

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

// An atom keeps its value when set to a bare `undefined`, so these are emptied by `set(() => undefined)`.

/** All state of one open grid, outside React: rows, edits, drafts, cursor, editor. One per workspace and entity type. */
export class GridSession {
  readonly source = createAtom<RowSource | undefined>(undefined)
  readonly selection = createAtom<Selection | undefined>(undefined)
  readonly editor = createAtom<EditorState | undefined>(undefined)
  readonly note = createAtom<CellNote | undefined>(undefined)
  readonly pasteDraft = createAtom<PasteDraft | undefined>(undefined)
  readonly rowMenu = createAtom({ isOpen: false, x: 0, y: 0 })
  readonly isGoingTo = createAtom(false)
  readonly isShowingHidden = createAtom(false)
  readonly announcement = createAtom({ text: '', count: 0 })
  readonly geometry = createAtom<Geometry>(placeColumns([]))
  readonly streamState = createAtom<StreamState>('connecting')
  readonly changes = createAtom(0)
  /** Grows with edits made here that wait for review, since these make no events. */
  readonly proposed = createAtom(0)
  /** The error of the last try to save, while another one follows. */
  readonly saveError = createAtom<{ readonly present: ApiError | undefined }>({ present: undefined })
  readonly overlay = new EditOverlay()
  readonly drafts: DraftRows
  readonly queue: CommandQueue
  readonly log = new CommandLog()
  readonly order: OrderWatch
  readonly lookups: RowLookups
  readonly rows: RowArrangement
  readonly shown = new ShownRows({
    source: () => this.source.get(),
    drafts: () => this.drafts.list.get(),
    isPlain: () => this.rows.plan === undefined,
  })
  readonly context: CellContext
  readonly api: Api
  readonly type: EntityType
  #columns: readonly GridColumn[] = []
  #screen: GridScreen = noScreen
  #query: GridQuery = emptyGridQuery
  #list = ''
  readonly #live: LiveChanges
  readonly #anchor: CursorAnchor

  readonly #store: WaitingStore

  constructor(api: Api, type: EntityType, formatCell: FormatCell, store = noStore) {
    this.#store = store
    this.api = api
    this.type = type
    this.rows = new RowArrangement(api, type, (key) => orderedOptions(this.columnOf(key)))
    this.lookups = new RowLookups({ api, type, geometry: this.geometry, rowAt: (row) => this.#entityAt(row) })
    this.context = cellContext(api, type, (entity) => this.log.add(creationOf(entity)))
    this.queue = new CommandQueue({
      overlay: this.overlay,
      post: (edits) => postAndAnnounce(this, edits),
      onSaved: (entities) => this.source.get()?.replace(entities),
      onDone: (command, editIds, refused) => this.#remember(command, editIds, refused),
      explain: (error, key) => explainCell(this.#columns, error, key),
      explainConflict: (current, key, by) =>
        explainConflict(formatCell(current, this.columnOf(key), this.context), by),
      pause,
      onWaiting: () => keepWaiting(this, store),
      onTried: (present) => this.saveError.set({ present }),
    })
    this.drafts = new DraftRows(type, {
      overlay: this.overlay,
      create: (row, onSend) =>
        this.queue.follow(() => createOnce(api, type, row, { queue: this.queue, onSend })),
      onWaiting: () => keepWaiting(this, store),
      onCreated: (entity, draft) => this.#takeCreated(entity, draft),
      onLateWrites: (entityId, writes) =>
        void this.write(
          t('values sent late'),
          [...writes].map(([key, write]) => ({ entityId, key, write })),
        ),
      explain: (error, keys) => explainCells(this.#columns, error, keys),
    })
    this.order = new OrderWatch({
      source: () => this.source.get(),
      query: () => this.#query,
      rank: (ids) => rankIds(api, type, this.#query, ids),
      matching: (ids) => matchingIds(api, type, this.#query, ids),
    })
    this.#anchor = new CursorAnchor(this)
    this.#announceRefusals()
    this.drafts.list.subscribe(() => this.#anchor.follow())
    this.#live = new LiveChanges({
      type,
      source: () => this.source.get(),
      fetchByIds: (ids) => fetchByIds(api, type, ids),
      isWriting: () => this.queue.isBusy,
      onCameOrWent: (rows) => this.order.cameOrWent(rows),
      onExists: (id, isThere) => this.#markEditor(id, !isThere),
    })
  }

  resume(): void {
    resumeWaiting(this, this.#store)
  }

  connect(): () => void {
    // Rules and channels may have changed on another page, without an event.
    this.lookups.measured.lookup.renew()
    let wasOffline = false
    const close = openEventStream(
      this.api,
      (event) => {
        this.#live.handle(event)
        this.lookups.handle(event)
        this.changes.set((count) => count + 1)
      },
      (state) => {
        this.streamState.set(state)
        if (state === 'live' && wasOffline) {
          this.#live.catchUp()
          this.changes.set((count) => count + 1)
        }
        wasOffline = state === 'offline'
      },
    )
    return () => {
      close()
      this.#live.dispose()
      this.lookups.dispose()
      this.source.get()?.dispose()
    }
  }

  /**
   * Shows the rows of a query. The current rows stay until the first new ones arrive, and in the same list
   * the cursor stays too.
   */
  show(shown: GridQuery, arrangement: Arrangement = plainArrangement): void {
    const query = listOf(shown, arrangement)
    const list = JSON.stringify([query, arrangement])
    const isSame = list === this.#list
    this.#list = list
    this.#query = query
    const next = new RowSource(this.rows.readerOf(query, arrangement), {
      query: shown,
      onReplaced: (before, after) => this.order.replaced(before, after),
      onNewOrder: () => this.order.reset(),
    })
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
      this.#anchor.arrive(isSame)
    })
  }

  get screen(): GridScreen {
    return this.#screen
  }

  offer(part: Partial<GridScreen>): void {
    this.#screen = { ...this.#screen, ...part }
  }

  layOut(columns: readonly GridColumn[], geometry: Geometry): void {
    this.#columns = columns
    this.geometry.set(geometry)
    this.lookups.layOut(columns)
  }

  get rowCount(): number {
    return this.shown.count
  }

  get query(): GridQuery {
    return this.#query
  }

  /** The entity or draft in a row; undefined while loading, and for the head of a group. */
  rowAt(row: number): EntityResource | undefined {
    const entity = this.#entityAt(row)
    return entity && this.lookups.withShown(entity)
  }

  #entityAt(row: number): EntityResource | undefined {
    const shown = this.shownAt(row)
    return shown && isHeadId(shown.id) ? undefined : shown
  }

  headAt(row: number): GroupHead | undefined {
    const shown = this.shownAt(row)
    return shown && isHeadId(shown.id) ? this.rows.head(shown.id) : undefined
  }

  shownAt(row: number): EntityResource | undefined {
    return this.shown.at(row)
  }

  loadedBetween(first: number, last: number): readonly EntityResource[] {
    const isNear = last - first < maxLooked
    if (isNear)
      return Array.from({ length: last - first + 1 }, (_, index) => this.rowAt(first + index) ?? []).flat()
    // Only a few pages of a million rows are loaded, so these are searched instead of the positions.
    const drafts = this.drafts.list.get().map(({ entity }) => entity)
    return [...(this.source.get()?.loadedRows() ?? []), ...drafts].filter(({ id }) => {
      if (isHeadId(id)) return false
      const at = this.rowOf(id) ?? -1
      return at >= first && at <= last
    })
  }

  rowOf(entityId: string): number | undefined {
    return this.shown.rowOf(entityId)
  }

  columnOf(id: string): GridColumn | undefined {
    return this.#columns.find((column) => column.id === id)
  }

  get hasGenerated(): boolean {
    return this.#columns.some(({ isGenerated }) => isGenerated)
  }

  get primaryColumn(): GridColumn | undefined {
    return this.#columns.find(({ isPrimary }) => isPrimary)
  }

  /**
   * Shows and saves values under a label for undo. Drafts wait for their row. An impossible write stays in
   * its cell with the reason, in the same undo step.
   */
  async write(
    label: string,
    cells: readonly CellToWrite[],
    failures: readonly FailedWrite[] = [],
  ): Promise<void> {
    this.overlay.batch(() => {
      for (const { write, reason, ...cell } of failures) this.overlay.refuse(cell, write, reason)
    })
    const refused = failures.filter(({ entityId }) => !isDraftId(entityId))
    const stored = cells.filter(({ entityId }) => !isDraftId(entityId))
    for (const [draftId, changes] of toChanges(cells)) {
      if (isDraftId(draftId)) this.drafts.commit(draftId, toWrites(changes), this.primaryColumn?.id)
    }
    const command = { label, changes: toChanges(stored), refused }
    if (stored.length > 0) await this.queue.run(command)
    else this.#remember(command, [], refused)
  }

  putInOrder(): void {
    this.#anchor.revealNext()
    this.source.get()?.refresh()
    this.screen.focusInput()
  }

  announce(text: string): void {
    this.announcement.set(({ count }) => ({ text, count: count + 1 }))
  }

  // The typed text stays visible; a remark next to it says whether it can be saved.
  #markEditor(entityId: string, isGone: boolean): void {
    if (this.editor.get()?.entityId !== entityId) return
    this.editor.set((editor) => editor && { ...editor, isGone })
    if (isGone) this.announce(rowGone())
  }

  #announceRefusals(): void {
    let before = 0
    this.overlay.counts.subscribe(({ refused }) => {
      if (refused > before)
        this.announce(t('Not saved: {refused} rejected. F8 takes you there.', { refused }))
      before = refused
    })
  }

  #remember(
    { label, changes }: EditCommand,
    editIds: readonly string[],
    refused: readonly RefusedCell[],
  ): void {
    this.#live.wasOwn(editIds)
    const [entityId, cells] = changes.entries().next().value ?? []
    const key = cells?.keys().next().value
    const cell = entityId === undefined || key === undefined ? refused[0] : { entityId, key }
    const discarded = refused.length > 0 ? [{ kind: 'refused', cells: refused } as const] : []
    const steps = [...discarded, ...editIds.map((editId) => ({ kind: 'edit', editId }) as const)]
    this.log.add({ label, cell, steps })
  }

  showCreated(entity: EntityResource, key?: number): void {
    this.source.get()?.append(entity, isCreationOrder(this.#query) && key === undefined, key)
    if (isNarrowed(this.#query)) this.order.createdHere(entity.id)
  }

  #takeCreated(entity: EntityResource, { entity: draft, key }: Draft): void {
    this.#anchor.exchange(draft.id, entity.id, () => {
      this.drafts.discard(draft.id)
      this.showCreated(entity, key)
    })
    const label = t('adding of {label}', { label: entity.label ?? t('a row') })
    this.log.add({ label, steps: [{ kind: 'created', ids: [entity.id] }] })
    this.announce(t('{label} was added.', { label: entity.label ?? t('The row') }))
    if (entity.parent_id === null || !this.rows.state.get().isTree) return
    this.rows.setExpanded(entity.parent_id, true)
    this.#anchor.revealNext()
    this.source.get()?.refresh()
  }
}

import { createAtom } from '@tanstack/react-store'
import type { ColumnPinningState } from '@tanstack/react-table'
import type { EntityType } from '#shared/entities.ts'
import type { ColourRule, RowHeight, SummaryKind, ViewKind } from '#shared/views.ts'
import { hiddenByDefault, isVisible, type GridColumn } from '../query/columns.ts'
import { isComplete, type FilterClause } from '../query/grid-query.ts'
import { toClause } from '../query/list-params.ts'

export type Pin = 'left' | 'right'

/** The layout of a grid: columns, row height, colours. Its content is determined by the query. */
export interface Look {
  readonly columnOrder: readonly string[]
  readonly columnVisibility: Readonly<Record<string, boolean>>
  readonly columnSizing: Readonly<Record<string, number>>
  readonly columnPinning: ColumnPinningState
  readonly rowHeight: RowHeight
  readonly colours: readonly ColourRule[]
  readonly groupBy: readonly string[]
  readonly isTree: boolean
  /** The summary of each column in the summary row; null where that is hidden. */
  readonly summary: Summary | null
  /** The facets next to the rows; null where they are hidden. */
  readonly facets: readonly string[] | null
  readonly kind: ViewKind
  /** The attribute of a kanban or calendar; null of a grid. */
  readonly kindBy: string | null
}

export type Summary = Readonly<Record<string, SummaryKind>>

export const plainLook: Look = {
  columnOrder: [],
  columnVisibility: hiddenByDefault,
  columnSizing: {},
  columnPinning: { start: [], end: [] },
  rowHeight: 'normal',
  colours: [],
  groupBy: [],
  isTree: false,
  summary: null,
  facets: null,
  kind: 'grid',
  kindBy: null,
}

/** Rules without a value stay while they are edited, but are neither saved nor painted. */
export function completeRules(rules: readonly ColourRule[]): ColourRule[] {
  return rules.filter((rule) => isComplete(toClause(rule)))
}

export interface ClassColumns {
  readonly names: readonly string[]
  readonly keys: readonly string[]
  readonly hidden: ReadonlySet<string>
  readonly required: ReadonlySet<string>
}

interface ShownClasses {
  readonly classes: ClassColumns
  readonly before: Pick<Look, 'columnOrder' | 'columnVisibility'>
}

interface ColumnTarget {
  readonly key: string | undefined
  /** Whether the cell gets the focus, though what was pressed is still there. */
  readonly takesFocus?: boolean
  /** The position of an entity in the list of these clauses; the first row by default. */
  readonly row?: {
    readonly id: string
    readonly position: number
    readonly clauses: readonly FilterClause[]
  }
}

/** All rows have one height, so any row is found without measuring. */
export const rowHeightPixels: Readonly<Record<Exclude<RowHeight, 'normal'>, number>> = {
  compact: 28,
  tall: 56,
  extra_tall: 92,
}

export function isTallRow(height: RowHeight): boolean {
  return height === 'tall' || height === 'extra_tall'
}

/** The layout of one grid; its column slices are state of the table, which writes them too. */
export class LookStore {
  readonly appliedView = createAtom<{ id: string | undefined }>({ id: undefined })
  readonly columnOrder = createAtom<string[]>([])
  readonly columnVisibility = createAtom<Record<string, boolean>>({ ...plainLook.columnVisibility })
  readonly columnSizing = createAtom<Record<string, number>>({})
  readonly columnPinning = createAtom<ColumnPinningState>(plainLook.columnPinning)
  readonly rowHeight = createAtom<RowHeight>(plainLook.rowHeight)
  readonly colours = createAtom<readonly ColourRule[]>([])
  readonly groupBy = createAtom<{ readonly keys: readonly string[] }>({ keys: [] })
  readonly isTree = createAtom(false)
  readonly summary = createAtom<{ readonly kinds: Summary | null }>({ kinds: null })
  readonly facets = createAtom<{ readonly names: readonly string[] | null }>({ names: null })
  readonly shownAs = createAtom<Pick<Look, 'kind' | 'kindBy'>>({ kind: 'grid', kindBy: null })
  readonly sought = createAtom<ColumnTarget>({ key: undefined })
  readonly shownClasses = createAtom<{ readonly present: ShownClasses | undefined }>({ present: undefined })
  readonly all = createAtom<Look>(() => ({
    columnOrder: this.columnOrder.get(),
    columnVisibility: this.columnVisibility.get(),
    columnSizing: this.columnSizing.get(),
    columnPinning: this.columnPinning.get(),
    rowHeight: this.rowHeight.get(),
    colours: this.colours.get(),
    groupBy: this.groupBy.get().keys,
    isTree: this.isTree.get(),
    summary: this.summary.get().kinds,
    facets: this.facets.get().names,
    ...this.shownAs.get(),
  }))

  set(look: Look): void {
    this.columnOrder.set([...look.columnOrder])
    this.columnVisibility.set({ ...look.columnVisibility })
    this.columnSizing.set({ ...look.columnSizing })
    this.columnPinning.set(look.columnPinning)
    this.rowHeight.set(look.rowHeight)
    this.colours.set(look.colours)
    this.groupBy.set({ keys: look.groupBy })
    this.isTree.set(look.isTree)
    this.summary.set({ kinds: look.summary })
    this.facets.set({ names: look.facets })
    this.shownAs.set({ kind: look.kind, kindBy: look.kindBy })
    this.shownClasses.set({ present: undefined })
  }

  /** Shows the summary row with its defaults, or hides and resets it. */
  showSummary(isShown: boolean, start: Summary = {}): void {
    this.summary.set(({ kinds }) => ({ kinds: isShown ? (kinds ?? start) : null }))
  }

  summarize(columnId: string, kind: SummaryKind | undefined): void {
    this.summary.set(({ kinds }) => {
      const { [columnId]: _before, ...others } = kinds ?? {}
      return { kinds: kind === undefined ? others : { ...others, [columnId]: kind } }
    })
  }

  seek(key: string, row?: ColumnTarget['row']): void {
    this.columnVisibility.set((before) => ({ ...before, [key]: true }))
    this.sought.set({ key, ...(row && { row }) })
  }

  /** Goes to a column of the rows that come next, to be worked on at once. */
  workOn(key: string): void {
    this.columnVisibility.set((before) => ({ ...before, [key]: true }))
    this.sought.set({ key, takesFocus: true })
  }

  /** Shows columns first, in this order; whatever the person had moved otherwise stays behind them. */
  showFirst(keys: readonly string[]): void {
    const first = new Set(keys)
    this.columnOrder.set((order) => [...keys, ...order.filter((key) => !first.has(key))])
    this.columnVisibility.set((before) => ({
      ...before,
      ...Object.fromEntries(keys.map((key) => [key, true])),
    }))
  }

  /** Shows the columns of classes; the former columns return when they are hidden. */
  showClasses(classes: ClassColumns, columns: readonly GridColumn[]): void {
    const { columnOrder, columnVisibility, columnPinning } = this.all.get()
    const before = this.shownClasses.get().present?.before ?? { columnOrder, columnVisibility }
    const look = withClasses(columns, { ...before, columnPinning }, classes)
    this.columnOrder.set(look.columnOrder)
    this.columnVisibility.set(look.columnVisibility)
    this.shownClasses.set({ present: { classes, before } })
  }

  hideClasses(): void {
    const { present } = this.shownClasses.get()
    if (!present) return
    this.columnOrder.set([...present.before.columnOrder])
    this.columnVisibility.set({ ...present.before.columnVisibility })
    this.shownClasses.set({ present: undefined })
  }
}

/**
 * Returns the columns under classes: theirs first, those of other classes hidden, the rest as before.
 * Required columns stay visible, or a new row could not be completed.
 */
function withClasses(
  columns: readonly GridColumn[],
  before: Arrangement & Pick<Look, 'columnVisibility'>,
  { keys, hidden }: ClassColumns,
): { columnOrder: string[]; columnVisibility: Record<string, boolean> } {
  const arranged = arrange(columns, before).map(({ id }) => id)
  const own = new Set(keys)
  const isShown = (column: GridColumn): boolean => {
    const { id, isPrimary, constraints } = column
    if (isPrimary || own.has(id)) return true
    if (hidden.has(id) && constraints.required !== true) return false
    return isVisible(column, before.columnVisibility)
  }
  return {
    columnOrder: [...keys.filter((key) => arranged.includes(key)), ...arranged.filter((id) => !own.has(id))],
    columnVisibility: Object.fromEntries(columns.map((column) => [column.id, isShown(column)])),
  }
}

const stores = new Map<string, LookStore>()

/** The layout of the grid of a type; a `surface` that shows some rows of it for a purpose has its own. */
export function gridLayoutOf(workspaceId: string, type: EntityType, surface = ''): LookStore {
  const key = `${workspaceId} ${type} ${surface}`
  const store = stores.get(key) ?? new LookStore()
  stores.set(key, store)
  return store
}

type Arrangement = Pick<Look, 'columnOrder' | 'columnPinning'>

/**
 * Orders all columns from left to right: the primary one, those pinned left, the others, those pinned
 * right; new ones last of their kind.
 */
export function arrange(columns: readonly GridColumn[], look: Arrangement): GridColumn[] {
  const { columnOrder, columnPinning } = look
  const place = new Map(columnOrder.map((id, index) => [id, index]))
  const placeOf = (column: GridColumn): number => place.get(column.id) ?? columnOrder.length
  const rank = (column: GridColumn): number => {
    const pin = findPin(column, columnPinning)
    return column.isPrimary ? 0 : pin === 'left' ? 1 : pin === undefined ? 2 : 3
  }
  return columns.toSorted((a, b) => rank(a) - rank(b) || placeOf(a) - placeOf(b))
}

/** Returns the order with a column before or after another one; pinned ones stay together. */
export function moveColumn(
  arranged: readonly string[],
  moved: string,
  target: { readonly id: string; readonly side: 'before' | 'behind' },
): string[] {
  if (moved === target.id) return [...arranged]
  const others = arranged.filter((id) => id !== moved)
  const at = others.indexOf(target.id) + (target.side === 'behind' ? 1 : 0)
  return others.toSpliced(at, 0, moved)
}

export function findPin({ id, isPrimary }: GridColumn, { start, end }: ColumnPinningState): Pin | undefined {
  if (isPrimary || start.includes(id)) return 'left'
  return end.includes(id) ? 'right' : undefined
}

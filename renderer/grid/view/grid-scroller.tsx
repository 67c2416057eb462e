import { useSelector } from '@tanstack/react-store'
import { Plus } from 'lucide-react'
import { useLayoutEffect, useMemo, useRef, useState, useEffect, type MouseEvent } from 'react'
import { useGrid } from '../data/grid-context.ts'
import type { GridSession } from '../data/grid-session.ts'
import { cornerWidth, type Geometry } from '../model/geometry.ts'
import { GridBody } from './grid-body.tsx'
import { GridOverlays } from './grid-overlays.tsx'
import { SummaryRow } from './summary-row.tsx'
import { Viewport, ViewportContext, headerHeight, useViewport } from './viewport.ts'
import { t, inSentence } from '../../ui/text.ts'
import { typeTexts } from '../../state/entity-types.ts'
import { Allowed } from '../../state/rights.tsx'
import { select, selectAll } from '../actions/navigation.ts'
import { selectCell } from '../model/selection.ts'
import { stickyHeads } from '../model/row-plan.ts'
import { useGroupSums, GroupRow } from './group-row.tsx'
import { useRowChanges, leftOf, PinnedRight } from './cell-box.tsx'
import { HeaderCell } from './header-cell.tsx'

function GridCorner() {
  const { session, onAddAttribute } = useGrid()
  const corner = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    session.offer({ leave: () => (corner.current?.querySelector('button') ?? corner.current)?.focus() })
  }, [session])
  return (
    <div ref={corner} className="grid-corner" tabIndex={-1} style={{ height: headerHeight }}>
      <Allowed to="attributes">
        <button
          type="button"
          className="grid-corner-button"
          aria-label={t('Add an attribute')}
          title={t('Add an attribute')}
          onClick={onAddAttribute}
        >
          <Plus size={16} aria-hidden />
        </button>
      </Allowed>
    </div>
  )
}

export function GridScroller() {
  const { session } = useGrid()
  // State, not a ref: the content needs the element at its first layout.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const viewport = useMemo(
    () => (scroller ? new Viewport(session, scroller) : undefined),
    [scroller, session],
  )

  useLayoutEffect(() => {
    if (!viewport) return undefined
    session.offer({
      reveal: (cell) => viewport.reveal(cell),
      revealStart: () => viewport.revealStart(),
      pageRows: () => viewport.pageRows(),
    })
    return viewport.connect()
  }, [viewport, session])

  return (
    <div className="grid-frame">
      <div ref={setScroller} className="grid-scroller">
        {viewport && (
          <ViewportContext value={viewport}>
            <Canvas viewport={viewport} />
          </ViewportContext>
        )}
      </div>
      <GridCorner />
    </div>
  )
}

/** Goes to the sought cell once the rows of the wanted query are there: keys would go to the former rows. */
function useSoughtColumn(): void {
  const { session, look, query } = useGrid()
  const { key, row, takesFocus = false } = useSelector(look.sought)
  const source = useSelector(session.source)
  const isLoaded = useSelector(source?.state ?? unloaded, (state) => state?.total !== undefined)
  const isPlaced = useSelector(session.geometry, ({ placed }) =>
    placed.some(({ column }) => column.id === key),
  )
  const isListed =
    isLoaded &&
    isSame(source?.query, query) &&
    (row === undefined || isSame(source?.query?.clauses, row.clauses))
  useEffect(() => {
    if (key === undefined || !isPlaced || !isListed) return
    look.sought.set({ key: undefined })
    // A loading row keeps its position; the first rows keep the column of the cursor.
    const last = Math.max(0, session.rowCount - 1)
    select(session, selectCell({ row: Math.min(row ? positionOf(session, row) : 0, last), columnId: key }))
    if (takesFocus || hasNoFocus()) session.screen.focusInput()
  }, [session, look, key, row, takesFocus, isPlaced, isListed])
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function positionOf(
  session: GridSession,
  { id, position }: { readonly id: string; readonly position: number },
): number {
  return session.rowOf(id) ?? session.rows.plan?.rowOf(position) ?? position
}

/** Whether what was pressed has disappeared with its page, which would leave keyboard users nowhere. */
function hasNoFocus(): boolean {
  return document.activeElement === document.body
}

const unloaded = { get: () => undefined, subscribe: () => ({ unsubscribe: () => undefined }) }

function Canvas({ viewport }: { viewport: Viewport }) {
  const { session, gridId, look } = useGrid()
  const hasSummary = useSelector(look.summary, ({ kinds }) => kinds !== null)
  const geometry = useSelector(session.geometry)
  const { groupBy, isTree } = useSelector(session.rows.state)
  const isArranged = groupBy.length > 0 || isTree
  const canvas = useRef<HTMLDivElement>(null)
  useSoughtColumn()
  useLayoutEffect(() => {
    if (canvas.current) viewport.setCanvas(canvas.current)
  }, [viewport])
  return (
    <div ref={canvas} className="grid-canvas" style={{ width: geometry.totalWidth + cornerWidth }}>
      <div
        role={isArranged ? 'treegrid' : 'grid'}
        id={gridId}
        className="grid-table"
        aria-label={inSentence(typeTexts()[session.type].plural)}
        aria-rowcount={session.rowCount + (hasSummary ? 2 : 1)}
        aria-colcount={geometry.placed.length + 1}
      >
        <GridHeader />
        <GridBody />
        {groupBy.length > 0 && <StickyHeads />}
        {hasSummary && <SummaryRow />}
      </div>
      <GridOverlays />
    </div>
  )
}

/**
 * The heads of the topmost rows. They repeat the heads above, so screen readers skip them; a press goes to
 * the head itself.
 */
function StickyHeads() {
  const { session } = useGrid()
  const viewport = useViewport()
  const geometry = useSelector(session.geometry)
  const top = useSelector(viewport.topRow)
  const firstColumn = useSelector(viewport.range, (range) => range.firstColumn)
  const lastColumn = useSelector(viewport.range, (range) => range.lastColumn)
  const { groupBy } = useSelector(session.rows.state)
  const sums = useGroupSums()
  useRowChanges()

  const { plan } = session.rows
  const goTo = (row: number) => (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('button')) return
    const columnId = session.selection.get()?.cursor.columnId ?? geometry.placed[0]?.column.id
    if (columnId !== undefined) select(session, selectCell({ row, columnId }))
    session.screen.focusInput()
  }
  const sticky = plan ? stickyHeads(plan, top, groupBy.length) : []
  return (
    <div aria-hidden className="grid-sticky" style={{ top: headerHeight }}>
      {sticky.map(({ id, row }, slot) => {
        const head = session.rows.head(id)
        if (!head) return null
        const columns = { first: firstColumn, last: lastColumn }
        const place = { row, top: slot * viewport.rowHeight, isActive: false, activeId: '' }
        return (
          <div key={id} onClick={goTo(row)} onMouseDown={(event) => event.preventDefault()}>
            <GroupRow {...{ session, head, geometry, columns, sums }} {...place} />
          </div>
        )
      })}
    </div>
  )
}

function GridHeader() {
  const { session } = useGrid()
  const viewport = useViewport()
  const row = useRef<HTMLDivElement>(null)
  const geometry = useSelector(session.geometry)
  // Not the whole range: the header stays while rows scroll under it.
  const firstColumn = useSelector(viewport.range, (range) => range.firstColumn)
  const lastColumn = useSelector(viewport.range, (range) => range.lastColumn)
  const cursorColumn = useSelector(session.selection, (selection) => selection?.cursor.columnId)
  const tabStop = cursorColumn ?? geometry.placed[0]?.column.id

  useLayoutEffect(() => {
    const focusHeader = (columnId: string): void => {
      viewport.reveal({ row: session.selection.get()?.cursor.row ?? 0, columnId })
      // The header of a column out of view is drawn with the next frame.
      const selector = `[data-column="${CSS.escape(columnId)}"] .grid-sort`
      requestAnimationFrame(() => row.current?.querySelector<HTMLElement>(selector)?.focus())
    }
    session.offer({ focusHeader })
  }, [session, viewport])

  const cell = (index: number) => {
    const box = geometry.placed[index]
    if (!box) return null
    return (
      <HeaderCell
        key={box.column.id}
        box={box}
        left={leftOf(box, geometry)}
        columnIndex={index + 2}
        isTabStop={box.column.id === tabStop}
      />
    )
  }
  const drawn = drawnColumns(geometry, { firstColumn, lastColumn, tabStop })
  return (
    <div role="rowgroup" className="grid-header" style={{ width: geometry.rowWidth, height: headerHeight }}>
      <div
        role="row"
        ref={row}
        aria-rowindex={1}
        className="grid-header-row"
        data-ends={geometry.pinnedRightWidth > 0 || undefined}
      >
        <div role="presentation" className="grid-pinned" style={{ width: geometry.pinnedWidth }}>
          <RowHeader width={geometry.gutterWidth} />
          {geometry.placed.map((box, index) => (box.pin === 'left' ? cell(index) : null))}
        </div>
        {drawn.map(cell)}
        <PinnedRight geometry={geometry} cell={cell} />
      </div>
    </div>
  )
}

interface VisibleColumns {
  readonly firstColumn: number
  readonly lastColumn: number
  readonly tabStop: string | undefined
}

function drawnColumns(
  { indexById, placed }: Geometry,
  { firstColumn, lastColumn, tabStop }: VisibleColumns,
): readonly number[] {
  const at = indexById.get(tabStop ?? '') ?? 0
  const drawn = Array.from(
    { length: Math.max(0, lastColumn - firstColumn + 1) },
    (_, index) => firstColumn + index,
  )
  const isDrawn = drawn.includes(at) || placed[at]?.pin !== undefined
  return isDrawn ? drawn : [...drawn, at]
}

function RowHeader({ width }: { width: number }) {
  const { session } = useGrid()
  const select = (): void => {
    selectAll(session)
    session.screen.focusInput()
  }
  return (
    <div role="columnheader" className="grid-gutter" aria-colindex={1} style={{ width }}>
      <span className="visually-hidden">{t('Row')}</span>
      <button
        type="button"
        tabIndex={-1}
        className="grid-select-all"
        aria-label={t('Select all cells')}
        title={t('Select all cells (Ctrl+A)')}
        onClick={select}
      />
    </div>
  )
}

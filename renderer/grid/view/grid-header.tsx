import { useSelector } from '@tanstack/react-store'
import { useLayoutEffect, useRef } from 'react'
import { selectAll } from '../actions/navigation.ts'
import type { Geometry } from '../model/geometry.ts'
import { useGrid } from '../data/grid-context.ts'
import { useViewport } from './viewport.ts'
import { HeaderCell } from './header-cell.tsx'
import { leftOf, PinnedRight } from './pinned-right.tsx'
import { headerHeight } from './viewport.ts'
import { t } from '../../ui/text.ts'

/** The names of the columns in view; the arrow keys walk them, the cell rows are one key below. */
export function GridHeader() {
  const { session } = useGrid()
  const viewport = useViewport()
  const row = useRef<HTMLDivElement>(null)
  const geometry = useSelector(session.geometry)
  // Not the whole range: the header stays as it is while rows scroll under it.
  const firstColumn = useSelector(viewport.range, (range) => range.firstColumn)
  const lastColumn = useSelector(viewport.range, (range) => range.lastColumn)
  const cursorColumn = useSelector(session.selection, (selection) => selection?.cursor.columnId)
  const tabStop = cursorColumn ?? geometry.placed[0]?.column.id

  useLayoutEffect(() => {
    const focusHeader = (columnId: string): void => {
      viewport.reveal({ row: session.selection.get()?.cursor.row ?? 0, columnId })
      // The header of a column that was out of view is drawn with the next frame.
      const selector = `[data-column="${CSS.escape(columnId)}"] .grid-sort`
      requestAnimationFrame(() => row.current?.querySelector<HTMLElement>(selector)?.focus())
    }
    session.offer({ focusHeader })
  }, [session, viewport])

  const cell = (index: number) => {
    const place = geometry.placed[index]
    if (!place) return null
    return (
      <HeaderCell
        key={place.column.id}
        place={place}
        left={leftOf(place, geometry)}
        columnIndex={index + 2}
        isTabStop={place.column.id === tabStop}
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
          {geometry.placed.map((place, index) => (place.pin === 'left' ? cell(index) : null))}
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

/** The columns in view, and the one that the Tab key meets where it is out of view. */
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

/** Above the row numbers: selects everything. */
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

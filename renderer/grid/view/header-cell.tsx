import { ArrowDown, ArrowUp } from 'lucide-react'
import { useSelector } from '@tanstack/react-store'
import { memo, useState, type MouseEvent } from 'react'
import { cellLooks } from '../../query/data-types.ts'
import type { GridSession } from '../data/grid-session.ts'
import type { GridColumn } from '../../query/columns.ts'
import type { PlacedColumn } from '../model/geometry.ts'
import { selectColumn } from '../actions/navigation.ts'
import { findSort, toggleSort } from '../../query/grid-query.ts'
import { useColumnDrag } from './use-column-drag.ts'
import { ColumnMenu } from './column-menu.tsx'
import { useGrid } from '../data/grid-context.ts'
import { ResizeHandle } from './resize-handle.tsx'
import { useHeaderKeys } from './use-header-keys.ts'

interface HeaderCellProps {
  readonly place: PlacedColumn
  readonly left: number
  readonly columnIndex: number
  readonly isTabStop: boolean
}

/** A column's name: sorts by a press (Shift adds), opens its menu, takes a new width at its edge. */
export const HeaderCell = memo(function HeaderCell({ place, left, columnIndex, isTabStop }: HeaderCellProps) {
  const { session, query, onQueryChange } = useGrid()
  const { column } = place
  const [isMenuOpen, setMenuOpen] = useState(false)
  const sort = findSort(query, column.id)
  const Icon = cellLooks[column.kind].icon
  const sortBy = (additive: boolean): void => {
    if (column.isSortable) return onQueryChange(toggleSort(query, column.id, additive))
    session.announce(`${column.name} cannot be sorted: it refers to other entities.`)
  }
  const drag = useColumnDrag(place)
  const press = ({ ctrlKey, metaKey, shiftKey }: MouseEvent): void => {
    if (drag.hasMoved()) return
    if (!ctrlKey && !metaKey) return sortBy(shiftKey)
    pickColumn(session, column.id, shiftKey)
  }
  const openMenu = (event?: MouseEvent): void => {
    event?.preventDefault()
    setMenuOpen(true)
  }
  const takeKey = useHeaderKeys(place, { sortBy, openMenu })
  return (
    <div
      role="columnheader"
      className="grid-header-cell"
      data-column={column.id}
      style={{ left, width: place.width }}
      aria-colindex={columnIndex}
      aria-sort={ariaSort(sort)}
      data-dragged={drag.isDragged || undefined}
      onContextMenu={openMenu}
    >
      <button
        type="button"
        className="grid-sort"
        tabIndex={isTabStop ? 0 : -1}
        title={titleOf(column)}
        onPointerDown={drag.start}
        onClick={press}
        onKeyDown={takeKey}
      >
        <Icon size={14} aria-hidden className="grid-kind-icon" />
        <HeaderName column={column} />
        {sort && <SortMark {...sort} isOneOfSeveral={query.sort.length > 1} />}
      </button>
      <ColumnMenu column={column} isOpen={isMenuOpen} onOpenChange={setMenuOpen} />
      <ResizeHandle place={place} />
    </div>
  )
})

/** The name, marked where the shown classes require the attribute. */
function HeaderName({ column: { id, name } }: { column: GridColumn }) {
  const { look } = useGrid()
  const isRequired = useSelector(look.shownClasses, ({ present }) => present?.classes.required.has(id))
  return (
    <>
      <span className="grid-header-name">{name}</span>
      {isRequired && (
        <span className="grid-class-required" title="Required by the classes of the category">
          <span aria-hidden>*</span>
          <span className="visually-hidden"> required</span>
        </span>
      )}
    </>
  )
}

function pickColumn(session: GridSession, columnId: string, extend: boolean): void {
  selectColumn(session, columnId, { add: true, extend })
  session.view.focusInput()
}

function titleOf({ name, isSortable }: GridColumn): string {
  return isSortable
    ? `Sort by ${name} (Shift adds to the order, Ctrl selects the column)`
    : `${name} (Ctrl selects the column)`
}

interface Sort {
  readonly descending: boolean
  readonly place: number
}

function ariaSort(sort: Sort | undefined): 'ascending' | 'descending' | undefined {
  return sort && (sort.descending ? 'descending' : 'ascending')
}

function SortMark({ descending, place, isOneOfSeveral }: Sort & { isOneOfSeveral: boolean }) {
  const Arrow = descending ? ArrowDown : ArrowUp
  return (
    <span className="grid-sort-mark" aria-hidden>
      <Arrow size={13} />
      {isOneOfSeveral && place}
    </span>
  )
}

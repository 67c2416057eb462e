import { useSelector } from '@tanstack/react-store'
import { ArrowDown, ArrowUp, Lock } from 'lucide-react'
import {
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  memo,
  useRef,
  useState,
} from 'react'
import { fitColumn, shiftColumn, dropColumn } from '../actions/column-actions.ts'
import { select, selectColumn } from '../actions/navigation.ts'
import { openPlacing, takesPictures } from '../actions/put-picture.ts'
import { useGrid } from '../data/grid-context.ts'
import type { GridSession } from '../data/grid-session.ts'
import type { ColumnBox } from '../model/geometry.ts'
import { selectCell } from '../model/selection.ts'
import { ColumnMenu } from './column-menu.tsx'
import { RenameColumn } from './rename-column.tsx'
import { isMeasured, type GridColumn } from '../../query/columns.ts'
import { cellLooks } from '../../query/data-types.ts'
import { findSort, toggleSort } from '../../query/grid-query.ts'
import { toChord } from '../../ui/kbd.tsx'
import { followDrag } from '../../ui/follow-drag.tsx'
import { t } from '../../ui/text.ts'
import { pictureDrop } from '../../state/desktop-files.ts'
import { useOpenDialog } from '../../state/dialogs.ts'
import { useMay, whyNot } from '../../state/rights.tsx'

/**
 * The right edge of a header: a drag changes the width (Escape cancels), a double press fits it. Keyboard:
 * Shift with the arrow keys.
 */
function ResizeHandle({ box }: { box: ColumnBox }) {
  const { session, table, look } = useGrid()
  const { id } = box.column
  const begin = (event: PointerEvent<HTMLElement>): void => {
    event.preventDefault()
    const before = look.columnSizing.get()[id]
    const from = event.clientX - box.width
    followDrag(event, {
      onMove: ({ clientX }) => table.setColumnSizing((sizes) => ({ ...sizes, [id]: clientX - from })),
      onEnd(isDropped) {
        if (isDropped) return
        table.setColumnSizing(({ [id]: _dragged, ...others }) =>
          before === undefined ? others : { ...others, [id]: before },
        )
      },
    })
  }
  return (
    <div
      className="grid-resize"
      onPointerDown={begin}
      onDoubleClick={() => fitColumn(session, look, box.column)}
    />
  )
}

interface HeaderCommands {
  readonly sortBy: (additive: boolean) => void
  readonly openMenu: () => void
  readonly rename: () => void
}

const resizeStep = 16

/**
 * The keys of a header: arrows walk, Shift with them changes the width, Ctrl moves the column, down goes to
 * the cells, Alt with it opens the menu, F2 renames.
 */
function useHeaderKeys({ column, width }: ColumnBox, { sortBy, openMenu, rename }: HeaderCommands) {
  const { session, table, look } = useGrid()
  const walk = (step: 1 | -1): void => {
    const { placed, indexById } = session.geometry.get()
    const next = placed[(indexById.get(column.id) ?? 0) + step]
    if (next) session.screen.focusHeader(next.column.id)
  }
  const resize = (step: 1 | -1): void =>
    table.setColumnSizing((sizes) => ({ ...sizes, [column.id]: width + step * resizeStep }))
  const shift = (step: 1 | -1): void => {
    shiftColumn(session, look, column.id, step)
    session.screen.focusHeader(column.id)
  }
  const goToCells = (): void => {
    select(session, selectCell({ row: session.selection.get()?.cursor.row ?? 0, columnId: column.id }))
    session.screen.focusInput()
  }
  const commands: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => walk(-1),
    ArrowRight: () => walk(1),
    'Ctrl+ArrowLeft': () => shift(-1),
    'Ctrl+ArrowRight': () => shift(1),
    'Shift+ArrowLeft': () => resize(-1),
    'Shift+ArrowRight': () => resize(1),
    ArrowDown: goToCells,
    'Alt+ArrowDown': openMenu,
    F2: rename,
    'Shift+Enter': () => sortBy(true),
  }
  return (event: KeyboardEvent): void => {
    const command = commands[toChord(event)]
    if (!command) return
    event.preventDefault()
    command()
  }
}

interface HeaderCellProps {
  readonly box: ColumnBox
  readonly left: number
  readonly columnIndex: number
  readonly isTabStop: boolean
}

function describeUnsorted({ kind, name }: GridColumn): string {
  return kind === 'remark'
    ? t('{name} cannot be sorted.', { name })
    : t('{name} cannot be sorted: it refers to other entries.', { name })
}

const slackPx = 5

interface DropTarget {
  readonly id: string
  readonly side: 'before' | 'behind'
}

function useColumnDrag({ column, pin }: ColumnBox) {
  const { session, look } = useGrid()
  const [isDragged, setDragged] = useState(false)
  const hasMoved = useRef(false)

  const targetAt = (row: Element, clientX: number): DropTarget | undefined => {
    for (const cell of row.querySelectorAll<HTMLElement>('[data-column]')) {
      const { left, right } = cell.getBoundingClientRect()
      if (clientX < left || clientX >= right) continue
      const { placed, indexById } = session.geometry.get()
      const box = placed[indexById.get(cell.dataset['column'] ?? '') ?? -1]
      if (!box || box.pin !== pin || box.column.isPrimary) continue
      return { id: box.column.id, side: clientX < (left + right) / 2 ? 'before' : 'behind' }
    }
    return undefined
  }

  const start = (event: PointerEvent<HTMLElement>): void => {
    hasMoved.current = false
    const row = event.currentTarget.closest('[role="row"]')
    if (event.button !== 0 || column.isPrimary || row === null) return
    const from = event.clientX
    let target: DropTarget | undefined
    followDrag(event, {
      onMove({ clientX }) {
        if (!hasMoved.current && Math.abs(clientX - from) < slackPx) return
        hasMoved.current = true
        setDragged(true)
        target = targetAt(row, clientX)
        markPlace(row, target)
      },
      onEnd(isDropped) {
        // After Escape, the click on release must not sort.
        hasMoved.current ||= !isDropped
        setDragged(false)
        markPlace(row, undefined)
        if (isDropped && target && target.id !== column.id) dropColumn(session, look, column.id, target)
      },
    })
  }
  return { start, isDragged, hasMoved: () => hasMoved.current }
}

// Written to the elements directly, since rendering every header for each movement would be noticeable.
function markPlace(row: Element, target: DropTarget | undefined): void {
  for (const cell of row.querySelectorAll<HTMLElement>('[data-column]')) {
    if (cell.dataset['column'] === target?.id) cell.dataset['drop'] = target?.side
    else delete cell.dataset['drop']
  }
}

/** A column's name: a press sorts (Shift adds), and it has a menu and a width handle. */
export const HeaderCell = memo(function HeaderCell({ box, left, columnIndex, isTabStop }: HeaderCellProps) {
  const { session, query, onQueryChange } = useGrid()
  const { column } = box
  const { openMenu, rename, menu, renaming } = useColumnPopups(column)
  const cell = useRef<HTMLDivElement>(null)
  const sort = findSort(query, column.sortKey)
  const Icon = column.isClosed ? Lock : cellLooks()[column.kind].icon
  const sortBy = (additive: boolean): void => {
    if (column.sortKey) return onQueryChange(toggleSort(query, column.sortKey, additive))
    session.announce(describeUnsorted(column))
  }
  const drag = useColumnDrag(box)
  const press = ({ ctrlKey, metaKey, shiftKey }: MouseEvent): void => {
    if (drag.hasMoved()) return
    if (!ctrlKey && !metaKey) return sortBy(shiftKey)
    pickColumn(session, column.id, shiftKey)
  }
  const takeKey = useHeaderKeys(box, { sortBy, openMenu, rename })
  return (
    <div
      ref={cell}
      role="columnheader"
      className="grid-header-cell"
      data-column={column.id}
      style={{ left, width: box.width }}
      aria-colindex={columnIndex}
      aria-sort={ariaSort(sort)}
      data-dragged={drag.isDragged || undefined}
      onContextMenu={openMenu}
      {...useHeaderDrop(column)}
    >
      <button
        type="button"
        className="grid-sort"
        tabIndex={isTabStop ? 0 : -1}
        {...describeHeader(column)}
        onPointerDown={drag.start}
        onClick={press}
        onKeyDown={takeKey}
      >
        <Icon size={14} aria-hidden className="grid-kind-icon" />
        <HeaderName column={column} />
        {sort && <SortMark {...sort} isOneOfSeveral={query.sort.length > 1} />}
      </button>
      <ColumnMenu column={column} onRename={rename} {...menu} />
      <RenameColumn column={column} anchor={cell} {...renaming} />
      <ResizeHandle box={box} />
    </div>
  )
})

function describeHeader(column: GridColumn) {
  const { isClosed, readOnlyReason, constraints } = column
  if (isClosed) return { title: readOnlyReason, 'aria-description': readOnlyReason }
  return { title: titleOf(column), 'aria-description': constraints.currency }
}

/** Pictures that are dropped on the name of a column of products are placed there by their names. */
function useHeaderDrop(column: GridColumn) {
  const { session } = useGrid()
  const openDialog = useOpenDialog()
  const place = ({ dataTransfer }: DragEvent): void => openPlacing(openDialog, { column }, dataTransfer)
  return pictureDrop({
    isTarget: () => session.type === 'product' && takesPictures(column),
    onPicture: (_file, event) => place(event),
    onPictures: place,
  })
}

function useColumnPopups(column: GridColumn) {
  const { session } = useGrid()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [isRenaming, setRenaming] = useState(false)
  const mayRename = useMay()('attributes')
  const openMenu = (event?: MouseEvent): void => {
    event?.preventDefault()
    setMenuOpen(true)
  }
  const rename = (): void => {
    if (column.isSystem || isMeasured(column))
      session.announce(t('{name} is a column of Vitrine and keeps its name.', { name: column.name }))
    else if (mayRename) setRenaming(true)
    else session.announce(whyNot('attributes'))
  }
  return {
    openMenu,
    rename,
    menu: { isOpen: isMenuOpen, onOpenChange: setMenuOpen },
    renaming: { isOpen: isRenaming, onOpenChange: setRenaming },
  }
}

function HeaderName({ column: { id, name, constraints } }: { column: GridColumn }) {
  const { look } = useGrid()
  const isRequired = useSelector(look.shownClasses, ({ present }) => present?.classes.required.has(id))
  return (
    <>
      <span className="grid-header-name">{name}</span>
      {constraints.currency !== undefined && (
        <span className="grid-header-unit" aria-hidden>
          {constraints.currency}
        </span>
      )}
      {isRequired && (
        <span className="grid-class-required" title={t('Required by the classes of the category')}>
          <span aria-hidden>*</span>
          <span className="visually-hidden"> {t('required')}</span>
        </span>
      )}
    </>
  )
}

function pickColumn(session: GridSession, columnId: string, extend: boolean): void {
  selectColumn(session, columnId, { add: true, extend })
  session.screen.focusInput()
}

function titleOf({ name, sortKey }: GridColumn): string {
  return sortKey !== undefined
    ? t('Sort by {name} (Shift adds to the order, Ctrl selects the column)', { name })
    : t('{name} (Ctrl selects the column)', { name })
}

interface Sort {
  readonly descending: boolean
  readonly position: number
}

function ariaSort(sort: Sort | undefined): 'ascending' | 'descending' | undefined {
  return sort && (sort.descending ? 'descending' : 'ascending')
}

function SortMark({ descending, position, isOneOfSeveral }: Sort & { isOneOfSeveral: boolean }) {
  const Arrow = descending ? ArrowDown : ArrowUp
  return (
    <span className="grid-sort-mark" aria-hidden>
      <Arrow size={13} />
      {isOneOfSeveral && position}
    </span>
  )
}

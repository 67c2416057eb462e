import { useSelector } from '@tanstack/react-store'
import { useLayoutEffect, useRef } from 'react'
import { activeCellId, useGrid, useViewport } from './grid-context.ts'
import { placeOf } from './row-place.ts'
import { GridRow } from './grid-row.tsx'
import { GroupRow } from './group-row.tsx'
import { usePointer } from './use-pointer.ts'
import { useRowChanges } from './use-row-changes.ts'

/** The rows in view. It renders when the range, a loaded row, an edit or the cursor changes; its rows when theirs do. */
export function GridBody() {
  const { session, gridId } = useGrid()
  const viewport = useViewport()
  const layer = useRef<HTMLDivElement>(null)
  const pointer = usePointer(session, viewport)
  const range = useSelector(viewport.range)
  const geometry = useSelector(session.geometry)
  const cursor = useSelector(session.selection, (selection) => selection?.cursor)
  const source = useRowChanges()
  useSelector(session.origins.version)

  useLayoutEffect(() => (layer.current ? viewport.addLayer(layer.current) : undefined), [viewport])

  const { slots } = viewport
  const activeId = activeCellId(gridId)
  const row = (position: number, key: number | string) => {
    const entity = session.rowAt(position)
    const head = entity ? undefined : session.headAt(position)
    const top = (position - range.baseRow) * viewport.rowHeight
    const shared = { session, row: position, top, geometry, activeId }
    if (head) return <GroupRow key={key} {...shared} head={head} isActive={cursor?.row === position} />
    return (
      <GridRow
        key={key}
        {...shared}
        {...placeOf(session, entity)}
        entity={entity}
        isGone={entity === undefined && source?.isGone(position) === true}
        edits={entity && session.overlay.of(entity.id)}
        origins={entity && session.origins.of(entity)}
        firstColumn={range.firstColumn}
        lastColumn={range.lastColumn}
        activeColumnId={cursor?.row === position ? cursor.columnId : undefined}
        isBlank={range.isFlinging}
      />
    )
  }
  const positions = Array.from(
    { length: Math.max(0, range.lastRow - range.firstRow + 1) },
    (_, index) => range.firstRow + index,
  )
  const isCursorAway =
    cursor !== undefined &&
    cursor.row < session.rowCount &&
    (cursor.row < range.firstRow || cursor.row > range.lastRow)
  return (
    <div role="rowgroup" ref={layer} className="grid-layer" {...pointer}>
      {positions.map((position) => row(position, position % slots))}
      {isCursorAway && row(cursor.row, 'cursor')}
    </div>
  )
}

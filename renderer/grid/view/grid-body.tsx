import { useSelector } from '@tanstack/react-store'
import { useLayoutEffect, useRef } from 'react'
import { isTallRow } from '../../state/look.ts'
import { rowsBySlot } from '../model/geometry.ts'
import { activeCellId, useGrid } from '../data/grid-context.ts'
import { useViewport } from './viewport.ts'
import { placeOf } from './row-place.ts'
import { GridRow } from './grid-row.tsx'
import { GroupRow } from './group-row.tsx'
import { usePictureDrop } from './use-picture-drop.ts'
import { usePointer } from './use-pointer.ts'
import { useRowChanges } from './use-row-changes.ts'

/** The rows in view. It renders when the range, a loaded row, an edit or the cursor changes; its rows when theirs do. */
export function GridBody() {
  const { session, gridId, look } = useGrid()
  const viewport = useViewport()
  const layer = useRef<HTMLDivElement>(null)
  const pointer = usePointer(session, viewport)
  const drop = usePictureDrop(session, viewport)
  const range = useSelector(viewport.range)
  const geometry = useSelector(session.geometry)
  const cursor = useSelector(session.selection, (selection) => selection?.cursor)
  const isTall = isTallRow(useSelector(look.rowHeight))
  useRowChanges()

  useLayoutEffect(() => (layer.current ? viewport.addLayer(layer.current) : undefined), [viewport])

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
        isGone={entity === undefined && session.shown.isGone(position)}
        edits={entity && session.overlay.of(entity.id)}
        origins={entity && session.origins.of(entity)}
        referrers={entity && session.referrers.of(entity)}
        firstColumn={range.firstColumn}
        lastColumn={range.lastColumn}
        activeColumnId={cursor?.row === position ? cursor.columnId : undefined}
        isTall={isTall}
        isBlank={range.isFlinging}
      />
    )
  }
  const drawn = { first: range.firstRow, last: range.lastRow }
  const { slots } = range
  const isCursorAway =
    cursor !== undefined &&
    cursor.row < session.rowCount &&
    (cursor.row < range.firstRow || cursor.row > range.lastRow)
  return (
    <div role="rowgroup" ref={layer} className="grid-layer" {...pointer} {...drop}>
      {rowsBySlot(drawn, range.originRow, slots).map((position) => row(position, position % slots))}
      {isCursorAway && row(cursor.row, 'cursor')}
    </div>
  )
}

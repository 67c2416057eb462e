import { useMemo } from 'react'
import { cellAt } from '../actions/cell-state.ts'
import { selectInPlace } from '../actions/navigation.ts'
import { putPicture, takesPictures } from '../actions/put-picture.ts'
import type { GridSession } from '../data/grid-session.ts'
import { selectCell } from '../model/selection.ts'
import { pictureDrop } from '../../state/picture-drop.ts'
import type { Viewport } from './viewport.ts'

/** Picture files dropped on cells that hold or refer to pictures; the cursor shows which cell takes it. */
export function usePictureDrop(session: GridSession, viewport: Viewport) {
  return useMemo(() => {
    const targetAt = (point: { readonly clientX: number; readonly clientY: number }) => {
      const place = viewport.cellAtPoint(point)
      const cell = place && cellAt(session, place)
      return place && cell && takesPictures(cell.column) ? { place, ...cell } : undefined
    }
    return pictureDrop({
      isTarget: (event) => {
        const target = targetAt(event)
        if (target) selectInPlace(session, selectCell(target.place))
        return target !== undefined
      },
      onPicture: (file, event) => {
        const target = targetAt(event)
        if (target) void putPicture(session, target.entity, target.column, file)
      },
    })
  }, [session, viewport])
}

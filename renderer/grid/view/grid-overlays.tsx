import { useSelector } from '@tanstack/react-store'
import { useLayoutEffect, useRef } from 'react'
import { axesOf } from '../actions/navigation.ts'
import type { Geometry } from '../model/geometry.ts'
import { blockOf, cellCount, type Selection } from '../model/selection.ts'
import { FindHits } from '../panels/find-hits.tsx'
import { CellBox } from './cell-box.tsx'
import { CellEditor } from './cell-editor.tsx'
import { CellRemark } from './cell-remark.tsx'
import { useGrid, useViewport } from './grid-context.ts'

/** What lies over the rows: the selected block, the cursor, its remark and the editor. */
export function GridOverlays() {
  const { session } = useGrid()
  const viewport = useViewport()
  const layer = useRef<HTMLDivElement>(null)
  const selection = useSelector(session.selection)
  const geometry = useSelector(session.geometry)
  const isEditing = useSelector(session.editor, (editor) => editor !== undefined)
  useSelector(viewport.range)
  useLayoutEffect(() => (layer.current ? viewport.addLayer(layer.current) : undefined), [viewport])
  const block = selection && blockOf(selection, axesOf(session))
  return (
    <div ref={layer} className="grid-layer">
      <FindHits />
      {selection && block && cellCount(block) > 1 && <BlockBoxes selection={selection} geometry={geometry} />}
      {selection && !isEditing && (
        <CellBox cell={selection.cursor}>
          <div className="grid-cursor" />
        </CellBox>
      )}
      <CellRemark />
      <CellEditor />
    </div>
  )
}

/** The selected block, its pinned part apart from the one that scrolls. */
function BlockBoxes({ selection, geometry }: { selection: Selection; geometry: Geometry }) {
  const { session } = useGrid()
  const viewport = useViewport()
  const { baseRow, firstRow, lastRow } = viewport.range.get()
  const block = blockOf(selection, axesOf(session))
  // A block of a million rows is drawn as far as it is in view.
  const from = Math.max(block.top, firstRow - 1)
  const to = Math.min(block.bottom, lastRow + 1)
  const places = geometry.placed.slice(block.left, block.right + 1)
  const height = (to - from + 1) * viewport.rowHeight
  return [true, false].map((isPinned) => {
    const part = places.filter((place) => place.isPinned === isPinned)
    const [first, last] = [part[0], part.at(-1)]
    if (!first || !last || to < from) return null
    const width = last.left + last.width - first.left
    return (
      <div
        key={String(isPinned)}
        className="grid-over-row"
        data-pinned={isPinned || undefined}
        style={{ top: (from - baseRow) * viewport.rowHeight, width: geometry.totalWidth }}
      >
        <div
          className="grid-block"
          style={
            isPinned
              ? { position: 'sticky', left: first.left, width, height }
              : { marginLeft: first.left, width, height }
          }
        />
      </div>
    )
  })
}

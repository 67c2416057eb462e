import { useSelector } from '@tanstack/react-store'
import { useLayoutEffect, useRef } from 'react'
import { axesOf } from '../actions/navigation.ts'
import { blocksOf, cellCount, type Selection } from '../model/selection.ts'
import { BlockBoxes } from './block-boxes.tsx'
import { FindHits } from './find-hits.tsx'
import { CellBox } from './cell-box.tsx'
import { CellEditor } from './cell-editor.tsx'
import { CellRemark } from './cell-remark.tsx'
import { FillHandle } from './fill-handle.tsx'
import { useGrid } from '../data/grid-context.ts'
import { useViewport } from './viewport.ts'
import { useRowChanges } from './use-row-changes.ts'

/** What lies over the rows: the selected block, the cursor, its remark and the editor. */
export function GridOverlays() {
  const { session } = useGrid()
  const viewport = useViewport()
  const layer = useRef<HTMLDivElement>(null)
  const selection = useSelector(session.selection)
  useSelector(session.geometry)
  useRowChanges()
  const isEditing = useSelector(session.editor, (editor) => editor !== undefined)
  const isOnHead = selection !== undefined && session.headAt(selection.cursor.row) !== undefined
  useLayoutEffect(() => (layer.current ? viewport.addLayer(layer.current) : undefined), [viewport])
  return (
    <div ref={layer} className="grid-layer">
      <FindHits />
      {selection && <Ranges selection={selection} />}
      {selection && !isEditing && !isOnHead && (
        <CellBox cell={selection.cursor}>
          <div className="grid-cursor" />
        </CellBox>
      )}
      {selection && !isEditing && !isOnHead && <FillHandle selection={selection} />}
      <CellRemark />
      <CellEditor />
    </div>
  )
}

function Ranges({ selection }: { selection: Selection }) {
  const { session } = useGrid()
  const blocks = blocksOf(selection, axesOf(session))
  // A single cell alone has the cursor round it.
  return blocks
    .filter((block) => blocks.length > 1 || cellCount(block) > 1)
    .map((block) => (
      <BlockBoxes
        key={`${block.top} ${block.bottom} ${block.left} ${block.right}`}
        block={block}
        kind="block"
      />
    ))
}

import { useSelector } from '@tanstack/react-store'
import { useRef, useState } from 'react'
import type { ControlledList, PanelHandle } from '../cells/cell-type.ts'
import { CellBox } from './cell-box.tsx'
import { CellInput } from './cell-input.tsx'
import { EditorPanel } from './editor-panel.tsx'
import { useGrid } from '../data/grid-context.ts'

/** Over the cursor's cell: the grid's input, and the panel of the open editor. */
export function CellEditor() {
  const { session } = useGrid()
  const panel = useRef<PanelHandle>(null)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [list, setList] = useState<ControlledList>()
  const editor = useSelector(session.editor)
  const cursor = useSelector(session.selection, (selection) => selection?.cursor)
  const cell = editor?.cell ?? cursor
  const column = cell && session.columnOf(cell.columnId)
  return (
    <>
      <CellBox cell={cell}>
        <div ref={setAnchor} className="grid-editor">
          <CellInput column={column} editor={editor} panel={panel} list={list} />
        </div>
      </CellBox>
      {editor && column && anchor && (
        <EditorPanel
          key={`${editor.entityId} ${column.id}`}
          anchor={anchor}
          column={column}
          editor={editor}
          handle={panel}
          tellList={setList}
        />
      )}
    </>
  )
}

import type { AttributeValue } from '#shared/entities.ts'
import { Popover } from '@base-ui/react/popover'
import { useSelector } from '@tanstack/react-store'
import { type RefObject, useCallback, useRef, useState } from 'react'
import { shownValue } from '../actions/cell-state.ts'
import { cancelEdit, commitEdit } from '../actions/editing.ts'
import type { ControlledList, PanelHandle } from '../cells/cell-type.ts'
import { cellTypeOf } from '../cells/registry.ts'
import { useGrid } from '../data/grid-context.ts'
import type { GridSession } from '../data/grid-session.ts'
import type { EditorState } from '../data/grid-screen.ts'
import { CellBox } from './cell-box.tsx'
import { CellInput } from './cell-input.tsx'
import { takeEverywhere } from './editor-events.ts'
import type { GridColumn } from '../../query/columns.ts'
import { firstFocus } from '../../ui/first-focus.ts'
import { t } from '../../ui/text.ts'

interface EditorPanelProps {
  readonly anchor: HTMLElement
  readonly column: GridColumn
  readonly editor: EditorState
  readonly handle: RefObject<PanelHandle | null>
  readonly formatList: (list: ControlledList) => void
}

/** What an editor shows beside its cell: a list, a calendar, a picture, or a text field of its own. */
function EditorPanel({ anchor, column, editor, handle, formatList }: EditorPanelProps) {
  const { session } = useGrid()
  const popup = useRef<HTMLDivElement>(null)
  const type = cellTypeOf(column).editor
  const Panel = type.kind === 'inline' || type.kind === 'popover' ? type.Panel : undefined
  const setText = useCallback(
    (text: string) => session.editor.set((editor) => editor && { ...editor, text, isTyped: true }),
    [session],
  )
  if (!Panel) return null
  const takesFocus = type.kind === 'popover'
  return (
    <Popover.Root open onOpenChange={(open) => !open && takesFocus && session.screen.finishEditing('leave')}>
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor}
          side="bottom"
          align="start"
          sideOffset={takesFocus ? -anchor.offsetHeight : 2}
          collisionPadding={8}
          className="grid-positioner"
        >
          <Popover.Popup
            ref={popup}
            initialFocus={takesFocus && (() => firstFocus(popup.current))}
            finalFocus={false}
            className="grid-popover"
            data-kind={type.kind}
            aria-label={t('Edit {name}', { name: column.name })}
            onKeyDownCapture={(event) => void takeEverywhere(session, event)}
          >
            <Panel
              column={column}
              context={session.context}
              value={valueIn(session, editor, column)}
              text={editor.text}
              isTyped={editor.isTyped}
              handle={handle}
              setText={setText}
              formatList={formatList}
              commit={(write, after) => commitEdit(session, write, after)}
              cancel={() => cancelEdit(session)}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function valueIn(session: GridSession, { entityId }: EditorState, column: GridColumn): AttributeValue | null {
  const row = session.rowOf(entityId)
  const entity = row === undefined ? undefined : session.rowAt(row)
  return entity ? shownValue(session, entity, column) : null
}

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
          formatList={setList}
        />
      )}
    </>
  )
}

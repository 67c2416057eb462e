import { Popover } from '@base-ui/react/popover'
import { useCallback, useRef, type RefObject } from 'react'
import type { AttributeValue } from '#shared/entities.ts'
import { cancelEdit, commitEdit } from '../actions/editing.ts'
import { shownValue } from '../actions/cell-state.ts'
import type { ControlledList, PanelHandle } from '../cells/cell-type.ts'
import { cellTypeOf } from '../cells/registry.ts'
import type { GridSession } from '../data/grid-session.ts'
import type { EditorState } from '../data/grid-view.ts'
import type { GridColumn } from '../../query/columns.ts'
import { takeEverywhere } from './editor-events.ts'
import { firstFocus } from '../../ui/first-focus.ts'
import { useGrid } from '../data/grid-context.ts'

interface EditorPanelProps {
  readonly anchor: HTMLElement
  readonly column: GridColumn
  readonly editor: EditorState
  readonly handle: RefObject<PanelHandle | null>
  readonly tellList: (list: ControlledList) => void
}

/** What an editor shows beside its cell: a list, a calendar, a picture, or a text field of its own. */
export function EditorPanel({ anchor, column, editor, handle, tellList }: EditorPanelProps) {
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
    <Popover.Root open onOpenChange={(open) => !open && takesFocus && session.view.finishEditing('leave')}>
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
            aria-label={`Edit ${column.name}`}
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
              tellList={tellList}
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

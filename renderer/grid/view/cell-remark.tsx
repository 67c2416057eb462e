import { Popover } from '@base-ui/react/popover'
import { useSelector } from '@tanstack/react-store'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { cellAt } from '../actions/cell-state.ts'
import type { GridSession } from '../data/grid-session.ts'
import type { CellPosition } from '../model/selection.ts'
import { CellBox } from './cell-box.tsx'
import { useGrid } from './grid-context.ts'

/** Beside the cursor's cell: why its edit was refused, or a remark about what was just tried. */
export function CellRemark() {
  const { session } = useGrid()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const cursor = useSelector(session.selection, (selection) => selection?.cursor)
  const note = useSelector(session.note)
  const isEditing = useSelector(session.editor, (editor) => editor !== undefined)
  useSelector(session.overlay.counts)
  const refusal = cursor && refusalAt(session, cursor)
  const text = refusal ?? note?.text
  if (!cursor || isEditing || text === undefined) return null
  return (
    <>
      <CellBox cell={cursor}>
        <div ref={setAnchor} className="grid-anchor" />
      </CellBox>
      {anchor && <RemarkPopup anchor={anchor} text={text} isRefusal={refusal !== undefined} />}
    </>
  )
}

function refusalAt(session: GridSession, cursor: CellPosition): string | undefined {
  const edit = cellAt(session, cursor)?.edit
  return edit?.status === 'refused' ? edit.reason : undefined
}

interface RemarkPopupProps {
  readonly anchor: HTMLElement
  readonly text: string
  readonly isRefusal: boolean
}

function RemarkPopup({ anchor, text, isRefusal }: RemarkPopupProps) {
  return (
    <Popover.Root open>
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor}
          side="bottom"
          align="start"
          sideOffset={4}
          className="grid-positioner"
        >
          <Popover.Popup
            initialFocus={false}
            finalFocus={false}
            className="grid-remark"
            data-refused={isRefusal || undefined}
            aria-label={isRefusal ? 'Not saved' : 'Remark'}
          >
            {isRefusal && <TriangleAlert size={15} aria-hidden />}
            <div>
              <p>{text}</p>
              {isRefusal && (
                <p className="grid-hint">
                  <kbd>Enter</kbd> corrects it · <kbd>Esc</kbd> goes back to the saved value
                </p>
              )}
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

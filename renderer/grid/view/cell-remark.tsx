import { Popover } from '@base-ui/react/popover'
import { useSelector } from '@tanstack/react-store'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { explainOverride, findOrigin, cellAt, storedValue } from '../actions/cell-state.ts'
import { settleConflict } from '../actions/editing.ts'
import { formatCell } from '../cells/registry.ts'
import type { CellEdit } from '../data/edit-overlay.ts'
import type { GridSession } from '../data/grid-session.ts'
import { rowGone } from '../data/issue-sentences.ts'
import type { CellPosition } from '../model/selection.ts'
import { CellBox, useRowChanges } from './cell-box.tsx'
import { useGrid } from '../data/grid-context.ts'
import { t, tNodes } from '../../ui/text.ts'

export function CellRemark() {
  const { session } = useGrid()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const cursor = useSelector(session.selection, (selection) => selection?.cursor)
  const note = useSelector(session.note)
  const isEditing = useSelector(session.editor, (editor) => editor !== undefined)
  useSelector(session.editor, (editor) => editor?.isGone)
  useSelector(session.overlay.counts)
  useRowChanges()
  const refusal = cursor && refusalAt(session, cursor)
  const text = isEditing ? whileEditing(session) : (refusal?.reason ?? note?.text)
  if (!cursor || text === undefined) return null
  return (
    <>
      <CellBox cell={cursor}>
        <div ref={setAnchor} className="grid-anchor" />
      </CellBox>
      {anchor && <RemarkPopup anchor={anchor} text={text} isEditing={isEditing} refusal={refusal} />}
    </>
  )
}

type Refusal = Extract<CellEdit, { status: 'refused' }>

function refusalAt(session: GridSession, cursor: CellPosition): Refusal | undefined {
  const edit = cellAt(session, cursor)?.edit
  return edit?.status === 'refused' ? edit : undefined
}

function whileEditing(session: GridSession): string | undefined {
  return goneMeanwhile(session) ?? changedMeanwhile(session) ?? overridden(session)
}

function goneMeanwhile(session: GridSession): string | undefined {
  const editor = session.editor.get()
  if (!editor || editor.isGone) return editor && rowGone()
  const here = session.rowAt(editor.cell.row)
  const isElsewhere = here !== undefined && here.id !== editor.entityId
  if (!isElsewhere || session.rowOf(editor.entityId) !== undefined) return undefined
  return t('The row you edit is not among those shown any more. What you type is saved in it all the same.')
}

function overridden(session: GridSession): string | undefined {
  const cell = session.editor.get()?.cell
  const at = cell && cellAt(session, cell)
  const origin = at && findOrigin(session, at.entity, at.column)
  return origin && explainOverride(origin)
}

function changedMeanwhile(session: GridSession): string | undefined {
  const editor = session.editor.get()
  const at = editor && cellAt(session, editor.cell)
  if (!at || at.entity.id !== editor.entityId || editor.base === undefined) return undefined
  const stored = storedValue(at)
  if (JSON.stringify(stored) === JSON.stringify(editor.base)) return undefined
  const value = formatCell(stored, at.column, session.context)
  return value === ''
    ? t('Somebody has just cleared this cell. You will be asked before it is overwritten.')
    : t('Somebody has just changed this cell to “{value}”. You will be asked before it is overwritten.', {
        value,
      })
}

interface RemarkPopupProps {
  readonly anchor: HTMLElement
  readonly text: string
  readonly isEditing: boolean
  readonly refusal: Refusal | undefined
}

function RemarkPopup({ anchor, text, isEditing, refusal: present }: RemarkPopupProps) {
  const refusal = isEditing ? undefined : present
  const isRefusal = refusal !== undefined
  return (
    <Popover.Root open>
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor}
          side={isEditing ? 'top' : 'bottom'}
          align="start"
          sideOffset={4}
          className="grid-positioner"
        >
          <Popover.Popup
            initialFocus={false}
            finalFocus={false}
            className="grid-remark"
            data-refused={isRefusal || undefined}
            aria-label={isRefusal ? t('Not saved') : t('Remark')}
          >
            {isRefusal && <TriangleAlert size={15} aria-hidden />}
            <div>
              <p>{text}</p>
              {refusal?.conflict && <ConflictChoice />}
              {isRefusal && !refusal.conflict && (
                <p className="grid-hint">
                  {tNodes('{kbd} corrects it · {kbd2} goes back to the saved value', {
                    kbd: <kbd>{t('Enter')}</kbd>,
                    kbd2: <kbd>{t('Esc')}</kbd>,
                  })}
                </p>
              )}
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function ConflictChoice() {
  const { session } = useGrid()
  return (
    <p className="grid-choice">
      <button
        type="button"
        className="ui-button ui-button-primary"
        onClick={() => settleConflict(session, 'mine')}
      >
        {t('Use mine')}
      </button>
      <button
        type="button"
        className="ui-button ui-button-default"
        onClick={() => settleConflict(session, 'theirs')}
      >
        {t('Keep theirs')}
      </button>
      <span className="grid-hint">
        {tNodes('{kbd} edits yours · {kbd2} keeps theirs', {
          kbd: <kbd>{t('Enter')}</kbd>,
          kbd2: <kbd>{t('Esc')}</kbd>,
        })}
      </span>
    </p>
  )
}

import { useSelector } from '@tanstack/react-store'
import { Suspense, useLayoutEffect, useMemo, useRef, type RefObject, useCallback, useState } from 'react'
import { axesOf } from '../actions/navigation.ts'
import { useGrid } from '../data/grid-context.ts'
import { type Selection, blocksOf, cellCount, checkedRows } from '../model/selection.ts'
import { findStateOf, rowOfHit } from '../panels/use-find.ts'
import { BlockBoxes, CellBox, useRowChanges } from './cell-box.tsx'
import { CellRemark } from './cell-remark.tsx'
import { FillHandle } from './fill-handle.tsx'
import { RowDropLine } from './row-drop.tsx'
import { useViewport } from './viewport.ts'
import { useWorkspace } from '../../state/workspace-context.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Check } from 'lucide-react'
import { isDraftId } from '../data/draft-rows.ts'
import type { AttributeValue } from '#shared/entities.ts'
import { Popover } from '@base-ui/react/popover'
import { shownValue } from '../actions/cell-state.ts'
import { cancelEdit, commitEdit } from '../actions/editing.ts'
import type { ControlledList, PanelHandle } from '../cells/cell-type.ts'
import { cellTypeOf } from '../cells/registry.ts'
import type { GridSession } from '../data/grid-session.ts'
import type { EditorState } from '../data/grid-screen.ts'
import { CellInput } from './cell-input.tsx'
import { takeEverywhere } from './editor-events.ts'
import type { GridColumn } from '../../query/columns.ts'
import { firstFocus } from '../../ui/focus.ts'
import { t } from '../../ui/text.ts'

const LazyPresence = lazyPart(async () => (await import('./presence-frames.tsx')).PresenceFrames)

function FindHits() {
  const { session } = useGrid()
  const viewport = useViewport()
  const { firstRow, lastRow } = useSelector(viewport.range)
  const { hits, current } = useSelector(findStateOf(session))
  const { plan } = session.rows
  const { positions } = session.shown
  const placed = useMemo(
    () => hits.map(({ position, key }, index) => ({ row: rowOfHit(session, position) ?? -1, key, index })),
    // Plan and places say which row a position has.
    // oxlint-disable-next-line react/exhaustive-deps
    [session, hits, plan, positions],
  )
  const from = placed.findIndex(({ row }) => row >= firstRow)
  if (from === -1) return null
  const shown = []
  for (const { row, key, index } of placed.slice(from)) {
    if (row > lastRow) break
    if (row === -1) continue
    shown.push(
      <CellBox key={`${row} ${key}`} cell={{ row, columnId: key }}>
        <div className="find-hit" data-current={index === current || undefined} />
      </CellBox>,
    )
  }
  return shown
}

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
      {selection && <RowChecks selection={selection} />}
      {selection && !isEditing && !isOnHead && (
        <CellBox cell={selection.cursor}>
          <div className="grid-cursor" />
        </CellBox>
      )}
      {selection && !isEditing && !isOnHead && <FillHandle selection={selection} />}
      <Others />
      <RowDropLine />
      <CellRemark />
      <CellEditor />
    </div>
  )
}

function Others() {
  const { person } = useWorkspace().session
  return (
    person && (
      <Suspense>
        <LazyPresence />
      </Suspense>
    )
  )
}

function Ranges({ selection }: { selection: Selection }) {
  const { session } = useGrid()
  const blocks = blocksOf(selection, axesOf(session))
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

/** Marks of checked visible rows, drawn over the rows so that these are not drawn again. */
function RowChecks({ selection }: { selection: Selection }) {
  const { session } = useGrid()
  const viewport = useViewport()
  const { baseRow, firstRow, lastRow } = useSelector(viewport.range)
  const { totalWidth: width } = useSelector(session.geometry)
  const shown = checkedRows(selection, axesOf(session)).flatMap(([first, last]) => {
    const from = Math.max(first, firstRow)
    return Array.from({ length: Math.max(0, Math.min(last, lastRow) - from + 1) }, (_, at) => from + at)
  })
  return shown.map((row) => {
    const id = session.shownAt(row)?.id
    if (session.headAt(row) || (id !== undefined && isDraftId(id))) return null
    const top = (row - baseRow) * viewport.rowHeight
    return (
      <div key={row} className="grid-over-row" data-pinned="left" style={{ top, width }}>
        <div className="grid-row-check" style={{ marginTop: (viewport.rowHeight - 16) / 2 }}>
          <Check size={12} strokeWidth={3} aria-hidden />
        </div>
      </div>
    )
  })
}

interface EditorPanelProps {
  readonly anchor: HTMLElement
  readonly column: GridColumn
  readonly editor: EditorState
  readonly handle: RefObject<PanelHandle | null>
  readonly formatList: (list: ControlledList) => void
}

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

function CellEditor() {
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

import { useSelector } from '@tanstack/react-store'
import { Suspense, useLayoutEffect, useMemo, useRef } from 'react'
import { axesOf } from '../actions/navigation.ts'
import { useGrid } from '../data/grid-context.ts'
import { type Selection, blocksOf, cellCount } from '../model/selection.ts'
import { findStateOf } from '../panels/find-state.ts'
import { rowOfHit } from '../panels/use-find.ts'
import { BlockBoxes, CellBox } from './cell-box.tsx'
import { CellEditor } from './cell-editor.tsx'
import { CellRemark } from './cell-remark.tsx'
import { FillHandle } from './fill-handle.tsx'
import { RowChecks } from './row-checks.tsx'
import { RowDropLine } from './row-drop.tsx'
import { useRowChanges } from './use-row-changes.ts'
import { useViewport } from './viewport.ts'
import { useWorkspace } from '../../state/workspace-context.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

const LazyPresence = lazyPart(async () => (await import('./presence-frames.tsx')).PresenceFrames)

/** Marks what has been found, as far as it is in view. */
function FindHits() {
  const { session } = useGrid()
  const viewport = useViewport()
  const { firstRow, lastRow } = useSelector(viewport.range)
  const { hits, current } = useSelector(findStateOf(session))
  const { plan } = session.rows
  const { places } = session.shown
  const placed = useMemo(
    () => hits.map(({ position, key }, index) => ({ row: rowOfHit(session, position) ?? -1, key, index })),
    // Plan and places say which row a position has.
    // oxlint-disable-next-line react/exhaustive-deps
    [session, hits, plan, places],
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

/** Where the others of a team are; on a desktop there is nobody else. */
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

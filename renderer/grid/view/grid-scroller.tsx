import { useSelector } from '@tanstack/react-store'
import { Plus } from 'lucide-react'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useGrid } from '../data/grid-context.ts'
import { cornerWidth } from '../model/geometry.ts'
import { GridBody } from './grid-body.tsx'
import { GridHeader } from './grid-header.tsx'
import { GridOverlays } from './grid-overlays.tsx'
import { StickyHeads } from './sticky-heads.tsx'
import { SummaryRow } from './summary-row.tsx'
import { useSoughtColumn } from './use-sought-column.ts'
import { Viewport, ViewportContext, headerHeight } from './viewport.ts'
import { t, inSentence } from '../../ui/text.ts'
import { typeTexts } from '../../state/entity-types.ts'
import { Allowed } from '../../state/allowed.tsx'

/** At the right end of the header: a new column. */
function GridCorner() {
  const { session, onAddAttribute } = useGrid()
  const corner = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    session.offer({ leave: () => (corner.current?.querySelector('button') ?? corner.current)?.focus() })
  }, [session])
  return (
    <div ref={corner} className="grid-corner" tabIndex={-1} style={{ height: headerHeight }}>
      <Allowed to="attributes">
        <button
          type="button"
          className="grid-corner-button"
          aria-label={t('Add an attribute')}
          title={t('Add an attribute')}
          onClick={onAddAttribute}
        >
          <Plus size={16} aria-hidden />
        </button>
      </Allowed>
    </div>
  )
}

/** The scrolled area with its header, rows and overlays. */
export function GridScroller() {
  const { session } = useGrid()
  // State, not a ref: what is inside needs the element when it is first laid out.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const viewport = useMemo(
    () => (scroller ? new Viewport(session, scroller) : undefined),
    [scroller, session],
  )

  useLayoutEffect(() => {
    if (!viewport) return undefined
    session.offer({
      reveal: (cell) => viewport.reveal(cell),
      revealStart: () => viewport.revealStart(),
      pageRows: () => viewport.pageRows(),
    })
    return viewport.connect()
  }, [viewport, session])

  return (
    <div className="grid-frame">
      <div ref={setScroller} className="grid-scroller">
        {viewport && (
          <ViewportContext value={viewport}>
            <Canvas viewport={viewport} />
          </ViewportContext>
        )}
      </div>
      <GridCorner />
    </div>
  )
}

function Canvas({ viewport }: { viewport: Viewport }) {
  const { session, gridId, look } = useGrid()
  const hasSummary = useSelector(look.summary, ({ kinds }) => kinds !== null)
  const geometry = useSelector(session.geometry)
  const { groupBy, isTree } = useSelector(session.rows.state)
  const isArranged = groupBy.length > 0 || isTree
  const canvas = useRef<HTMLDivElement>(null)
  useSoughtColumn()
  useLayoutEffect(() => {
    if (canvas.current) viewport.setCanvas(canvas.current)
  }, [viewport])
  return (
    <div ref={canvas} className="grid-canvas" style={{ width: geometry.totalWidth + cornerWidth }}>
      <div
        role={isArranged ? 'treegrid' : 'grid'}
        id={gridId}
        className="grid-table"
        aria-label={inSentence(typeTexts()[session.type].plural)}
        aria-rowcount={session.rowCount + (hasSummary ? 2 : 1)}
        aria-colcount={geometry.placed.length + 1}
      >
        <GridHeader />
        <GridBody />
        {groupBy.length > 0 && <StickyHeads />}
        {hasSummary && <SummaryRow />}
      </div>
      <GridOverlays />
    </div>
  )
}

import { useSelector } from '@tanstack/react-store'
import { useLayoutEffect, useMemo, useState } from 'react'
import { pluralOf } from '#shared/entities.ts'
import { GridBody } from './grid-body.tsx'
import { useGrid, ViewportContext } from './grid-context.ts'
import { GridCorner } from './grid-corner.tsx'
import { GridHeader } from './grid-header.tsx'
import { GridOverlays } from './grid-overlays.tsx'
import { Viewport } from './viewport.ts'

/** Room for the buttons at the end of the header. */
const cornerWidth = 84

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
    session.offer({ reveal: (cell) => viewport.reveal(cell), pageRows: () => viewport.pageRows() })
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
  const { session, gridId } = useGrid()
  const geometry = useSelector(session.geometry)
  const height = useSelector(viewport.range, ({ canvasHeight }) => canvasHeight)
  return (
    <div className="grid-canvas" style={{ width: geometry.totalWidth + cornerWidth, height }}>
      <div
        role="grid"
        id={gridId}
        className="grid-table"
        aria-label={pluralOf[session.type]}
        aria-rowcount={session.rowCount + 1}
        aria-colcount={geometry.placed.length + 1}
      >
        <GridHeader />
        <GridBody />
      </div>
      <GridOverlays />
    </div>
  )
}

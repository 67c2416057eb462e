import { createAtom } from '@tanstack/react-store'
import { useSelector } from '@tanstack/react-store'
import { useGrid } from '../data/grid-context.ts'
import { useViewport, type Viewport } from './viewport.ts'

const drops = new WeakMap<Viewport, ReturnType<typeof createDrop>>()

function createDrop() {
  return createAtom<{ readonly before: number | undefined }>({ before: undefined })
}

export function rowDropOf(viewport: Viewport): ReturnType<typeof createDrop> {
  const drop = drops.get(viewport) ?? createDrop()
  drops.set(viewport, drop)
  return drop
}

export function RowDropLine() {
  const { session } = useGrid()
  const viewport = useViewport()
  const { before } = useSelector(rowDropOf(viewport))
  const baseRow = useSelector(viewport.range, (range) => range.baseRow)
  const { totalWidth: width } = useSelector(session.geometry)
  if (before === undefined) return null
  return (
    <div
      className="grid-over-row"
      data-pinned="left"
      style={{ top: (before - baseRow) * viewport.rowHeight, width }}
    >
      <div className="grid-row-drop" />
    </div>
  )
}

import { useSelector } from '@tanstack/react-store'
import type { Block } from '../model/selection.ts'
import { useGrid } from '../data/grid-context.ts'
import { useViewport } from './viewport.ts'
import { overStyle } from './over-style.ts'

interface BlockBoxesProps {
  readonly block: Block
  /** A selected block, or where a fill would go. */
  readonly kind: 'block' | 'fill'
}

/** A frame round a block of cells, its pinned parts apart from the one that scrolls. */
export function BlockBoxes({ block, kind }: BlockBoxesProps) {
  const { session } = useGrid()
  const viewport = useViewport()
  const geometry = useSelector(session.geometry)
  const { baseRow, firstRow, lastRow } = useSelector(viewport.range)
  // A block of a million rows is drawn as far as it is in view.
  const from = Math.max(block.top, firstRow - 1)
  const to = Math.min(block.bottom, lastRow + 1)
  const places = geometry.placed.slice(block.left, block.right + 1)
  const height = (to - from + 1) * viewport.rowHeight
  return (['left', undefined, 'right'] as const).map((pin) => {
    const part = places.filter((place) => place.pin === pin)
    const [first, last] = [part[0], part.at(-1)]
    if (!first || !last || to < from) return null
    const width = last.left + last.width - first.left
    return (
      <div
        key={String(pin)}
        className="grid-over-row"
        data-pinned={pin}
        style={{ top: (from - baseRow) * viewport.rowHeight, width: geometry.totalWidth }}
      >
        <div
          className={`grid-${kind}`}
          style={{ height, ...overStyle({ left: first.left, width, pin }, geometry) }}
        />
      </div>
    )
  })
}

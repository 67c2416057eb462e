import { useSelector } from '@tanstack/react-store'
import type { Block } from '../model/selection.ts'
import { useGrid, useViewport } from './grid-context.ts'

interface BlockBoxesProps {
  readonly block: Block
  /** A selected block, or where a fill would go. */
  readonly kind: 'block' | 'fill'
}

/** A frame round a block of cells, its pinned part apart from the one that scrolls. */
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
  return [true, false].map((isPinned) => {
    const part = places.filter((place) => place.isPinned === isPinned)
    const [first, last] = [part[0], part.at(-1)]
    if (!first || !last || to < from) return null
    const width = last.left + last.width - first.left
    return (
      <div
        key={String(isPinned)}
        className="grid-over-row"
        data-pinned={isPinned || undefined}
        style={{ top: (from - baseRow) * viewport.rowHeight, width: geometry.totalWidth }}
      >
        <div
          className={`grid-${kind}`}
          style={
            isPinned
              ? { position: 'sticky', left: first.left, width, height }
              : { marginLeft: first.left, width, height }
          }
        />
      </div>
    )
  })
}

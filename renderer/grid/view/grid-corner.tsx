import { Plus } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { useGrid } from '../data/grid-context.ts'
import { headerHeight } from './viewport.ts'

/** At the right end of the header: a new column. */
export function GridCorner() {
  const { session, onAddAttribute } = useGrid()
  const corner = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    session.offer({ leave: () => corner.current?.querySelector('button')?.focus() })
  }, [session])
  return (
    <div ref={corner} className="grid-corner" style={{ height: headerHeight }}>
      <button
        type="button"
        className="grid-corner-button"
        aria-label="Add an attribute"
        title="Add an attribute"
        onClick={onAddAttribute}
      >
        <Plus size={16} aria-hidden />
      </button>
    </div>
  )
}

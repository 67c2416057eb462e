import { useSelector } from '@tanstack/react-store'
import { useEffect, useState } from 'react'
import { useGrid } from '../data/grid-context.ts'

const settleMs = 120

/** Tells a screen reader where the cursor is and what has happened; only the last of quick messages is said. */
export function LiveRegion() {
  const { session } = useGrid()
  const announcement = useSelector(session.announcement)
  const [said, setSaid] = useState(announcement)
  useEffect(() => {
    const timer = setTimeout(() => setSaid(announcement), settleMs)
    return () => clearTimeout(timer)
  }, [announcement])
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {/* A repeated sentence is said again because it differs by a space. */}
      {said.text}
      {said.count % 2 === 1 && '\u00a0'}
    </div>
  )
}

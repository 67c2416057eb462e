import { useSelector } from '@tanstack/react-store'
import type { RowSource } from '../data/row-source.ts'
import type { GridSession } from '../data/grid-session.ts'
import { gutterFor } from '../model/geometry.ts'
import { useGrid } from '../data/grid-context.ts'

/** Renders again with every change of what rows show; returns the present source. */
export function useRowChanges(): RowSource | undefined {
  const { session } = useGrid()
  const source = useSelector(session.source)
  useSelector(source?.state ?? unchanging)
  useSelector(session.drafts.list)
  useSelector(session.overlay.counts)
  useSelector(session.lookups.version)
  return source
}

/** How wide the row numbers stand; another width comes with another number of digits alone. */
export function useGutterWidth(session: GridSession): number {
  const source = useSelector(session.source)
  return useSelector(source?.state ?? unchanging, () => gutterFor(session.rowCount))
}

const unchanging = { get: () => undefined, subscribe: () => ({ unsubscribe: () => undefined }) }

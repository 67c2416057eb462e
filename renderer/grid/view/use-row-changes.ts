import { useSelector } from '@tanstack/react-store'
import type { RowSource } from '../data/row-source.ts'
import { useGrid } from '../data/grid-context.ts'

/** Renders again with every change of what rows show; returns the present source. */
export function useRowChanges(): RowSource | undefined {
  const { session } = useGrid()
  const source = useSelector(session.source)
  useSelector(source?.state ?? unchanging)
  useSelector(session.drafts.list)
  useSelector(session.overlay.counts)
  useSelector(session.lookups.origins.version)
  useSelector(session.lookups.referrers.version)
  useSelector(session.lookups.measured.lookup.version)
  return source
}

const unchanging = { get: () => undefined, subscribe: () => ({ unsubscribe: () => undefined }) }

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
  useSelector(session.origins.version)
  useSelector(session.referrers.version)
  return source
}

const unchanging = { get: () => undefined, subscribe: () => ({ unsubscribe: () => undefined }) }

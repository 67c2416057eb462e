import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { reviewKey, reviewSummaryQuery } from '../../api/proposals-queries.ts'
import type { GridSession } from '../data/grid-session.ts'

export function useMarkNews(session: GridSession): void {
  const queryClient = useQueryClient()
  const { data } = useQuery(reviewSummaryQuery(session.api))
  useEffect(() => {
    const { workspaceId } = session.api
    const { unsubscribe } = session.proposed.subscribe(
      () => void queryClient.invalidateQueries({ queryKey: reviewKey(workspaceId) }),
    )
    return unsubscribe
  }, [session, queryClient])
  useEffect(() => {
    if (data) session.lookups.decorations.marked.hear(data)
  }, [session, data])
}

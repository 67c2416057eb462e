import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { reviewSummaryQuery } from '../../api/proposals-queries.ts'
import type { GridSession } from '../data/grid-session.ts'

/** Lets the marks of the cells follow what is proposed and decided anywhere. */
export function useMarkNews(session: GridSession): void {
  const { data } = useQuery(reviewSummaryQuery(session.api))
  useEffect(() => {
    if (data) session.lookups.marked.hear(data)
  }, [session, data])
}

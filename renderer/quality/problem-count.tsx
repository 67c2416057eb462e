import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { qualitySummaryQuery } from '../api/quality-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { formatCount } from '../ui/format-count.ts'
import { t } from '../ui/text.ts'

/**
 * How many problems products have, as the list of problems counts them. It is asked for once and follows that
 * list: to count again after every edit would cost too much in a large catalog.
 */
export function ProblemCount() {
  const { api } = useWorkspace()
  const queryClient = useQueryClient()
  const { data } = useQuery({ ...qualitySummaryQuery(api, 'product'), enabled: false })
  useEffect(() => {
    void queryClient.prefetchQuery({ ...qualitySummaryQuery(api, 'product'), staleTime: Infinity })
  }, [queryClient, api])
  const count = data?.rules.filter(({ failing }) => failing > 0).length ?? 0
  if (count === 0) return null
  return (
    <span
      className="side-count"
      title={t('{count, plural, one {# problem} other {# problems}} of products', { count })}
    >
      {formatCount(count)}
    </span>
  )
}

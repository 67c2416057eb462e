import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import type { ListAggregates } from '#shared/schemas/grid.ts'
import { fetchAggregates } from '../../query/list-queries.ts'
import { keysAtOnce } from '../actions/selection-sums.ts'
import type { GridSession } from '../data/grid-session.ts'
import { listOf } from '../model/arrangement.ts'
import type { GridQuery } from '../../query/grid-query.ts'
import { useGrid } from '../data/grid-context.ts'
import { useSettled } from './use-settled.ts'

const settleMs = 400

/** What the values of attributes come to in the list that is shown; it follows changes after a moment. */
export function useSummary(keys: readonly string[]): { data: ListAggregates | undefined; isError: boolean } {
  const { session, query } = useGrid()
  const arrangement = useSelector(session.rows.state)
  const changes = useSettled(useSelector(session.changes), settleMs)
  const list = { ...listOf(query, arrangement), sort: [] }
  const { data, isError } = useQuery({
    queryKey: ['grid-summary', session.api.workspaceId, session.type, list, keys, changes],
    queryFn: () => fetchSummary(session, list, keys),
    enabled: keys.length > 0,
    gcTime: 10_000,
    // The figures of another list must not be taken for those of this one.
    placeholderData: (before, previous) =>
      JSON.stringify(previous?.queryKey[3]) === JSON.stringify(list) ? before : undefined,
  })
  return { data, isError }
}

async function fetchSummary(
  { api, type }: GridSession,
  query: GridQuery,
  keys: readonly string[],
): Promise<ListAggregates> {
  const parts = Array.from({ length: Math.ceil(keys.length / keysAtOnce) }, (_, index) =>
    fetchAggregates(api, type, { query, keys: keys.slice(index * keysAtOnce, (index + 1) * keysAtOnce) }),
  )
  const answers = await Promise.all(parts)
  return {
    rows: answers[0]?.rows ?? 0,
    columns: Object.assign({}, ...answers.map(({ columns }) => columns)) as ListAggregates['columns'],
  }
}

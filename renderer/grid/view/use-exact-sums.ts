import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import { fetchSums, type SumsRequest } from '../actions/selection-sums.ts'
import type { GridSession } from '../data/grid-session.ts'
import type { Aggregate } from '../model/aggregate.ts'
import { useSettled } from './use-settled.ts'

const settleMs = 300

/** The sums of a request once it has stayed for a moment; they are asked for anew after changes, which show no busy state. */
export function useExactSums(
  session: GridSession,
  request: SumsRequest | undefined,
): { readonly sums: Aggregate | undefined; readonly isBusy: boolean } {
  const changes = useSettled(useSelector(session.changes), settleMs)
  const wanted = JSON.stringify(request ?? null)
  const settled = useSettled(wanted, settleMs)
  const isReady = request !== undefined && settled === wanted
  const { data, isError } = useQuery({
    queryKey: ['grid-sums', session.api.workspaceId, session.type, settled, changes],
    queryFn: () => fetchSums(session, request ?? []),
    enabled: isReady,
    retry: false,
    gcTime: 10_000,
    placeholderData: (before, query) => (query?.queryKey[3] === settled ? before : undefined),
  })
  const sums = isReady ? data : undefined
  return { sums, isBusy: request !== undefined && !sums && !(isReady && isError) }
}

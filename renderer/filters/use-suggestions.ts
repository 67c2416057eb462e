import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { fetchDistinct } from '../query/list-queries.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import { formatCount } from '../ui/format-count.ts'
import type { Suggestion } from '../ui/suggest-input.tsx'
import { useSettled } from '../ui/use-settled.ts'
import type { FilterField } from './filter-fields.ts'
import { besidesKey, useFilteredList } from './filtered-list.ts'

const settleMs = 150

/** The values that the rows have which the other conditions leave, with their counts; none where nothing is narrowed. */
export function useSuggestions(field: FilterField, text: string, isWanted: boolean): readonly Suggestion[] {
  const { api } = useWorkspace()
  const list = useFilteredList()
  const isText = field.family === 'text'
  const sought = useSettled(isText ? text.trim() : '', settleMs)
  const isOffered =
    list !== undefined && field.dataType !== undefined && (isText || field.family === 'number')
  const query = list && besidesKey(list.query, field.key)
  const { data } = useQuery({
    queryKey: ['suggestions', api.workspaceId, list?.type, field.key, sought, query] as const,
    queryFn: ({ signal }) =>
      list && query ? fetchDistinct(api, list.type, { query, key: field.key, text: sought, signal }) : [],
    enabled: isOffered && isWanted,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    // A list that takes too long to look through is no reason to disturb whoever types.
    retry: false,
  })
  return (isOffered ? (data ?? []) : []).flatMap(({ value, count }) =>
    typeof value === 'string' || typeof value === 'number'
      ? [{ value: String(value), hint: formatCount(count) }]
      : [],
  )
}

import { useQueries } from '@tanstack/react-query'
import { parseUuid } from '#shared/entities.ts'
import { arityOf } from '#shared/filters.ts'
import { splitList } from '#shared/text.ts'
import { entitiesByIdQuery } from '../api/entities-queries.ts'
import { allClauses, type FilterGroup } from '../query/grid-query.ts'
import { useWorkspace } from '../state/workspace-context.ts'
import type { FilterField } from './filter-fields.ts'

const isId = (text: string) => parseUuid(text) !== undefined

export type LabelOf = (id: string) => string | undefined

/** The labels of the entities that a filter names by their ids, as far as they are known yet. */
export function useReferenceLabels(group: FilterGroup, fields: readonly FilterField[]): LabelOf {
  const { api } = useWorkspace()
  const named = allClauses(group).flatMap(({ key, operator, value }) => {
    const type = fields.find((field) => field.key === key && field.family === 'id')?.referenceType
    const ids = type === undefined || arityOf(operator) === 'boolean' ? [] : splitList(value).filter(isId)
    return type === undefined || ids.length === 0 ? [] : [{ type, ids }]
  })
  return useQueries({
    queries: named.map(({ type, ids }) => entitiesByIdQuery(api, type, ids)),
    combine: (results) => {
      const labels = new Map(results.flatMap(({ data = [] }) => data.map(({ id, label }) => [id, label])))
      return (id: string) => labels.get(id) ?? undefined
    },
  })
}

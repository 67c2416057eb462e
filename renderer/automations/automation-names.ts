import { useQuery } from '@tanstack/react-query'
import type { EntityType } from '#shared/entities.ts'
import type { NamedPerson } from '#shared/schemas/comments.ts'
import type { Feed } from '#shared/schemas/feeds.ts'
import { peopleQuery } from '../api/comments-queries.ts'
import { feedsQuery } from '../api/feed-queries.ts'
import type { FilterField } from '../filters/filter-fields.ts'
import { useFilterFields } from '../filters/use-filter-fields.ts'
import { type LabelOf, useReferenceLabels } from '../filters/use-reference-labels.ts'
import { fromFilterText } from '../query/list-params.ts'
import { useMay } from '../state/rights.tsx'
import { useWorkspace } from '../state/workspace-context.ts'

/** The keys and ids that an automation names, with the names that people know. */
export interface AutomationNames {
  readonly fields: readonly FilterField[]
  /** The labels of entities that the filter names. */
  readonly labelOf: LabelOf
  readonly feeds: readonly Pick<Feed, 'id' | 'name' | 'direction'>[]
  /** Empty where nobody works together. */
  readonly people: readonly NamedPerson[]
}

export function useAutomationNames(type: EntityType, filter = ''): AutomationNames {
  const { api, session } = useWorkspace()
  const fields = useFilterFields(type)
  const mayReadFeeds = useMay()('jobs')
  const { data: feeds } = useQuery({ ...feedsQuery(api), enabled: mayReadFeeds })
  const { data: people } = useQuery({ ...peopleQuery(api), enabled: session.person !== null })
  const labelOf = useReferenceLabels(fromFilterText(filter), fields)
  return { fields, labelOf, feeds: feeds ?? [], people: people ?? [] }
}

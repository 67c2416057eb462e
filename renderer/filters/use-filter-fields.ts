import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import { useMemo, createContext, useContext } from 'react'
import type { EntityType } from '#shared/entities.ts'
import { type Actor, eventVias, keyOfActor } from '#shared/events.ts'
import { viaPrefix } from '#shared/filters.ts'
import { attributeConfigsQuery, attributesQuery } from '../api/attributes-queries.ts'
import { peopleQuery } from '../api/changes-queries.ts'
import { qualityRulesQuery } from '../api/quality-queries.ts'
import { useEnabledChannels } from '../query/use-grid-columns.ts'
import { viaNames, nameAuthor } from '../state/event-texts.ts'
import { present } from '../state/rights.tsx'
import { useWorkspace } from '../state/workspace-context.ts'
import { severityChoices } from '../state/feature.tsx'
import { aroundFields, toFilterFields, type FilterField } from './filter-fields.ts'
import { inWords } from '../query/page-filters.ts'
import { allClauses, type GridQuery } from '../query/grid-query.ts'

export function useFilterFields(type: EntityType): readonly FilterField[] {
  const { api } = useWorkspace()
  const { data: attributes } = useQuery(attributesQuery(api, type))
  const { data: configs } = useQuery(attributeConfigsQuery(api.workspaceId, type))
  const channels = useEnabledChannels(api, type)
  return useMemo(
    () => (attributes === undefined ? [] : toFilterFields(type, attributes, { configs, channels })),
    [type, attributes, configs, channels],
  )
}

export function useFieldsAround(
  type: EntityType,
  fields: readonly FilterField[],
  isRead: boolean,
): readonly FilterField[] {
  const { api } = useWorkspace()
  const channels = useEnabledChannels(api, type)
  const { data: actors } = useQuery({ ...peopleQuery(api), enabled: isRead })
  const isTeam = useSelector(present, (state) => state.isTeam)
  const { data: rules } = useQuery({ ...qualityRulesQuery(api, type), enabled: isRead })
  return useMemo(
    () => [
      ...fields,
      ...aroundFields(type, {
        fields,
        channels,
        people: namePeople(actors ?? []),
        rules: Object.fromEntries(rules?.map(inWords).map(({ key, name }) => [key, name]) ?? []),
        severities: severityChoices(),
        isTeam,
      }),
    ],
    [type, fields, channels, actors, rules, isTeam],
  )
}

function namePeople(actors: readonly Actor[]): Record<string, string> {
  const people = actors.map((actor) => [keyOfActor(actor), nameAuthor(actor)])
  const options = eventVias.map((via) => [`${viaPrefix}${via}`, viaNames()[via]])
  return Object.fromEntries([...people, ...options])
}

/** The list that conditions narrow; absent where conditions colour cells. */
interface FilteredList {
  readonly type: EntityType
  readonly query: GridQuery
}

const Context = createContext<FilteredList | undefined>(undefined)
export const FilteredListProvider = Context.Provider

export function useFilteredList(): FilteredList | undefined {
  return useContext(Context)
}

/** The query for suggestions of a key: the conditions on all other keys. */
export function besidesKey(query: GridQuery, key: string): GridQuery {
  if (query.join === 'or') return { ...query, join: 'and', clauses: [], groups: [], sort: [] }
  const isOther = (clause: { readonly key: string }): boolean => clause.key !== key
  return {
    ...query,
    sort: [],
    clauses: query.clauses.filter(isOther),
    groups: query.groups.filter((group) => allClauses(group).every(isOther)),
  }
}

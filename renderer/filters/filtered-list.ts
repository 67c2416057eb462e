import { createContext, useContext } from 'react'
import type { EntityType } from '#shared/entities.ts'
import { allClauses } from '../query/filter-groups.ts'
import type { GridQuery } from '../query/grid-query.ts'

/** The list that conditions narrow; there is none where they colour cells. */
interface FilteredList {
  readonly type: EntityType
  readonly query: GridQuery
}

const Context = createContext<FilteredList | undefined>(undefined)
export const FilteredListProvider = Context.Provider

export function useFilteredList(): FilteredList | undefined {
  return useContext(Context)
}

/** The rows among which values of a key are looked for: those that all conditions on other keys leave. */
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

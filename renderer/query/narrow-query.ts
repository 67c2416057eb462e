import type { FilterClause, GridQuery } from './grid-query.ts'

/** The rows of a query that also satisfy a clause, whatever joins those of the query. */
export function narrowQuery(query: GridQuery, ...clauses: readonly FilterClause[]): GridQuery {
  const { join, clauses: own, groups } = query
  if (join === 'and') return { ...query, clauses: [...own, ...clauses] }
  return { ...query, join: 'and', clauses, groups: [{ join, clauses: own, groups }] }
}

import { ruleFilterKey, type QualityFinding } from '#shared/quality.ts'
import type { EntityType } from '#shared/entities.ts'
import type { Api } from '../api/client.ts'
import { emptyGridQuery, type FilterClause } from '../query/grid-query.ts'
import { fetchBranches } from '../query/list-queries.ts'
import { everything, type Place } from '../query/place.ts'
import { goTo } from '../query/use-place.ts'
import { gridLayoutOf } from '../state/grid-layout.ts'

/** The grid of a type narrowed by one condition. */
export function placeOfClause(workspaceId: string, type: EntityType, clause: FilterClause): Place {
  const query = { ...emptyGridQuery, clauses: [clause] }
  return { workspaceId, view: type, savedView: everything, query }
}

/** The grid with what a rule finds. */
export function placeOfRule(workspaceId: string, type: EntityType, rule: string): Place {
  return placeOfClause(workspaceId, type, { key: ruleFilterKey, operator: 'eq', value: rule })
}

/** Goes to what a rule finds in the grid, an attribute in sight. */
export function openRule(
  { workspaceId }: Api,
  { type, rule, attribute }: { type: EntityType; rule: string; attribute: string | undefined },
): void {
  if (attribute !== undefined) gridLayoutOf(workspaceId, type).seek(attribute)
  goTo(placeOfRule(workspaceId, type, rule))
}

/** Goes to the cell of a finding, among the other findings of its rule; to the row alone where these have changed. */
export async function openFinding(api: Api, { rule, attribute, entity }: QualityFinding): Promise<void> {
  const { type, id } = entity
  const place = placeOfRule(api.workspaceId, type, rule)
  const { clauses } = place.query
  const [branch] = await fetchBranches(api, type, [id], place.query)
  const position = branch?.position
  const look = gridLayoutOf(api.workspaceId, type)
  if (position === undefined || position === null) {
    if (attribute !== null) look.seek(attribute)
    return goTo(placeOfClause(api.workspaceId, type, { key: 'id', operator: 'eq', value: id }))
  }
  if (attribute !== null) look.seek(attribute, { id, position, clauses })
  goTo(place)
}

import type { EntityType } from '#shared/entities.ts'
import type { FacetAnswer } from '#shared/schemas/facets.ts'
import type { GridColumn } from '../query/columns.ts'
import type { GridQuery } from '../query/grid-query.ts'

/** How many values of a facet are asked for at first, and when more are wanted. */
export const [firstValues, moreValues] = [40, 500]

/** What one facet of the panel knows. */
export interface FacetProps<Answer extends FacetAnswer = FacetAnswer> {
  readonly type: EntityType
  readonly facet: Answer
  /** All facets of the panel: what is chosen in them counts as a choice. */
  readonly names: readonly string[]
  readonly columns: readonly GridColumn[]
  readonly query: GridQuery
  readonly onQueryChange: (query: GridQuery) => void
}

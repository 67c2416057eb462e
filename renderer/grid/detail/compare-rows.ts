import type { AttributeValue, EntityResource } from '#shared/entities.ts'
import { readValue, type GridColumn } from '../../query/columns.ts'
import { toWire } from './describe-change.ts'

/** One attribute of the entities that are compared, in their order. */
export interface ComparedRow {
  readonly column: GridColumn
  readonly values: readonly (AttributeValue | null)[]
  readonly isDifferent: boolean
}

/** What entities hold, attribute by attribute; what none of them has is left out, and so is what is computed for the system. */
export function compareRows(
  entities: readonly EntityResource[],
  columns: readonly GridColumn[],
): ComparedRow[] {
  return columns
    .filter(({ isSystem }) => !isSystem)
    .map((column) => {
      const values = entities.map((entity) => readValue(entity, column))
      const [first, ...others] = values.map((value) => JSON.stringify(toWire(value)))
      return { column, values, isDifferent: others.some((other) => other !== first) }
    })
    .filter(({ values }) => values.some((value) => value !== null))
}

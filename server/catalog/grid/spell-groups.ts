import { parseJson } from '../../store/database/json.ts'
import type { AttributeValue } from '#shared/entities.ts'
import type { RowGroup } from '#shared/schemas/grid.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { listEntityRows } from '../../store/tables/entities.ts'
import type { CountedGroup } from '../../store/plan/count-groups.ts'
import { entitiesJson } from '../entities/entity-json.ts'

const rowsAtOnce = 1_000

/** The groups with the value that their first entity shows. */
export function spellGroups(db: ReadableDb, key: string, counted: readonly CountedGroup[]): RowGroup[] {
  const values = new Map<number, AttributeValue | null>()
  for (let start = 0; start < counted.length; start += rowsAtOnce) {
    const rows = listEntityRows(
      db,
      counted.slice(start, start + rowsAtOnce).map(({ entity }) => entity),
    )
    entitiesJson(db, rows, new Set([key])).forEach((json, index) => {
      const { attributes } = parseJson(json)
      values.set(rows[index]?.id ?? 0, attributes[key] ?? null)
    })
  }
  return counted.map(({ entity, count, isBlank }) => ({
    value: isBlank ? null : (values.get(entity) ?? null),
    count,
  }))
}

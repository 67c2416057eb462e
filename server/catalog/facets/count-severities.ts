import type { EntityType } from '#shared/entities.ts'
import { severities } from '#shared/quality.ts'
import type { ValueCounts } from '#shared/schemas/facets.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { rememberedRows } from '../../store/facets/narrowed-rows.ts'
import type { RowSet } from '../../store/facets/row-set.ts'
import { listedQuality } from '../channels/measured-keys.ts'

interface SeverityQuery {
  readonly type: EntityType
  /** Undefined for all of the type. */
  readonly rows: RowSet | undefined
}

/** How many rows have a finding of each severity that nobody has accepted, and how many have none of any; the most serious first. */
export function countSeverities(db: ReadableDb, { type, rows }: SeverityQuery, total: number): ValueCounts {
  const quality = listedQuality()
  const within = (found: RowSet) => (rows ? rows.and(found) : found)
  const found = severities.flatMap((value) => {
    if (!quality) return []
    const all = rememberedRows(db, type, `quality ${value}`, () => quality.foundOfSeverity(db, type, value))
    return { value, rows: within(all) }
  })
  const values = found.flatMap(({ value, rows: { count } }) => (count > 0 ? { value, count } : []))
  const any = found.reduce<RowSet | undefined>((all, one) => all?.or(one.rows) ?? one.rows, undefined)
  return { values, blank: total - (any?.count ?? 0) }
}

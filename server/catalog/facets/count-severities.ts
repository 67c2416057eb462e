import { severities } from '#shared/quality.ts'
import type { ValueCounts } from '#shared/schemas/facets.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type CountedSource, countWhere } from '../../store/facets/count-values.ts'
import { anyOf } from '../../store/query/condition.ts'
import { listedQuality } from '../channels/measured-keys.ts'

/** How many rows have a finding of each severity that nobody has accepted, and how many have none of any; the most serious first. */
export function countSeverities(db: ReadableDb, asked: CountedSource, total: number): ValueCounts {
  const quality = listedQuality()
  const conditions = severities.map((severity) => quality?.ofSeverity(db, asked.type, severity))
  const values = severities.flatMap((value, at) => {
    const condition = conditions[at]
    const count = condition ? countWhere(db, asked, condition) : 0
    return count > 0 ? [{ value, count }] : []
  })
  const any = anyOf(conditions.flatMap((condition) => condition ?? []))
  return { values, blank: values.length === 0 ? total : total - countWhere(db, asked, any) }
}

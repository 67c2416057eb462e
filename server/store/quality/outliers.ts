/** Numbers far from those of others, as a condition. */
import type { ReadableDb } from '../database/database.ts'
import { remember } from '../database/file-version.ts'
import { type Fragment, join, raw, sql } from '../database/fragment.ts'
import type { Condition } from '../query/condition.ts'
import type { Attribute } from '../tables/attributes.ts'
import { among, comparedValues } from './value-conditions.ts'

export interface OutlierCheck {
  readonly attribute: Attribute
  /** A reference: numbers are compared with those of the same entity there. */
  readonly within: Attribute | undefined
  readonly times: number
  readonly population: readonly Condition[]
}

/** Numbers that are further from the median than so many deviations of their group. */
export function outlying(db: ReadableDb, check: OutlierCheck): Condition {
  const { attribute, within, population } = check
  const tests = population.map(({ test }) => sql` AND ${test(raw('k.entity'))}`)
  if (!within) return outlyingAmongAll(db, check, join(tests, ''))
  const group = sql`SELECT k.entity, k.norm, g.norm AS grp FROM (${comparedValues(db, attribute)}) k JOIN (${comparedValues(db, within)}) g ON g.entity = k.entity`
  const { text, params } =
    sql`${group} WHERE typeof(k.norm) IN ('integer', 'real')${join(tests, '')} ORDER BY grp, k.norm`
  const ids = remember(db, `outliers ${check.times} ${text} ${JSON.stringify(params)}`, () =>
    findOutliers(db.tuples<NumberRow>(text, ...params), check.times),
  )
  return among(ids)
}

/** The numbers alone tell where the bounds are, and SQL who is beyond them. */
function outlyingAmongAll(db: ReadableDb, { attribute, times }: OutlierCheck, tests: Fragment): Condition {
  const rows = sql`FROM (${comparedValues(db, attribute)}) k WHERE typeof(k.norm) IN ('integer', 'real')${tests}`
  const { text, params } = sql`SELECT k.norm ${rows}`
  const ids = remember(db, `outliers ${times} ${text} ${JSON.stringify(params)}`, () => {
    const numbers = Float64Array.from(db.column<number>(text, ...params)).sort()
    const middle = medianOf(numbers)
    const bound = times * 1.4826 * medianOf(numbers.map((number) => Math.abs(number - middle)).sort())
    const found = sql`SELECT k.entity ${rows} AND abs(k.norm - ${middle}) > ${bound} ORDER BY k.entity`
    return db.column<number>(found.text, ...found.params)
  })
  return among(ids)
}

type NumberRow = [entity: number, norm: number, group: string | number]

/** The entities of those rows, which come by group and number, that are far from the median of their group. */
function findOutliers(rows: readonly NumberRow[], times: number): number[] {
  const found: number[] = []
  for (let from = 0; from < rows.length;) {
    const group = rows[from]?.[2]
    let end = from
    while (end < rows.length && rows[end]?.[2] === group) end += 1
    const numbers = rows.slice(from, end)
    const middle = medianOf(numbers.map(([, norm]) => norm))
    const distances = numbers.map(([, norm]) => Math.abs(norm - middle))
    const bound = times * 1.4826 * medianOf(distances.toSorted((a, b) => a - b))
    numbers.forEach(([entity], index) => {
      if ((distances[index] ?? 0) > bound) found.push(entity)
    })
    from = end
  }
  return found.sort((a, b) => a - b)
}

/** Of numbers in order. */
function medianOf(sorted: ArrayLike<number>): number {
  const half = Math.floor(sorted.length / 2)
  const upper = sorted[half] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? 0) + upper) / 2
}

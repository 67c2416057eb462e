import type { ReadableDb } from '../database/database.ts'
import { join, raw, sql } from '../database/fragment.ts'
import { type Condition, testsOf } from '../query/condition.ts'
import type { Attribute } from '../tables/attributes.ts'
import { cacheWhile } from './followed-values.ts'
import { NumberList, type VisitedRows, visitRows } from './visit-rows.ts'
import { type Dependencies, dependenciesOf, dependenciesOfAll } from './dependencies.ts'
import { among, comparedValues } from './value-conditions.ts'

export interface OutlierCheck {
  readonly attribute: Attribute
  readonly within: Attribute | undefined
  readonly times: number
  readonly population: readonly Condition[]
  readonly chosen: Dependencies | undefined
}

export function outlying(db: ReadableDb, check: OutlierCheck): Condition {
  const rows = numbersOf(db, check)
  const { text, params } = rows.from
  const key = `outliers ${check.times} ${text} ${JSON.stringify(params)}`
  return among(
    cacheWhile(db, key, dependenciesOfNumbers(db, check), () => findOutliers(db, rows, check.times)),
  )
}

function dependenciesOfNumbers(
  db: ReadableDb,
  { attribute, within, chosen }: OutlierCheck,
): Dependencies | undefined {
  return dependenciesOfAll([
    chosen,
    dependenciesOf(db, attribute),
    ...(within ? [dependenciesOf(db, within)] : []),
  ])
}

function numbersOf(db: ReadableDb, { attribute, within, population }: OutlierCheck): VisitedRows {
  const groups = within
    ? sql` JOIN (${comparedValues(db, within)}) g ON g.entity = k.entity AND g.norm IS NOT NULL`
    : raw('')
  const tests = testsOf(population, raw('k.entity')).map((test) => sql` AND ${test}`)
  return {
    value: raw('k.norm'),
    entity: raw('k.entity'),
    ...(within && { group: raw('g.norm') }),
    from: sql`(${comparedValues(db, attribute)}) k${groups} WHERE typeof(k.norm) IN ('integer', 'real')${join(tests, '')}`,
  }
}

interface Group {
  readonly entities: NumberList
  readonly numbers: NumberList
}

function findOutliers(db: ReadableDb, rows: VisitedRows, times: number): number[] {
  const groups = new Map<number | string, Group>()
  visitRows(db, rows, (value, entity, name) => {
    const group = groups.get(name) ?? { entities: new NumberList(), numbers: new NumberList() }
    groups.set(name, group)
    group.entities.push(entity)
    group.numbers.push(Number(value))
  })
  return [...groups.values()].flatMap((group) => farOff(group, times)).sort((a, b) => a - b)
}

function farOff({ entities, numbers }: Group, times: number): number[] {
  const middle = medianOf(numbers.all.slice().sort())
  const distances = numbers.all.map((number) => Math.abs(number - middle))
  const bound = times * spreadOf(distances)
  return Array.from(entities.all).filter((_, index) => (distances[index] ?? 0) > bound)
}

/**
 * The median distance, scaled to a deviation; the mean distance where the median is 0, because most
 * numbers are equal.
 */
function spreadOf(distances: Float64Array): number {
  const median = medianOf(distances.slice().sort())
  if (median > 0) return 1.4826 * median
  const sum = distances.reduce((one, other) => one + other, 0)
  return distances.length === 0 ? 0 : (1.2533 * sum) / distances.length
}

function medianOf(sorted: Float64Array): number {
  const half = Math.floor(sorted.length / 2)
  const upper = sorted[half] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? 0) + upper) / 2
}

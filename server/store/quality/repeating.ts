/** Entities that share their values with others, as a condition. */
import type { ReadableDb } from '../database/database.ts'
import { remember } from '../database/file-version.ts'
import { join, raw, sql, type Fragment } from '../database/fragment.ts'
import { type Condition, nothing } from '../query/condition.ts'
import { type Attribute, isComputed } from '../tables/attributes.ts'
import { hasValueIndex, valuesByNorm } from '../tables/index-tables.ts'
import { requestIndex } from '../tables/indexes.ts'
import { among, comparedValues } from './value-conditions.ts'

/** Entities of those that share their values of all the attributes with another of them; each attribute has to have one. */
export function repeating(
  db: ReadableDb,
  attributes: readonly Attribute[],
  population: readonly Condition[],
): Condition {
  const [first, ...others] = attributes
  if (!first) return nothing
  const isIndexed = useIndex(db, first)
  if (isIndexed && others.length === 0 && population.length === 0) return repeatingByIndex(db, first)
  const joins = others.map(
    (attribute, index) =>
      sql` JOIN (${comparedValues(db, attribute)}) k${raw(String(index))} ON k${raw(String(index))}.entity = k.entity`,
  )
  const keys = join([raw('k.norm'), ...others.map((_, index) => raw(`k${index}.norm`))], ', ')
  const tests = population.map(({ test }) => sql` AND ${test(raw('k.entity'))}`)
  const rows = sql`SELECT k.entity AS entity, count(*) OVER (PARTITION BY ${keys}) AS n
    FROM (${comparedValues(db, first)}) k${join(joins, '')} WHERE 1${join(tests, '')}`
  const members = sql`SELECT entity FROM (${rows}) WHERE n > 1`
  const isStored = !isComputed(first) && first.traits.shape === 'scalar'
  const few = isStored ? fewRepeating(db, first, { isIndexed, rows }) : undefined
  if (few) return among(few)
  return { members, test: (entity) => sql`${entity} IN (${members})`, isIndexed: false }
}

// Where more values are there twice, or more entities have them, a list of them is no quicker.
const mostRepeating = 5000

interface RepeatingRows {
  readonly isIndexed: boolean
  /** Reads the values of the attribute as `k`. */
  readonly rows: Fragment
}

/** The entities that repeat others where few texts of the first attribute are there twice; undefined where many are. */
function fewRepeating(
  db: ReadableDb,
  { id }: Attribute,
  { isIndexed, rows }: RepeatingRows,
): readonly number[] | undefined {
  const { text, params } = rows
  const few = remember(db, `repeating ${text} ${JSON.stringify(params)}`, () => {
    const norms = isIndexed
      ? db.column<unknown>(`SELECT norm FROM ${valuesByNorm(db, id)} GROUP BY norm HAVING count(*) > 1`)
      : repeatedOf(db.column<unknown>(`SELECT norm FROM value_${id}`))
    if (norms.length > mostRepeating || !norms.every(isPlain)) return null
    const some = sql`${rows} AND k.norm IN (SELECT value FROM json_each(${JSON.stringify(norms)}))`
    const found = sql`SELECT entity FROM (${some}) WHERE n > 1 ORDER BY entity LIMIT ${mostRepeating + 1}`
    const ids = db.column<number>(found.text, ...found.params)
    return ids.length > mostRepeating ? null : ids
  })
  return few ?? undefined
}

/** Whether a value is the same after it went through JSON and SQL. */
function isPlain(norm: unknown): boolean {
  return typeof norm === 'string' && !norm.includes('\0')
}

/** SQL sorts all texts to find the same, which takes three times as long. */
function repeatedOf(norms: readonly unknown[]): unknown[] {
  const seen = new Set<unknown>()
  const repeated = new Set<unknown>()
  for (const norm of norms) (seen.has(norm) ? repeated : seen).add(norm)
  return [...repeated]
}

function useIndex(db: ReadableDb, attribute: Attribute): boolean {
  if (isComputed(attribute) || attribute.traits.shape !== 'scalar') return false
  requestIndex(db, attribute.id)
  return hasValueIndex(db, attribute.id)
}

function repeatingByIndex(db: ReadableDb, { id }: Attribute): Condition {
  const values = raw(valuesByNorm(db, id))
  const own = raw(`value_${id}`)
  return {
    members: sql`SELECT v.entity FROM (SELECT norm FROM ${values} GROUP BY norm HAVING count(*) > 1) g CROSS JOIN ${values} v ON v.norm = g.norm`,
    test: (entity) =>
      sql`EXISTS (SELECT 1 FROM ${own} v CROSS JOIN ${values} o ON o.norm = v.norm AND o.entity <> v.entity WHERE v.entity = ${entity})`,
    isIndexed: false,
  }
}

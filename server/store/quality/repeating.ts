import type { ReadableDb } from '../database/database.ts'
import { join, raw, sql, type Fragment } from '../database/fragment.ts'
import { type Condition, makeCondition, nothing, testsOf } from '../query/condition.ts'
import { type Attribute, isComputed } from '../tables/attributes.ts'
import { hasValueIndex, valuesByComparable } from '../tables/index-tables.ts'
import { requestValueIndex } from '../tables/indexes.ts'
import { followValue, withAllBelow } from './followed-values.ts'
import { NumberList, visitRows } from './visit-rows.ts'
import type { Dependencies } from './dependencies.ts'
import { among, comparedValues } from './value-conditions.ts'

export function repeating(
  db: ReadableDb,
  attributes: readonly Attribute[],
  population: readonly Condition[],
  dependencies: Dependencies | undefined,
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
  const tests = testsOf(population, raw('k.entity')).map((test) => sql` AND ${test}`)
  const rows = sql`SELECT k.entity AS entity, count(*) OVER (PARTITION BY ${keys}) AS n
    FROM (${comparedValues(db, first)}) k${join(joins, '')} WHERE 1${join(tests, '')}`
  const members = sql`SELECT entity FROM (${rows}) WHERE n > 1`
  const isStored = !isComputed(first) && first.traits.shape === 'scalar'
  const ids = isStored ? idsOfRepeated(db, first, { isIndexed, rows, dependencies }) : undefined
  if (ids) return among(ids)
  return makeCondition({ members, test: (entity) => sql`${entity} IN (${members})` })
}

const maxRepeating = 5000
const maxFollowed = 500

interface RepeatingRows {
  readonly isIndexed: boolean
  readonly rows: Fragment
  readonly dependencies: Dependencies | undefined
}

/** Texts of several entities, with the entities that repeat them; null for many. */
type RepeatedTexts = {
  readonly comparables: readonly unknown[]
  /** Their original number; others were added since. */
  readonly first: number
  readonly ids: readonly number[]
} | null

function idsOfRepeated(
  db: ReadableDb,
  { id }: Attribute,
  { isIndexed, rows, dependencies }: RepeatingRows,
): readonly number[] | undefined {
  const { text, params } = rows
  const find = () => repeatedTextsOf(db, rows, isIndexed ? repeatedByIndex(db, id) : repeatedTexts(db, id))
  // A repeated text was repeated before, or a changed entity has it.
  const bring = (repeated: RepeatedTexts, entities: readonly number[]) => {
    if (!repeated || repeated.comparables.length > repeated.first + maxFollowed) return undefined
    const some = [...repeated.comparables, ...textsOf(db, id, withAllBelow(db, entities))]
    const next = repeatedTextsOf(db, rows, some)
    return next && { ...next, first: repeated.first }
  }
  const key = `repeating ${text} ${JSON.stringify(params)}`
  return followValue<RepeatedTexts>(db, { key, dependencies, bring }, find)?.ids
}

function repeatedTextsOf(
  db: ReadableDb,
  rows: Fragment,
  some: readonly unknown[] | undefined,
): RepeatedTexts {
  if (!some) return null
  const comparables = [...new Set(some)]
  if (comparables.length > maxRepeating || !comparables.every(isPlain)) return null
  const these = sql`${rows} AND k.norm IN (SELECT value FROM json_each(${JSON.stringify(comparables)}))`
  const found = sql`SELECT entity FROM (${these}) WHERE n > 1 ORDER BY entity LIMIT ${maxRepeating + 1}`
  const ids = db.column<number>(found.text, ...found.params)
  return ids.length > maxRepeating ? null : { comparables, first: comparables.length, ids }
}

function isPlain(comparable: unknown): boolean {
  return typeof comparable === 'string' && !comparable.includes('\0')
}

function repeatedByIndex(db: ReadableDb, id: number): unknown[] {
  return db.column(
    `SELECT norm FROM ${valuesByComparable(db, id)} GROUP BY norm HAVING count(*) > 1 LIMIT ${maxRepeating + 1}`,
  )
}

/**
 * Sorting all texts in SQL takes three times as long, so only texts with equal hashes are compared.
 * Undefined for many.
 */
function repeatedTexts(db: ReadableDb, id: number): unknown[] | undefined {
  const [hashes, entities] = [new NumberList(), new NumberList()]
  visitRows(
    db,
    { value: raw('v.norm'), entity: raw('v.entity'), from: raw(`value_${id} v WHERE 1`) },
    (comparable, entity) => {
      hashes.push(hashOf(String(comparable)))
      entities.push(entity)
    },
  )
  const sorted = hashes.all.slice().sort()
  const repeated = new Set(sorted.filter((hash, at) => hash === sorted[at + 1]))
  const ids = entities.all.filter((_, at) => repeated.has(hashes.all[at] ?? 0))
  return ids.length > 20 * maxRepeating ? undefined : textsOf(db, id, Array.from(ids))
}

/** A 53-bit hash of a text, in which collisions are very rare. */
function hashOf(text: string): number {
  let [high, low] = [0x811c_9dc5, 0x1b87_3593]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    high = Math.imul(high ^ code, 0x0100_0193)
    low = Math.imul(low ^ code, 0x85eb_ca6b) ^ (low >>> 13)
  }
  return (high >>> 0) * 0x20_0000 + ((low >>> 0) & 0x1f_ffff)
}

function textsOf(db: ReadableDb, id: number, entities: readonly number[]): unknown[] {
  return db.column(
    `SELECT DISTINCT v.norm FROM json_each(?) j CROSS JOIN value_${id} v ON v.entity = j.value LIMIT ${maxRepeating + 1}`,
    JSON.stringify(entities),
  )
}

function useIndex(db: ReadableDb, attribute: Attribute): boolean {
  if (isComputed(attribute) || attribute.traits.shape !== 'scalar') return false
  requestValueIndex(db, attribute.id)
  return hasValueIndex(db, attribute.id)
}

function repeatingByIndex(db: ReadableDb, { id }: Attribute): Condition {
  const values = raw(valuesByComparable(db, id))
  const own = raw(`value_${id}`)
  return makeCondition({
    members: sql`SELECT v.entity FROM (SELECT norm FROM ${values} GROUP BY norm HAVING count(*) > 1) g CROSS JOIN ${values} v ON v.norm = g.norm`,
    test: (entity) =>
      sql`EXISTS (SELECT 1 FROM ${own} v CROSS JOIN ${values} o ON o.norm = v.norm AND o.entity <> v.entity WHERE v.entity = ${entity})`,
  })
}

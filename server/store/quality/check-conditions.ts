/** The checks of rules as conditions: each names the entities that fail it, as SQL. The functions it calls come with the connection. */
import { foldText } from '#shared/text.ts'
import type { ReadableDb } from '../database/database.ts'
import { remember } from '../database/file-version.ts'
import { type Fragment, join, raw, sql } from '../database/fragment.ts'
import { type Condition, negate, nothing } from '../query/condition.ts'
import { type Attribute, isComputed } from '../tables/attributes.ts'
import { hasValueIndex, valuesByNorm } from '../tables/index-tables.ts'
import { requestIndex } from '../tables/indexes.ts'
import { among, allOf, comparedValue, comparedValues, holdsValue, onValue } from './value-conditions.ts'

/** What String.prototype.trim takes away. */
const whiteSpace =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'

/** Entities without a value. */
export function lacking(db: ReadableDb, attribute: Attribute): Condition {
  return negate(holdsValue(db, attribute))
}

/** Folding leaves a text at least a third as long, and makes of it three times as much at most. */
export function outsideLength(
  db: ReadableDb,
  attribute: Attribute,
  { min, max }: { readonly min?: number | undefined; readonly max?: number | undefined },
): Condition {
  const length = (text: Fragment) => sql`length(trim(CAST(${text} AS TEXT), ${whiteSpace}))`
  const mayBe = (norm: Fragment) => [
    ...(min === undefined ? [] : [sql`length(${norm}) < ${min * 3}`]),
    ...(max === undefined ? [] : [sql`octet_length(${norm}) * 2 > ${max}`]),
  ]
  const is = (text: Fragment) => [
    ...(min === undefined ? [] : [sql`${length(text)} < ${min}`]),
    ...(max === undefined ? [] : [sql`${length(text)} > ${max}`]),
  ]
  return onValue(db, attribute, {
    norm: (norm) => sql`(${join(mayBe(norm), ' OR ')})`,
    text: (text) => sql`(${join(is(text), ' OR ')})`,
  })
}

/** Values that the pattern does not match as a whole. */
export function unlikePattern(db: ReadableDb, attribute: Attribute, pattern: string): Condition {
  return onValue(db, attribute, { text: (text) => sql`NOT quality_pattern(${pattern}, ${text})` })
}

/** Values that are none of some; of several options each has to be one. */
export function noneOf(db: ReadableDb, attribute: Attribute, values: readonly string[]): Condition {
  const { traits } = attribute
  const wanted = sql`(SELECT value FROM json_each(${JSON.stringify(values.map((value) => foldText(value)))}))`
  if (traits.hasTokens) return onValue(db, attribute, { norm: (norm) => hasTokenOutside(norm, wanted) })
  return onValue(db, attribute, {
    norm: (norm) => sql`${comparable(traits.family, norm)} NOT IN ${wanted}`,
  })
}

function comparable(family: string, norm: Fragment): Fragment {
  if (family === 'boolean') return sql`CASE ${norm} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END`
  return family === 'number' ? sql`number_text(${norm})` : norm
}

function hasTokenOutside(norm: Fragment, wanted: Fragment): Fragment {
  const tokens = sql`json_each('[' || replace(json_quote(${norm}), ',', '","') || ']') t`
  const token = sql`trim(t.value, ${whiteSpace})`
  return sql`EXISTS (SELECT 1 FROM ${tokens} WHERE ${token} <> '' AND ${token} NOT IN ${wanted})`
}

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
  return { members, test: (entity) => sql`${entity} IN (${members})`, isIndexed: false }
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

/** Values that are no GTIN with a right check digit. */
export function badGtin(db: ReadableDb, attribute: Attribute): Condition {
  return onValue(db, attribute, {
    norm: (norm) => sql`NOT quality_gtin(${comparable(attribute.traits.family, norm)})`,
  })
}

// More of them the function finds as quickly by itself.
const fewWords = 20

/** Values that hold one of the words, as a whole word. */
export function holdsWord(db: ReadableDb, attribute: Attribute, words: readonly string[]): Condition {
  const folded = words.map((word) => foldText(word)).filter((word) => word !== '')
  if (folded.length === 0) return nothing
  const isQuick = folded.length <= fewWords && folded.every((word) => !/\s/.test(word))
  return onValue(db, attribute, {
    norm: (norm) => {
      const parts = folded.map((word) => sql`instr(${norm}, ${word}) > 0`)
      const found = sql`quality_words(${JSON.stringify(folded)}, ${norm})`
      return isQuick ? sql`(${join(parts, ' OR ')}) AND ${found}` : found
    },
  })
}

/** Texts with markup of HTML in them. */
export function holdsHtml(db: ReadableDb, attribute: Attribute): Condition {
  return onValue(db, attribute, {
    norm: (norm) => sql`(instr(${norm}, '<') > 0 OR instr(${norm}, '&') > 0)`,
    text: (text) => sql`quality_html(${text})`,
  })
}

/** Texts whose HTML is not well-formed. */
export function holdsBadHtml(db: ReadableDb, attribute: Attribute): Condition {
  return onValue(db, attribute, {
    norm: (norm) => sql`instr(${norm}, '<') > 0`,
    text: (text) => sql`quality_bad_html(${text})`,
  })
}

/** Texts with capital letters and no small ones. */
export function allCapitals(db: ReadableDb, attribute: Attribute): Condition {
  return onValue(db, attribute, {
    text: (text) => sql`NOT ${text} GLOB '*[a-z]*' AND quality_capitals(${text})`,
  })
}

/** Texts that hold the place of one. */
export function holdsPlace(db: ReadableDb, attribute: Attribute): Condition {
  const parts = ['lorem', 'tbd', 'tba', 'tbc', 'xxx', 'asdf', 'to be']
  return onValue(db, attribute, {
    norm: (norm) =>
      sql`(length(${norm}) < 24 OR ${join(
        parts.map((part) => sql`instr(${norm}, ${part}) > 0`),
        ' OR ',
      )}) AND quality_placeholder(${norm})`,
  })
}

/** Texts whose unit behind the number is another than the most frequent of the attribute. */
export function otherUnit(db: ReadableDb, attribute: Attribute): Condition {
  const usual = usualUnit(db, attribute)
  if (usual === undefined) return nothing
  return onValue(db, attribute, {
    norm: (norm) => sql`length(${norm}) <= ${longestMeasure} AND quality_unit(${norm}) <> ${usual}`,
  })
}

/** Longer texts are no measures. */
const longestMeasure = 100

/** The unit that most values of an attribute have; of equally many the first by the alphabet. */
export function usualUnit(db: ReadableDb, attribute: Attribute): string | undefined {
  const values = comparedValues(db, attribute)
  const { text, params } =
    sql`SELECT quality_unit(v.norm) AS unit FROM (${values}) v WHERE length(v.norm) <= ${longestMeasure}
    GROUP BY unit HAVING unit IS NOT NULL ORDER BY count(*) DESC, unit LIMIT 1`
  return remember(db, `unit of ${attribute.uuid}`, () => db.column<string>(text, ...params)[0] ?? null) as
    | string
    | undefined
}

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
  const group = within
    ? sql`SELECT k.entity, k.norm, g.norm AS grp FROM (${comparedValues(db, attribute)}) k JOIN (${comparedValues(db, within)}) g ON g.entity = k.entity`
    : sql`SELECT k.entity, k.norm, '' AS grp FROM (${comparedValues(db, attribute)}) k`
  const { text, params } =
    sql`${group} WHERE typeof(k.norm) IN ('integer', 'real')${join(tests, '')} ORDER BY grp, k.norm`
  const ids = remember(db, `outliers ${check.times} ${text} ${JSON.stringify(params)}`, () =>
    findOutliers(db.tuples<NumberRow>(text, ...params), check.times),
  )
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
function medianOf(sorted: readonly number[]): number {
  const half = Math.floor(sorted.length / 2)
  const upper = sorted[half] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? 0) + upper) / 2
}

/** Variants that show what their parent shows in all of the attributes, and have a value of the one. */
export function likeParent(
  db: ReadableDb,
  attribute: Attribute,
  attributes: readonly Attribute[],
): Condition {
  const same = attributes.map(
    (axis) => sql`${comparedValue(db, axis, raw('y.id'))} IS ${comparedValue(db, axis, raw('y.parent'))}`,
  )
  const type = attribute.entityType
  const isSame: Condition = {
    members: sql`SELECT y.id AS entity FROM entity y WHERE y.parent IS NOT NULL AND ${join(same, ' AND ')}`,
    test: (entity) =>
      sql`EXISTS (SELECT 1 FROM entity y WHERE y.id = ${entity} AND y.parent IS NOT NULL AND ${join(same, ' AND ')})`,
    isIndexed: false,
    testCost: 1 + 2 * same.length,
  }
  return allOf(type, [holdsValue(db, attribute), isSame])
}

/** Entities that have a parent. */
export const areVariants: Condition = {
  members: raw('SELECT y.id AS entity FROM entity y WHERE y.parent IS NOT NULL'),
  test: (entity) => sql`EXISTS (SELECT 1 FROM entity y WHERE y.id = ${entity} AND y.parent IS NOT NULL)`,
  isIndexed: false,
}

import { foldText } from '#shared/text.ts'
import type { ReadableDb } from '../database/database.ts'
import { type Fragment, join, raw, sql, guardRow } from '../database/fragment.ts'
import { type Condition, makeCondition, negate, nothing } from '../query/condition.ts'
import { type Attribute, isComputed } from '../tables/attributes.ts'
import { cacheWhile } from './followed-values.ts'
import { dependenciesOf } from './dependencies.ts'
import { allOf, comparedValue, comparedValues, holdsValue, onValue } from './value-conditions.ts'
import { meetsAny, type MeasuredCondition } from '../computed/completeness.ts'
import { Compiler } from '../computed/compiler.ts'

const whiteSpace =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'

export function lacking(db: ReadableDb, attribute: Attribute): Condition {
  return negate(holdsValue(db, attribute))
}

/**
 * Folding leaves a text at least a third as long and at most three times. ASCII letters grow only from ß and
 * ligatures, whose parts include an s or an f.
 */
export function outsideLength(
  db: ReadableDb,
  attribute: Attribute,
  { min, max }: { readonly min?: number | undefined; readonly max?: number | undefined },
): Condition {
  const length = (text: Fragment) => sql`length(trim(CAST(${text} AS TEXT), ${whiteSpace}))`
  const mayBe = (compared: Fragment) => [
    ...(min === undefined ? [] : [sql`length(${compared}) < ${min * 3} AND ${mayBeShorter(compared, min)}`]),
    ...(max === undefined ? [] : [sql`octet_length(${compared}) * 2 > ${max}`]),
  ]
  const is = (text: Fragment) => [
    ...(min === undefined ? [] : [sql`${length(text)} < ${min}`]),
    ...(max === undefined ? [] : [sql`${length(text)} > ${max}`]),
  ]
  return onValue(db, attribute, {
    comparable: (compared) => sql`(${join(mayBe(compared), ' OR ')})`,
    text: (text) => sql`(${join(is(text), ' OR ')})`,
  })
}

function mayBeShorter(compared: Fragment, min: number): Fragment {
  return sql`(octet_length(${compared}) > length(${compared}) OR length(replace(replace(${compared}, 's', ''), 'f', '')) < ${min})`
}

export function unlikePattern(db: ReadableDb, attribute: Attribute, pattern: string): Condition {
  return onValue(db, attribute, { text: (text) => sql`NOT quality_pattern(${pattern}, ${text})` })
}

export function noneOf(db: ReadableDb, attribute: Attribute, values: readonly string[]): Condition {
  const { traits } = attribute
  const wanted = sql`(SELECT value FROM json_each(${JSON.stringify(values.map((value) => foldText(value)))}))`
  const isOutside = traits.hasTokens
    ? (compared: Fragment) => hasTokenOutside(compared, wanted)
    : (compared: Fragment) => sql`${comparable(traits.family, compared)} NOT IN ${wanted}`
  const hasOptions = traits.hasTokens || attribute.options.length > 0
  return hasOptions && traits.shape === 'scalar' && !isComputed(attribute)
    ? onDistinctValues(db, attribute, isOutside)
    : onValue(db, attribute, { comparable: isOutside })
}

// More distinct wrong values are not fixed one by one.
const maxDistinctValues = 1000

function onDistinctValues(
  db: ReadableDb,
  attribute: Attribute,
  test: (compared: Fragment) => Fragment,
): Condition {
  const values = sql`(SELECT DISTINCT v.norm FROM ${raw(`value_${attribute.id}`)} v WHERE ${guardRow(raw('v.entity'))}) d`
  const { text, params } =
    sql`SELECT d.norm FROM ${values} WHERE ${test(raw('d.norm'))} LIMIT ${maxDistinctValues + 1}`
  const found = cacheWhile(
    db,
    `few values ${text} ${JSON.stringify(params)}`,
    dependenciesOf(db, attribute),
    () => db.column<string>(text, ...params),
  )
  if (found.length === 0) return nothing
  if (found.length > maxDistinctValues) return onValue(db, attribute, { comparable: test })
  return onValue(db, attribute, {
    comparable: (compared) => sql`${compared} IN (SELECT value FROM json_each(${JSON.stringify(found)}))`,
  })
}

function comparable(family: string, compared: Fragment): Fragment {
  if (family === 'boolean') return sql`CASE ${compared} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END`
  return family === 'number' ? sql`number_text(${compared})` : compared
}

function hasTokenOutside(compared: Fragment, wanted: Fragment): Fragment {
  const tokens = sql`json_each('[' || replace(json_quote(${compared}), ',', '","') || ']') t`
  const token = sql`trim(t.value, ${whiteSpace})`
  return sql`EXISTS (SELECT 1 FROM ${tokens} WHERE ${token} <> '' AND ${token} NOT IN ${wanted})`
}

export function badGtin(db: ReadableDb, attribute: Attribute): Condition {
  return onValue(db, attribute, {
    comparable: (compared) => sql`NOT quality_gtin(${comparable(attribute.traits.family, compared)})`,
  })
}

// For more words the function itself is as quick.
const maxQuickWords = 20

export function holdsWord(db: ReadableDb, attribute: Attribute, words: readonly string[]): Condition {
  const folded = words.map((word) => foldText(word)).filter((word) => word !== '')
  if (folded.length === 0) return nothing
  const isQuick = folded.length <= maxQuickWords && folded.every((word) => !/\s/.test(word))
  return onValue(db, attribute, {
    comparable: (compared) => {
      const parts = folded.map((word) => sql`instr(${compared}, ${word}) > 0`)
      const found = sql`quality_words(${JSON.stringify(folded)}, ${compared})`
      return isQuick ? sql`(${join(parts, ' OR ')}) AND ${found}` : found
    },
  })
}

export function holdsHtml(db: ReadableDb, attribute: Attribute): Condition {
  return onValue(db, attribute, {
    comparable: (compared) => sql`(instr(${compared}, '<') > 0 OR instr(${compared}, '&') > 0)`,
    text: (text) => sql`quality_html(${text})`,
  })
}

export function holdsBadHtml(db: ReadableDb, attribute: Attribute): Condition {
  return onValue(db, attribute, {
    comparable: (compared) => sql`instr(${compared}, '<') > 0`,
    text: (text) => sql`quality_bad_html(${text})`,
  })
}

const plainButSmall = ' ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-,.()/&+'

export function allCapitals(db: ReadableDb, attribute: Attribute, wordLength = 1): Condition {
  return onValue(db, attribute, {
    // In most texts a small letter comes before a quotation mark or a backslash.
    start: (start) =>
      sql`NOT ${start} GLOB '[A-Z0-9 ][a-z]*' AND NOT ltrim(${start}, ${plainButSmall}) GLOB '[a-z]*'`,
    text: (text) => sql`NOT ${text} GLOB '*[a-z]*' AND quality_capitals(${text}, ${wordLength})`,
  })
}

export function holdsPlace(db: ReadableDb, attribute: Attribute): Condition {
  const parts = ['lorem', 'tb', 'xxx', 'asdf', 'to be']
  return onValue(db, attribute, {
    comparable: (compared) =>
      sql`(${maybeWholePlace(compared)} OR ${join(
        parts.map((part) => sql`instr(${compared}, ${part}) > 0`),
        ' OR ',
      )}) AND quality_placeholder(${compared})`,
  })
}

const wholePlaces = [
  'beispieltext',
  'coming soon',
  'dummy text',
  'placeholder',
  'platzhalter',
  'sample text',
  'test product',
  'testproduct',
  'testprodukt',
]

function maybeWholePlace(compared: Fragment): Fragment {
  const longer = join(
    wholePlaces.map((text) => sql`${text}`),
    ', ',
  )
  return sql`length(${compared}) < 24 AND (length(${compared}) < 10 OR ${compared} GLOB '[^a-z0-9]*' OR ${compared} GLOB 'xx*'
    OR substr(${compared}, -1) IN ('"', '''', ')', ']', '}', '>', '.', '!') OR ${compared} IN (${longer}))`
}

export function otherUnit(db: ReadableDb, attribute: Attribute): Condition {
  const usual = usualUnit(db, attribute)
  if (usual === undefined) return nothing
  return onValue(db, attribute, {
    comparable: (compared) =>
      sql`length(${compared}) <= ${longestMeasure} AND quality_unit(${compared}) <> ${usual}`,
  })
}

const longestMeasure = 100

export function usualUnit(db: ReadableDb, attribute: Attribute): string | undefined {
  const values = comparedValues(db, attribute)
  const { text, params } =
    sql`SELECT quality_unit(v.norm) AS unit FROM (${values}) v WHERE length(v.norm) <= ${longestMeasure}
    GROUP BY unit HAVING unit IS NOT NULL ORDER BY count(*) DESC, unit LIMIT 1`
  const read = () => db.column<string>(text, ...params)[0]
  return cacheWhile(db, `unit ${text}`, dependenciesOf(db, attribute), read)
}

export function likeParent(
  db: ReadableDb,
  attribute: Attribute,
  attributes: readonly Attribute[],
): Condition {
  const same = attributes.map(
    (axis) => sql`${comparedValue(db, axis, raw('y.id'))} IS ${comparedValue(db, axis, raw('y.parent'))}`,
  )
  const type = attribute.entityType
  const isSame = makeCondition(
    {
      members: sql`SELECT y.id AS entity FROM entity y WHERE y.parent IS NOT NULL AND ${join(same, ' AND ')}`,
      test: (entity) =>
        sql`EXISTS (SELECT 1 FROM entity y WHERE y.id = ${entity} AND y.parent IS NOT NULL AND ${join(same, ' AND ')})`,
    },
    { testCost: 1 + 2 * same.length },
  )
  return allOf(type, [holdsValue(db, attribute), isSame])
}

export const areVariants: Condition = makeCondition({
  members: raw('SELECT y.id AS entity FROM entity y WHERE y.parent IS NOT NULL'),
  test: (entity) => sql`EXISTS (SELECT 1 FROM entity y WHERE y.id = ${entity} AND y.parent IS NOT NULL)`,
})

/** Products with variants, which are sold as these. */
export const areParents: Condition = makeCondition({
  members: raw('SELECT DISTINCT y.parent AS entity FROM entity y WHERE y.parent IS NOT NULL'),
  test: (entity) => sql`EXISTS (SELECT 1 FROM entity y WHERE y.parent = ${entity})`,
})

export function outsideRange(
  db: ReadableDb,
  attribute: Attribute,
  { min, max }: { readonly min?: number | undefined; readonly max?: number | undefined },
): Condition {
  return onValue(db, attribute, {
    comparable: (compared) =>
      sql`(${compared} < ${min ?? -Number.MAX_VALUE} OR ${compared} > ${max ?? Number.MAX_VALUE})`,
  })
}

export function tooFine(db: ReadableDb, attribute: Attribute, decimals: number): Condition {
  return onValue(db, attribute, {
    comparable: (compared) => sql`round(${compared}, ${decimals}) <> ${compared}`,
  })
}

export function tooManyItems(db: ReadableDb, attribute: Attribute, most: number): Condition {
  return onValue(db, attribute, {
    comparable: (compared) => sql`length(${compared}) - length(replace(${compared}, ',', '')) >= ${most}`,
  })
}

export function meetsNone(db: ReadableDb, alternatives: MeasuredCondition): Condition {
  const [[part, ...parts] = [], ...others] = alternatives
  const isPresence =
    part?.storage === 'values' && part.acceptable.length === 0 && part.maxLength === undefined
  if (isPresence && part && parts.length + others.length === 0) return negate(holdsValue(db, part.attribute))
  const test = (entity: Fragment) =>
    sql`NOT ${meetsAny({ db, compiler: Compiler.around(entity, db) }, alternatives, entity)}`
  return makeCondition({ test }, { testCost: 4 })
}

/** Entities that nothing refers to. */
export function unreferred(): Condition {
  return makeCondition(
    {
      test: (entity) => sql`NOT EXISTS (SELECT 1 FROM reference r WHERE r.target = ${entity})`,
    },
    { testCost: 2 },
  )
}

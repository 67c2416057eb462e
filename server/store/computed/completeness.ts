/**
 * Completeness of all products at once in a few statements. Values are tested by their comparables; only
 * texts that may be too long are read.
 */
import { entityTypes } from '#shared/entities.ts'
import type { Attribute } from '../tables/attributes.ts'
import { compileValue } from './compile-value.ts'
import { Compiler } from './compiler.ts'
import { getValuePlan } from './value-plan.ts'
import { always, asText, type ValueSql } from './value-sql.ts'
import { cachePart, cacheUntilWritten, countedValues } from '../database/caches.ts'
import type { ReadableDb } from '../database/database.ts'
import { type Fragment, join, raw, sql } from '../database/fragment.ts'
import { holdersByAttribute } from '../tables/references.ts'
import type { Comparable } from '../tables/values.ts'

export interface MeasuredAttribute {
  readonly id: number
  readonly key: string
  readonly storage: 'values' | 'references' | 'computed' | 'none'
  readonly attribute: Attribute
  readonly isRequired: boolean
  readonly maxLength: number | undefined
  readonly acceptable: readonly AcceptableComparables[]
}

export interface AcceptableComparables {
  readonly comparables: readonly Comparable[]
  readonly isList: boolean
}

export type MeasuredCondition = readonly (readonly MeasuredAttribute[])[]

/** Which products count: all, or those that are sold, as a product with variants is sold as these. */
export type CountedProducts = 'all' | 'sold'

const product = `${entityTypes.indexOf('product')}`

// Materialized once for all counts of a statement, each of which would read it anew.
const parents = `parents AS MATERIALIZED (SELECT DISTINCT parent AS id FROM entity WHERE parent IS NOT NULL AND +type = ${product})`

export function hasVariants(db: ReadableDb): boolean {
  return db.get(`SELECT 1 FROM entity WHERE parent IS NOT NULL AND +type = ${product} LIMIT 1`) !== undefined
}

/** How many products have variants. */
export function countParents(db: ReadableDb): number {
  const count = () => db.tuples<[number]>(`WITH ${parents} SELECT count(*) FROM parents`)[0]?.[0] ?? 0
  return cacheUntilWritten(db, 'products with variants', count)
}

function isCounted(counted: CountedProducts, entity: Fragment): Fragment[] {
  return counted === 'all' ? [] : [sql`${entity} NOT IN (SELECT id FROM parents)`]
}

/** How many products have a value, by attribute; channels ask for many of the same attributes. */
const presentCounts = cachePart<string, number>(countedValues(2000))

/** How many products have a value of each attribute; what was counted for another channel is known until a write. */
export function countPresent(
  db: ReadableDb,
  attributes: readonly MeasuredAttribute[],
  counted: CountedProducts = 'all',
): ReadonlyMap<number, number> {
  const known = db.caches.data.part(presentCounts)
  // The formula of a channel has a number of this moment only, below zero.
  const keyOf = (id: number) => (id < 0 ? undefined : `${counted} ${id}`)
  const isKnown = ({ id }: MeasuredAttribute) => known.has(keyOf(id) ?? '')
  const missing = countHolders(
    db,
    attributes.filter((attribute) => !isKnown(attribute)),
    counted,
  )
  for (const [id, count] of missing) if (keyOf(id) !== undefined) known.add(keyOf(id) ?? '', count)
  return new Map([
    ...attributes.filter(isKnown).map(({ id }) => [id, known.get(keyOf(id) ?? '') ?? 0] as const),
    ...missing,
  ])
}

function countHolders(
  db: ReadableDb,
  attributes: readonly MeasuredAttribute[],
  counted: CountedProducts,
): ReadonlyMap<number, number> {
  const stored = attributes.filter(({ storage }) => storage === 'values')
  const referring = attributes.filter(({ storage }) => storage === 'references')
  const computed = attributes.filter(({ storage }) => storage === 'computed')
  const counts = countAll(db, counted, (query) => [
    ...stored.map(({ id }) => holdersOf(id, counted)),
    ...computed.map((attribute) => {
      const holders = sql`(${valueOf(query, attribute).members(always)}) h`
      return sql`SELECT count(*) FROM ${holders} ${whereAll(isCounted(counted, raw('h.entity')))}`
    }),
  ])
  return new Map([
    ...[...stored, ...computed].map(({ id }, index) => [id, counts[index] ?? 0] as const),
    ...countReferring(db, referring, counted),
  ])
}

/** A whole table is counted by its pages, so that those that do not count are taken off. */
function holdersOf(id: number, counted: CountedProducts): Fragment {
  if (counted === 'all') return raw(`SELECT count(*) FROM value_${id}`)
  const above = `SELECT count(*) FROM parents CROSS JOIN value_${id} v ON v.entity = parents.id`
  return raw(`SELECT (SELECT count(*) FROM value_${id}) - (${above})`)
}

export interface MeasuringQuery {
  readonly db: ReadableDb
  readonly compiler: Compiler
}

function valueOf({ db, compiler }: MeasuringQuery, { attribute }: MeasuredAttribute): ValueSql {
  return compileValue(compiler, getValuePlan(db, attribute))
}

// The primary key and the index give sources and attributes in order, so one pass counts each pair once
// without sorting.
function countReferring(
  db: ReadableDb,
  attributes: readonly MeasuredAttribute[],
  counted: CountedProducts,
): [number, number][] {
  if (attributes.length === 0) return []
  const counts = attributes.map(({ id }) => `count(*) FILTER (WHERE attribute = ${id})`)
  const sold = counted === 'all' ? '' : ' WHERE source NOT IN (SELECT id FROM parents)'
  const [row = []] = db.tuples<number[]>(
    `${counted === 'all' ? '' : `WITH ${parents} `}SELECT ${counts.join(', ')}
     FROM (SELECT DISTINCT source, attribute FROM ${holdersByAttribute(db)}${sold})`,
  )
  return attributes.map(({ id }, index) => [id, row[index] ?? 0])
}

export interface InvalidCount {
  readonly attribute: number
  readonly issue: 'too_long' | 'not_an_acceptable_value'
  readonly products: number
}

export function countInvalid(
  db: ReadableDb,
  attributes: readonly MeasuredAttribute[],
  counted: CountedProducts = 'all',
): InvalidCount[] {
  const limits: Limit[] = []
  const counts = countAll(db, counted, (query) => {
    limits.push(...attributes.flatMap((attribute) => limitsOf(query, attribute)))
    const tests = whereAll(isCounted(counted, raw('b.entity')))
    return limits.map(({ breaking }) => sql`SELECT count(*) FROM (${breaking}) b ${tests}`)
  })
  return limits
    .map(({ attribute, issue }, index) => ({ attribute, issue, products: counts[index] ?? 0 }))
    .filter(({ products }) => products > 0)
}

/** SELECT of products whose value breaks a limit, as `entity`; undefined for an attribute without a limit. */
export function breakingProducts(
  db: ReadableDb,
  attribute: MeasuredAttribute,
  issue: InvalidCount['issue'] | undefined,
): Fragment | undefined {
  const limits = limitsOf({ db, compiler: new Compiler(db) }, attribute).filter(
    (limit) => issue === undefined || limit.issue === issue,
  )
  const breaking = join(
    limits.map(({ breaking: products }) => sql`SELECT entity FROM (${products})`),
    ' UNION ',
  )
  return breaking.text === '' ? undefined : breaking
}

function countAll(
  db: ReadableDb,
  counted: CountedProducts,
  countsOf: (query: MeasuringQuery) => readonly Fragment[],
): number[] {
  const counts = countsOf({ db, compiler: new Compiler(db) }).map((count) => sql`(${count})`)
  if (counts.length === 0) return []
  const { text, params } =
    sql`${raw(counted === 'all' ? '' : `WITH ${parents} `)}SELECT ${join(counts, ', ')}`
  return db.tuples<number[]>(text, ...params)[0] ?? []
}

export function countMeeting(
  db: ReadableDb,
  conditions: readonly MeasuredCondition[],
  counted: CountedProducts = 'all',
): number[] {
  return countAll(db, counted, (query) =>
    conditions.map((condition) => {
      // A product that meets an earlier alternative is counted there.
      const counts = condition.map((parts, index) => {
        const { products, further } = drive(parts)
        const earlier = condition.slice(0, index)
        const tests = [
          ...further.map((part) => holdsAccepted(query, part)),
          ...parts.filter((part) => !further.includes(part)).flatMap((part) => accepts(query, part)),
          ...(earlier.length > 0 ? [sql`NOT ${meetsAny(query, earlier)}`] : []),
          ...isCounted(counted, member),
        ]
        return sql`(SELECT count(*) FROM ${products} ${whereAll(tests)})`
      })
      return counts.length > 0 ? sql`SELECT ${join(counts, ' + ')}` : raw('SELECT 0')
    }),
  )
}

export function meetsAny(query: MeasuringQuery, condition: MeasuredCondition, entity = member): Fragment {
  const alternatives = condition.map(
    (parts) =>
      sql`(${join(
        parts.map((part) => holdsAccepted(query, part, entity)),
        ' AND ',
      )})`,
  )
  return alternatives.length > 0 ? sql`(${join(alternatives, ' OR ')})` : raw('0')
}

function holdsAccepted(query: MeasuringQuery, part: MeasuredAttribute, entity = member): Fragment {
  return join([holds(query, part, entity), ...accepts(query, part, entity)], ' AND ')
}

function accepts(query: MeasuringQuery, part: MeasuredAttribute, entity = member): Fragment[] {
  return limitsOf(query, part).map(({ breaking }) => sql`${entity} NOT IN (${breaking})`)
}

const member = raw('p.entity')

function drive(attributes: readonly MeasuredAttribute[]) {
  const driver = attributes.find(({ storage }) => storage === 'values')
  const products = driver
    ? raw(`value_${driver.id} p`)
    : sql`(SELECT id AS entity FROM entity WHERE type = ${raw(product)}) p`
  return { products, further: attributes.filter((attribute) => attribute !== driver) }
}

function whereAll(tests: readonly Fragment[]): Fragment {
  return tests.length > 0 ? sql`WHERE ${join(tests, ' AND ')}` : raw('')
}

export interface CompleteQuery {
  readonly lacking: readonly MeasuredAttribute[]
  readonly broken: readonly MeasuredAttribute[]
  readonly unmet: readonly MeasuredCondition[]
}

export function countComplete(
  db: ReadableDb,
  { lacking, broken, unmet }: CompleteQuery,
  counted: CountedProducts = 'all',
): number {
  const { products, further } = drive(lacking)
  const [complete = 0] = countAll(db, counted, (query) => {
    const tests = [
      ...further.map((attribute) => holds(query, attribute)),
      ...broken.flatMap((attribute) => accepts(query, attribute)),
      ...unmet.map((condition) => meetsAny(query, condition)),
      ...isCounted(counted, member),
    ]
    return [sql`SELECT count(*) FROM ${products} ${whereAll(tests)}`]
  })
  return complete
}

export interface RequiredFields {
  readonly attributes: readonly { readonly measured: MeasuredAttribute; readonly fields: number }[]
  readonly conditions: readonly MeasuredCondition[]
  readonly total: number
}

export function percentFilled(
  query: MeasuringQuery,
  required: RequiredFields,
  entity: Fragment,
  counted: CountedProducts,
): Fragment {
  const { total } = required
  if (total === 0) return raw('100')
  const own = sql`(100 * (${countFilled(query, required, entity)}) / ${raw(String(total))})`
  if (counted === 'all') return own
  const variants = sql`entity sold WHERE sold.parent = ${entity} AND sold.type = ${raw(product)}`
  const filled = sql`SELECT 100 * sum(${countFilled(query, required, raw('sold.id'))}) / (count(*) * ${raw(String(total))})`
  return sql`(CASE WHEN EXISTS (SELECT 1 FROM ${variants}) THEN (${filled} FROM ${variants}) ELSE ${own} END)`
}

function countFilled(
  query: MeasuringQuery,
  { attributes, conditions }: RequiredFields,
  entity: Fragment,
): Fragment {
  const filled = [
    ...attributes.map(
      ({ measured, fields }) => sql`(${holds(query, measured, entity)}) * ${raw(String(fields))}`,
    ),
    ...conditions.map((condition) => meetsAny(query, condition, entity)),
  ]
  return filled.length === 0 ? raw('0') : join(filled, ' + ')
}

function holds(query: MeasuringQuery, attribute: MeasuredAttribute, entity = member): Fragment {
  const { id, storage } = attribute
  if (storage === 'none') return raw('0')
  if (storage === 'computed') return valueOf(query, attribute).test(entity, always)
  return storage === 'values'
    ? sql`EXISTS (SELECT 1 FROM ${raw(`value_${id}`)} v WHERE v.entity = ${entity})`
    : sql`EXISTS (SELECT 1 FROM reference r WHERE r.source = ${entity} AND r.attribute = ${id})`
}

interface Limit {
  readonly attribute: number
  readonly issue: InvalidCount['issue']
  readonly breaking: Fragment
}

function limitsOf(query: MeasuringQuery, attribute: MeasuredAttribute): Limit[] {
  const { id, storage, maxLength, acceptable } = attribute
  if (storage === 'references' || storage === 'none') return []
  const values = storage === 'computed' ? shownValues(query, attribute) : raw(`value_${id} v`)
  return [
    ...(maxLength === undefined
      ? []
      : [
          {
            attribute: id,
            issue: 'too_long',
            breaking:
              storage === 'computed' ? longText(values, attribute, maxLength) : tooLong(attribute, maxLength),
          } as const,
        ]),
    ...(acceptable.length === 0
      ? []
      : [
          {
            attribute: id,
            issue: 'not_an_acceptable_value',
            breaking: notAcceptable(values, attribute),
          } as const,
        ]),
  ]
}

const whiteSpace =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'

/**
 * A comparable in ASCII is at least as long as the trimmed text; otherwise a byte gives at most two
 * characters. Only texts that can be too long are read from the document.
 */
function tooLong({ id, key, attribute }: MeasuredAttribute, maxLength: number): Fragment {
  const values = raw(`value_${id} v CROSS JOIN entity e ON e.id = v.entity`)
  return sql`SELECT v.entity FROM ${values}
    WHERE octet_length(v.norm) * 2 > ${maxLength}
      AND (octet_length(v.norm) > ${maxLength} OR octet_length(v.norm) > length(v.norm))
      AND ${lengthOf(attribute, sql`e.attributes ->> ${key}`)} > ${maxLength}`
}

function lengthOf({ traits }: Attribute, text: Fragment): Fragment {
  const counted = traits.layout === 'html' ? sql`plain_text(${text})` : text
  return sql`length(trim(${counted}, ${whiteSpace}))`
}

function shownValues(query: MeasuringQuery, attribute: MeasuredAttribute): Fragment {
  const { family } = attribute.attribute.traits
  const { members, key, shown } = valueOf(query, attribute)
  const entity = raw('h.entity')
  const text = sql`fold_text(${shown(entity)})`
  const comparable =
    family === 'text'
      ? text
      : sql`CASE WHEN ${shown(entity)} = ${asText(family, key(entity))} THEN ${key(entity)} ELSE ${text} END`
  return sql`(SELECT h.entity AS entity, ${comparable} AS norm, ${shown(entity)} AS text FROM (${members(always)}) h) v`
}

function longText(values: Fragment, { attribute }: MeasuredAttribute, maxLength: number): Fragment {
  return sql`SELECT v.entity FROM ${values} WHERE ${lengthOf(attribute, raw('v.text'))} > ${maxLength}`
}

function notAcceptable(values: Fragment, { acceptable }: MeasuredAttribute): Fragment {
  const tests = acceptable.map(({ comparables, isList }) => {
    const among = sql`(SELECT value FROM json_each(${JSON.stringify(comparables)}))`
    return isList ? hasTokenOutside(among) : sql`v.norm NOT IN ${among}`
  })
  return sql`SELECT v.entity FROM ${values} WHERE ${join(tests, ' OR ')}`
}

/** A token never contains a comma, so its JSON text can be split at commas. */
function hasTokenOutside(among: Fragment): Fragment {
  const tokens = raw(`json_each('[' || replace(json_quote(v.norm), ',', '","') || ']') t`)
  return sql`EXISTS (SELECT 1 FROM ${tokens}
    WHERE trim(t.value, ${whiteSpace}) <> '' AND trim(t.value, ${whiteSpace}) NOT IN ${among})`
}

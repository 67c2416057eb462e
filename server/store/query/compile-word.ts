import { entityTypes, type EntityType } from '#shared/entities.ts'
import { getValuePlan, type ValuePlan } from '../computed/value-plan.ts'
import type { ReadableDb } from '../database/database.ts'
import { cacheUntilWritten } from '../database/caches.ts'
import { type Fragment, join, raw, sql, guardRow } from '../database/fragment.ts'
import { type Attribute, attributesOf, isComputed, isReference, isSearched } from '../tables/attributes.ts'
import { countEntities } from '../tables/entities.ts'
import type { Clause, Source, Search, TermSearch } from './clause.ts'
import { compileClause } from './compile-clause.ts'
import { membersOf, testOf, sortKey } from './predicates.ts'
import { compileText } from './compile-search.ts'
import { anyOf, type Condition, makeCondition, nothing, negate } from './condition.ts'
import { withoutMarks } from '#shared/text.ts'
import { referringByOwn } from './leading-to.ts'
import { nearWords } from '../search/near-words.ts'

/**
 * Entities with a word of a search: in a text, in the label of a reference or parent, or in a computed
 * value. Matches of the latter are few and listed once per state of the file.
 */

function compileWord(db: ReadableDb, type: EntityType, word: string): Condition {
  const text = compileText(db, type, word)
  const { list, computed } = attributesOf(db, type)
  const own = list.filter((attribute) => !isComputed(attribute) && isReference(attribute))
  const others = [
    ...own.map((attribute) => referring(db, { kind: 'attribute', attribute }, word)),
    ...computed.map((attribute) => compileEffective(db, attribute, word)),
    belowParent(db, type, word),
  ].map((condition) => withListedIds(db, condition))
  const more = others.filter((condition) => condition !== nothing)
  return more.length === 0 ? text : anyWord([text, ...more])
}

// So many ids are read quickly and kept as text.
const maxListedIds = 2000

function withListedIds(db: ReadableDb, condition: Condition): Condition {
  const { members } = condition.sql
  if (!members || condition === nothing) return condition
  const { text, params } = sql`SELECT entity FROM (${members}) LIMIT ${maxListedIds + 1}`
  const ids = cacheUntilWritten(db, text + JSON.stringify(params), () => db.column<number>(text, ...params))
  if (ids.length > maxListedIds) return condition
  const list = sql`SELECT value AS entity FROM json_each(${JSON.stringify(ids)})`
  return ids.length === 0
    ? nothing
    : makeCondition({ members: list, test: (entity) => sql`${entity} IN (${list})` }, { isIndexed: true })
}

function referring(db: ReadableDb, source: Source, text: string): Condition {
  if (source.kind === 'system') return nothing
  const attribute = source.kind === 'computed' ? source.plan.attribute : source.attribute
  const target = attribute.extras.reference?.type
  const labelled = target && compileLabel(db, target, text)
  if (!labelled?.sql.members) return nothing
  return source.kind === 'computed'
    ? referringByPlan(db, source.plan, labelled.sql.members)
    : referringByLabel(attribute, labelled)
}

/** One or two letters occur in nearly every label, so only labels equal to them are found. */
function containing(text: string): Pick<Clause, 'operator' | 'values'> {
  return { operator: [...text].length > 2 ? 'finds' : 'names', values: [text] }
}

function compileLabel(db: ReadableDb, type: EntityType, text: string): Condition | undefined {
  const { primary: attribute } = attributesOf(db, type)
  if (!attribute) return undefined
  const source: Source = isComputed(attribute)
    ? { kind: 'computed', plan: getValuePlan(db, attribute) }
    : { kind: 'attribute', attribute }
  return compileClause(db, type, { source, ...containing(text) })
}

function referringByLabel(attribute: Attribute, labelled: Condition): Condition {
  const condition = referringByOwn(attribute, labelled)
  return { ...condition, stats: { ...condition.stats, isIndexed: true } }
}

function referringByPlan(db: ReadableDb, plan: ValuePlan, targets: Fragment): Condition {
  const predicate = (id: Fragment) => sql`${id} IN (${targets})`
  return makeCondition({
    members: membersOf(db, plan, predicate, true),
    test: (entity) => testOf(plan, predicate, entity),
  })
}

// For more entities their formulas take too long for a search.
const maxComputed = 100_000

function compileEffective(db: ReadableDb, attribute: Attribute, word: string): Condition {
  const plan = getValuePlan(db, attribute)
  const source: Source = { kind: 'computed', plan }
  if (isOfFormula(plan) && countEntities(db, attribute.entityType) > maxComputed) return nothing
  if (plan.isReference) return isReference(attribute) ? referring(db, source, word) : nothing
  if (plan.family !== 'text' || plan.base.kind === 'none') return nothing
  return compileClause(db, attribute.entityType, { source, ...containing(word) })
}

function isOfFormula({ base }: ValuePlan): boolean {
  return base.kind === 'formula' || (base.kind === 'lookup' && isOfFormula(base.target))
}

function belowParent(db: ReadableDb, type: EntityType, text: string): Condition {
  const label = compileLabel(db, type, text)
  if (!label) return nothing
  const hasLabelled = sql`c.parent IS NOT NULL AND ${label.sql.test(raw('c.parent'))}`
  return makeCondition(
    {
      members: sql`SELECT c.id AS entity FROM entity c WHERE +c.type = ${entityTypes.indexOf(type)}
        AND ${guardRow(raw('c.id'))} AND ${hasLabelled}`,
      test: (entity) => sql`EXISTS (SELECT 1 FROM entity c WHERE c.id = ${entity} AND ${hasLabelled})`,
    },
    { testCost: 1 + label.stats.testCost, isIndexed: true },
  )
}

/** Joins conditions, with their counts: a union has to be complete before its first member is known. */
function anyWord(conditions: readonly Condition[]): Condition {
  const [only] = conditions
  if (only && conditions.length === 1) return only
  const supersets = conditions.flatMap(({ sql: { members, superset = members } }) => superset ?? [])
  const any = anyOf(conditions)
  return supersets.length < conditions.length
    ? any
    : { ...any, sql: { ...any.sql, superset: sql`SELECT entity FROM (${join(supersets, ' UNION ALL ')})` } }
}

export function compileSearch(db: ReadableDb, type: EntityType, { text, terms }: Search): Condition[] {
  return terms.map((term) => {
    const condition = compileTerm(db, type, term)
    const isPartOfSearch = typeof term.sought === 'string' && !term.isExcluded
    return isPartOfSearch ? condition : anyOf([condition, compileText(db, type, text)])
  })
}

function compileTerm(db: ReadableDb, type: EntityType, term: TermSearch): Condition {
  const conditions = [
    compileSought(db, type, term.sought),
    ...meantWords(db, type, term).map((word) => compileWord(db, type, word)),
  ]
  const condition = anyWord(conditions)
  return term.isExcluded ? negate(condition) : condition
}

function compileSought(db: ReadableDb, type: EntityType, sought: TermSearch['sought']): Condition {
  if (typeof sought === 'string') return compileWord(db, type, sought)
  return 'label' in sought ? referring(db, sought.source, sought.label) : compileClause(db, type, sought)
}

/**
 * The nearness of an entity to a search, as a number to sort by. It uses the primary attribute and the two
 * short texts after it, since it is computed for every match.
 */

const maxTexts = 3
// Characters that may precede a word; any other is part of the word.
const separators = ['-', '/', '(', ',', '.']

export function nearness(
  db: ReadableDb,
  type: EntityType,
  { text, terms }: Search,
): (entity: Fragment) => Fragment {
  const words = terms.flatMap((term) =>
    typeof term.sought === 'string' && !term.isExcluded
      ? [{ word: spaced(term.sought), meant: meantWords(db, type, term) }]
      : [],
  )
  const looked = lookedAt(db, type)
  // An integer in ORDER BY would be a column number.
  if (words.length === 0 || looked.length === 0) return () => raw('0.0')
  const whole = `| ${spaced(withoutMarks(text))} |`
  const sum = join(words.map(distanceOf), ' + ')
  // The texts are joined once per entity, with bars between; the LIMIT keeps SQLite from joining them for
  // every test.
  return (entity) => {
    const texts = looked.map((attribute) => sql`${spacedSql(valueOf(db, attribute, entity))} || ' |'`)
    return sql`(SELECT CASE instr(v, ${whole}) WHEN 1 THEN 0 WHEN 0 THEN 2 + ${sum} ELSE 1 END
      FROM (SELECT iif(octet_length(t) > length(t), without_marks(t), t) AS v
        FROM (SELECT '| ' || ${join(texts, " || ' ' || ")} AS t LIMIT 1) LIMIT 1))`
  }
}

interface WordSearch {
  readonly word: string
  readonly meant: readonly string[]
}

/**
 * The rank of a word: a whole text, the first word, any word, begins a text, begins a word, inside a word;
 * then corrections that begin a word; else no match.
 */
function distanceOf({ word, meant }: WordSearch): Fragment {
  const own = [`| ${word} |`, `| ${word} `, ` ${word} `, `| ${word}`, ` ${word}`, word]
  const places = own.concat(meant.map((one) => ` ${one}`))
  const cases = places.map((place, index) => sql`WHEN instr(v, ${place}) THEN ${raw(String(index))}`)
  return sql`(CASE ${join(cases, ' ')} ELSE ${raw(String(places.length))} END)`
}

function lookedAt(db: ReadableDb, type: EntityType): Attribute[] {
  const { list, primary } = attributesOf(db, type)
  const short = list.filter((one) => isSearched(one) && !one.traits.isLong && one !== primary)
  return [...(primary && isSearched(primary) ? [primary] : []), ...short].slice(0, maxTexts)
}

function valueOf(db: ReadableDb, attribute: Attribute, entity: Fragment): Fragment {
  if (isComputed(attribute)) return sortKey(getValuePlan(db, attribute), entity)
  return sql`(SELECT norm FROM ${raw(`value_${attribute.id}`)} WHERE entity = ${entity})`
}

function spaced(text: string): string {
  return separators.reduce((rest, separator) => rest.replaceAll(separator, ' '), text)
}

function spacedSql(value: Fragment): Fragment {
  return separators.reduce(
    (rest, separator) => sql`replace(${rest}, ${raw(`'${separator}'`)}, ' ')`,
    sql`ifnull(${value}, '')`,
  )
}

function meantWords(
  db: ReadableDb,
  type: EntityType,
  { sought, isExcluded, isPhrase }: TermSearch,
): readonly string[] {
  return typeof sought === 'string' && !isExcluded && !isPhrase ? nearWords(db, type, sought) : []
}

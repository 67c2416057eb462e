/**
 * The internal ids of one page of a list, and the exact number of its rows.
 *
 * listIds(db, { type: 'product', join: 'and', search: undefined, clauses: [{ source: { kind: 'attribute',
 * attribute: price }, operator: 'gte', values: [100] }], terms: [{ source: { kind: 'attribute', attribute:
 * title }, descending: false }], limit: 50, offset: 0, after: undefined, }) // { ids: [812, 17, …], total:
 * 4211 }
 *
 * Each clause becomes a condition, one of which drives the query: its members are listed and the others
 * tested on them. Three plans give the same rows, and the number of matches decides which is cheap: sort the
 * matches, walk the order of creation, or walk the table of the first sort term (architecture §3). Here the
 * index of titles is walked where many products cost 100 or more; where few do, these are sorted.
 */
import { compileGroup, andRowTests, andTests, chooseDriver, type Matching } from './choose-driver.ts'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import { countEntities } from '../tables/entities.ts'
import type { ReadableDb } from '../database/database.ts'
import type { Clause, ClauseGroup, Search, SortTerm, Source } from '../query/clause.ts'
import { sortKey } from '../query/predicates.ts'
import { compileAll, compileChildren, compileClause } from '../query/compile-clause.ts'
import { compileSearch } from '../query/compile-word.ts'
import { anyOf, complementOf, type Condition, makeCondition } from '../query/condition.ts'
import { type Fragment, raw, sql, guardRow } from '../database/fragment.ts'
import { countCached, cacheUntilWritten } from '../database/caches.ts'
import { knownRows } from './known-rows.ts'
import { findFixedIndex } from '../tables/index-tables.ts'
import { requestFixedIndex } from '../tables/indexes.ts'
import {
  isBehind,
  isCreationOrder,
  joinTerms,
  mayBeBlank,
  orderBy,
  type Position,
  hasOrderIndex,
  orderOf,
  requestOrderIndex,
  sortTable,
  walkTable,
} from '../query/order.ts'

export const allRows = 0xffff_ffff

export interface IdQuery {
  readonly type: EntityType
  readonly clauses: readonly Clause[]
  readonly join: 'and' | 'or'
  readonly tree?: ClauseGroup | undefined
  readonly search: Search | undefined
  readonly parent?: number | undefined
  readonly terms: readonly SortTerm[]
  readonly limit: number
  readonly offset: number
  readonly after: Position | undefined
}

interface Page {
  readonly ids: number[]
  readonly total: number
}

export function listIds(db: ReadableDb, query: IdQuery): Page {
  const matching = chooseDriver(db, query.type, conditionsOf(db, query))
  if (isFirstPageInOrder(query, matching)) {
    const ids = sortMatches(db, query, matching)
    return { ids, total: ids.length < query.limit ? ids.length : countMatches(db, query.type, matching) }
  }
  if ((matching.driver?.stats.maxMembers ?? Infinity) <= maxListedMembers)
    return listSmallSet(db, query, matching)
  const total = countMatches(db, query.type, matching)
  if (total === 0) return { ids: [], total }
  const plan = choosePlan(db, query, matching, total)
  return { ids: plan(db, query, matching, total), total }
}

// So few ids are read quickly and stored as text.
const maxListedMembers = 2000

/** Reads the ids of all matches, since counting would find and test them as well. */
function listSmallSet(db: ReadableDb, query: IdQuery, matching: Matching): Page {
  const { text, params } = sql`SELECT m.entity ${matches(query.type, matching)}`
  const found = cacheUntilWritten(db, text + JSON.stringify(params), () => db.column<number>(text, ...params))
  if (found.length === 0) return { ids: [], total: 0 }
  const members = sql`SELECT value AS entity FROM json_each(${JSON.stringify(found)})`
  const driver = makeCondition({ members, test: () => raw('1') }, { isIndexed: true })
  return { ids: sortMatches(db, query, { ...matching, driver, residual: [] }), total: found.length }
}

/**
 * A first page in index order, or one that is sorted anyway, counts its matches if they end before the
 * page does.
 */
function isFirstPageInOrder({ terms, offset, after }: IdQuery, { driver }: Matching): boolean {
  const isInOrder = driver?.stats.isOrdered === true && isByCreation(terms)
  return (isInOrder || isByRelevance(terms)) && offset === 0 && !after
}

/** Relevance is computed for each match, so no index has this order. */
function isByRelevance([term]: readonly SortTerm[]): boolean {
  return term?.source.kind === 'relevance'
}

function isByCreation(terms: readonly SortTerm[]): boolean {
  const [term] = terms
  return !term || (terms.length === 1 && isCreationOrder(term))
}

export function conditionsOf(
  db: ReadableDb,
  query: Pick<IdQuery, 'type' | 'clauses' | 'join' | 'tree' | 'search' | 'parent'>,
): Condition[] {
  const { type, tree, search, parent } = query
  return [
    ...(parent === undefined ? [] : [compileChildren(type, parent)]),
    ...filterConditions(db, query),
    ...(tree ? compileGroup(db, type, tree) : []),
    ...(search === undefined ? [] : compileSearch(db, type, search)),
  ]
}

function filterConditions(
  db: ReadableDb,
  { type, clauses, join }: Pick<IdQuery, 'type' | 'clauses' | 'join'>,
): Condition[] {
  return join === 'or' && clauses.length > 0
    ? [anyOf(clauses.map((clause) => compileClause(db, type, clause)))]
    : compileAll(db, type, clauses)
}

const member = raw('m.entity')

export function countMatching(db: ReadableDb, type: EntityType, conditions: readonly Condition[]): number {
  return countMatches(db, type, chooseDriver(db, type, conditions))
}

function countMatches(db: ReadableDb, type: EntityType, matching: Matching): number {
  if (matching.all.length === 0) return countEntities(db, type)
  const known = matching.all.length === 1 ? countOne(db, type, matching.all[0]) : undefined
  if (known !== undefined) return known
  const excluded = matching.driver ? undefined : excludedBy(db, type, matching)
  if (excluded) return countEntities(db, type) - countMatches(db, type, excluded)
  return countCached(db, sql`SELECT count(*) AS total ${matches(type, matching)}`)
}

function countOne(db: ReadableDb, type: EntityType, condition: Condition | undefined): number | undefined {
  const { disjoint, difference } = condition?.parts ?? {}
  if (condition?.sql.count) return countCached(db, condition.sql.count)
  if (disjoint) return disjoint.reduce((sum, one) => sum + countMatching(db, type, [one]), 0)
  return difference && countMatching(db, type, [difference[0]]) - countMatching(db, type, [difference[1]])
}

function excludedBy(db: ReadableDb, type: EntityType, { all }: Matching): Matching | undefined {
  const complement = complementOf(all)
  const matching = complement && chooseDriver(db, type, complement)
  return matching?.driver && matching
}

export function matches(
  type: EntityType,
  { driver, residual }: Matching,
  joins: Fragment = raw(''),
): Fragment {
  const members =
    driver?.sql.members ?? sql`SELECT id AS entity FROM entity WHERE type = ${entityTypes.indexOf(type)}`
  // A result from an index alone is read too quickly to check the guard between its rows.
  const isQuick = driver?.stats.isIndexed === true && residual.length === 0 && joins.text === ''
  const guard = isQuick ? raw('1') : guardRow(member)
  return sql`FROM (${members}) m${joins} WHERE ${guard}${andTests(residual, member)}`
}

type Plan = (db: ReadableDb, query: IdQuery, matching: Matching, total: number) => number[]

// Sorting so few matches costs less than any estimate.
const maxSortedMatches = 100

function choosePlan(db: ReadableDb, query: IdQuery, { all, driver }: Matching, total: number): Plan {
  const isOrdered = isByCreation(query.terms)
  const walk = isOrdered ? walkCreationOrder : walkFirstTerm
  if (isByRelevance(query.terms)) return sortMatches
  if (all.length > 0 && (total <= maxSortedMatches || (isOrdered && driver?.stats.isOrdered)))
    return sortMatches
  return isWalkCheaper(db, query, all, total) ? walk : sortMatches
}

function isWalkCheaper(db: ReadableDb, query: IdQuery, all: readonly Condition[], total: number): boolean {
  const range = findIndexRange(query.terms[0], all)
  if (range && all.length === 1) return true
  const testCost = Math.max(0, ...all.map(({ stats }) => stats.testCost))
  const size = range ? countMatching(db, query.type, [range]) : countEntities(db, query.type)
  return stepsOfWalk(db, query, { size, total, testCost }) * testCost < total
}

function findIndexRange(term: SortTerm | undefined, all: readonly Condition[]): Condition | undefined {
  if (!term || !isStored(term.source) || orderOf(term.source)) return undefined
  const { id } = term.source.attribute
  return all.find((condition) => condition.sql.indexRange?.attribute === id)
}

// The relative cost of computing one key alone instead of together with others.
const costOfOneKey = 3

interface WalkSize {
  readonly size: number
  readonly total: number
  readonly testCost: number
}

function stepsOfWalk(db: ReadableDb, query: IdQuery, { size, total, testCost }: WalkSize): number {
  const { type, terms, offset, limit } = query
  const [term] = terms
  // Finding the first key requires computing all.
  if (term?.source.kind === 'computed') return size / costOfOneKey
  const steps = ((offset + limit) * size) / total
  const isWorthwhile = steps * testCost < total
  return isWorthwhile && !hasOrder(db, type, term) ? size : steps
}

function hasOrder(db: ReadableDb, type: EntityType, term: SortTerm | undefined): boolean {
  if (!term) return true
  if (isStored(term.source)) {
    requestOrderIndex(db, term.source)
    return hasOrderIndex(db, term.source)
  }
  if (term.source.kind !== 'system' || term.source.field !== 'updated_at') return true
  requestFixedIndex(db, type, 'updated')
  return findFixedIndex(db, 'updated') !== undefined
}

function sortMatches(db: ReadableDb, query: IdQuery, matching: Matching): number[] {
  const { type, terms, after } = query
  const from = matches(type, matching, joinTerms(terms, type, 0, member))
  const behind = after ? sql` AND ${isBehind(terms, after, member)}` : raw('')
  const order = orderBy(terms, 0, lastKey(matching))
  return column(db, sql`SELECT m.entity ${from}${behind} ORDER BY ${order}${window(query)}`)
}

function column(db: ReadableDb, { text, params }: Fragment): number[] {
  return db.column<number>(text, ...params)
}

function window({ limit, offset }: Pick<IdQuery, 'limit' | 'offset'>): Fragment {
  return sql` LIMIT ${limit} OFFSET ${offset}`
}

function lastKey({ driver }: Matching): Fragment {
  return driver?.stats.isIndexed && !driver.stats.isOrdered ? raw('+m.entity') : member
}

function walkCreationOrder(db: ReadableDb, query: IdQuery, { all }: Matching): number[] {
  const { type, terms, offset, after } = query
  if (all.length > 0 || after || offset === 0) return walkCreated(db, query, all)
  const rows = knownRows(db, type, terms[0]?.descending ?? false)
  const known = rows.findBefore(offset)
  const start = known && { after: { entity: known.entity, values: [] }, offset: offset - known.offset - 1 }
  const ids = walkCreated(db, { ...query, ...start }, all)
  if (ids[0] !== undefined) rows.learn({ offset, entity: ids[0] })
  return ids
}

/**
 * The order of creation is the id order, so the index by creation or the primary key is walked and each
 * entity tested.
 */
function walkCreated(db: ReadableDb, query: IdQuery, all: readonly Condition[]): number[] {
  const { type, terms, after } = query
  const isDescending = terms[0]?.descending ?? false
  const direction = raw(isDescending ? ' DESC' : '')
  const behind = after ? sql` AND ${isCreatedBehind(after, isDescending)}` : raw('')
  const tests = all.length > 0 ? sql` AND ${guardRow(raw('e.id'))}${andRowTests(all, raw('e.id'))}` : raw('')
  return column(
    db,
    sql`SELECT e.id FROM entity e WHERE e.type = ${entityTypes.indexOf(type)}${behind}${tests}
        ORDER BY e.created_at${direction}, e.id${direction}${window(query)}`,
  )
}

/** Ids grow with the time of creation, so comparing both lets the walk start in the index. */
function isCreatedBehind({ entity }: Position, isDescending: boolean): Fragment {
  const at = sql`(SELECT created_at FROM entity WHERE id = ${entity})`
  return sql`(e.created_at, e.id) ${raw(isDescending ? '<' : '>')} (${at}, ${entity})`
}

function walkFirstTerm(db: ReadableDb, query: IdQuery, matching: Matching, total: number): number[] {
  const [term] = query.terms
  if (!term) return []
  if (query.after?.values[0] === null) return walkBlanks(db, query, matching, term)
  const ids = walkFilled(db, query, matching, term)
  // An entity without a value satisfies no condition on it.
  const hasNoBlanks = !mayBeBlank(term) || findIndexRange(term, matching.all) !== undefined
  if (hasNoBlanks || isComplete(query, ids, total)) return ids
  const offset = ids.length > 0 ? 0 : blanksToSkip(db, query, matching, term)
  return [
    ...ids,
    ...walkBlanks(
      db,
      { ...query, limit: query.limit - ids.length, offset, after: undefined },
      matching,
      term,
    ),
  ]
}

function isStored(source: SortTerm['source']): source is Source & { kind: 'attribute' } {
  return source.kind === 'attribute'
}

function isComplete({ limit, offset, after }: IdQuery, ids: readonly number[], total: number): boolean {
  return ids.length === limit || (!after && offset + ids.length >= total)
}

function blanksToSkip(db: ReadableDb, query: IdQuery, matching: Matching, term: SortTerm): number {
  return query.after ? 0 : Math.max(0, query.offset - countFilled(db, query, matching, term))
}

function filled(
  db: ReadableDb,
  { type }: IdQuery,
  { all }: Matching,
  term: SortTerm,
  joins: Fragment,
): Fragment {
  const { table, entity, value, where } = walkTable(db, term, type)
  const own = findIndexRange(term, all)
  const others = all.filter((condition) => condition !== own)
  const isFilled =
    mayBeBlank(term) && term.source.kind === 'system' ? raw(` AND s0.${value} IS NOT NULL`) : raw('')
  const id = raw(`s0.${entity}`)
  const guard = others.length === 0 && joins.text === '' ? raw('1') : guardRow(id)
  return sql`FROM ${own?.sql.indexRange?.rows ?? table} s0${joins} WHERE ${guard} AND ${where}${isFilled}${andTests(others, id)}`
}

function countFilled(db: ReadableDb, query: IdQuery, matching: Matching, term: SortTerm): number {
  return countCached(db, sql`SELECT count(*) AS total ${filled(db, query, matching, term, raw(''))}`)
}

function walkFilled(db: ReadableDb, query: IdQuery, matching: Matching, term: SortTerm): number[] {
  const { type, terms, after } = query
  const entity = raw(`s0.${sortTable(term, type).entity}`)
  const { key } = walkTable(db, term, type)
  const direction = raw(term.descending ? ' DESC' : '')
  const from = filled(db, query, matching, term, joinTerms(terms, type, 1, entity))
  const rest = orderBy(terms, 1, entity)
  const behind = after ? behindFilled(query, { after, entity, key }) : raw('')
  return column(
    db,
    sql`SELECT ${entity} ${from}${behind} ORDER BY ${key}${direction}, ${rest}${window(query)}`,
  )
}

interface WalkedFrom {
  readonly after: Position
  readonly entity: Fragment
  readonly key: Fragment
}

/** The bound on the first key is implied by the rest; it lets the walk start in the index. */
function behindFilled({ terms }: IdQuery, { after, entity, key }: WalkedFrom): Fragment {
  const [known = null] = after.values
  const bound = sql`${key} ${raw(terms[0]?.descending ? '<=' : '>=')} ${known ?? 0}`
  return sql` AND ${bound} AND ${isBehind(terms, after, entity, key)}`
}

function walkBlanks(db: ReadableDb, query: IdQuery, { all }: Matching, term: SortTerm): number[] {
  const { type, terms, after } = query
  const entity = raw('e.id')
  const joins = joinTerms(terms, type, 0, entity)
  const behind = after ? sql` AND ${isBehind(terms, after, entity)}` : raw('')
  return column(
    db,
    sql`SELECT e.id FROM entity e${joins} WHERE e.type = ${entityTypes.indexOf(type)} AND ${guardRow(entity)} AND ${isBlank(term, type)}${andTests(all, entity)}${behind}
        ORDER BY ${orderBy(terms, 1, entity)}${window(query)}`,
  )
}

function isBlank(term: SortTerm, type: EntityType): Fragment {
  if (term.source.kind === 'system') return raw('e.parent IS NULL')
  if (term.source.kind === 'computed') return sql`${sortKey(term.source.plan, raw('e.id'))} IS NULL`
  return sql`NOT EXISTS (SELECT 1 FROM ${sortTable(term, type).table} b WHERE b.entity = e.id)`
}

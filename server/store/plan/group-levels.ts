import type { ReadableDb } from '../database/database.ts'
import { join, raw, sql, guardRow } from '../database/fragment.ts'
import type { SortTerm, Clause } from '../query/clause.ts'
import { comparableOf, joinTerms, keyOf, walkTable } from '../query/order.ts'
import { type MeasureSums, measureRows, type Sums } from './aggregate.ts'
import { chooseDriver } from './choose-driver.ts'
import { conditionsOf, type IdQuery, matches } from './list-ids.ts'
import type { EntityType } from '#shared/entities.ts'
import { countEntities } from '../tables/entities.ts'
import { compileClause } from '../query/compile-clause.ts'

export interface CountedLevels {
  readonly entity: number
  readonly count: number
  readonly blanks: readonly boolean[]
  readonly sums: readonly Sums[]
}

type GroupQuery = Pick<IdQuery, 'type' | 'clauses' | 'join' | 'tree' | 'search'> & { readonly limit: number }

interface Levels {
  readonly terms: readonly SortTerm[]
  readonly asked: readonly MeasureSums[]
}

const member = raw('m.entity')

/**
 * At most `limit` groups of equal values in all terms, in the order of the list. One walk over the matches
 * computes all sums; one term without sums is read from its index.
 */
export function countLevels(db: ReadableDb, query: GroupQuery, { terms, asked }: Levels): CountedLevels[] {
  const [first] = terms
  if (first && terms.length === 1 && asked.length === 0)
    return countGroups(db, query, first).map(({ isBlank, ...group }) => ({
      ...group,
      blanks: [isBlank],
      sums: [],
    }))
  const measured = measureRows(db, query.type, asked, terms)
  const { text, params } = levelsOf(db, query, { terms, measured })
  return db.tuples<(string | number | null)[]>(text, ...params).map(([entity, count, ...columns]) => ({
    entity: Number(entity),
    count: Number(count),
    blanks: terms.map((_term, level) => columns[level] === 1),
    sums: measured.read(columns.slice(terms.length)),
  }))
}

function levelsOf(
  db: ReadableDb,
  query: GroupQuery,
  {
    terms,
    measured,
  }: { readonly terms: readonly SortTerm[]; readonly measured: ReturnType<typeof measureRows> },
) {
  const { type, limit } = query
  const comparable = (level: number) => raw(`n${level}`)
  const comparables = terms.map(
    (term, level) => sql`${comparableOf(term, level, member)} AS ${comparable(level)}`,
  )
  const from = matches(
    type,
    chooseDriver(db, type, conditionsOf(db, query)),
    join([joinTerms(terms, type, 0, member), measured.joins], ''),
  )
  const blanks = terms.map((_term, level) => sql`${comparable(level)} IS NULL`)
  const order = terms.map(
    ({ source, descending }, level) =>
      sql`${comparable(level)} IS NULL, ${keyOf(source, comparable(level))}${raw(descending ? ' DESC' : '')}`,
  )
  const columns = join([raw('min(entity)'), raw('count(*)'), ...blanks, ...measured.sums], ', ')
  // As in one sum over all rows, the LIMIT keeps SQLite from computing a value once for each of its sums.
  return sql`SELECT ${columns}
    FROM (SELECT m.entity AS entity, ${join([...comparables, ...measured.values], ', ')} ${from} LIMIT -1)
    GROUP BY ${join(
      terms.map((_term, level) => comparable(level)),
      ', ',
    )} ORDER BY ${join(order, ', ')} LIMIT ${limit}`
}

interface CountedGroup {
  readonly entity: number
  readonly count: number
  readonly isBlank: boolean
}

interface GroupCountQuery extends Pick<
  IdQuery,
  'type' | 'clauses' | 'join' | 'tree' | 'search' | 'parent' | 'limit'
> {
  readonly besides?: Clause | undefined
}

export function countGroups(db: ReadableDb, query: GroupCountQuery, term: SortTerm): CountedGroup[] {
  const { type, limit, besides } = query
  const more = besides ? [compileClause(db, type, besides)] : []
  const matching = chooseDriver(db, type, [...conditionsOf(db, query), ...more])
  if (matching.all.length === 0 && term.source.kind === 'attribute') return countWhole(db, query, term)
  const entity = raw('m.entity')
  const from = matches(type, matching, joinTerms([term], type, 0, entity))
  const { text, params } = sql`SELECT min(entity) AS entity, count(*) AS count, norm IS NULL AS blank
    FROM (SELECT m.entity AS entity, ${comparableOf(term, 0, entity)} AS norm ${from})
    GROUP BY norm ORDER BY norm IS NULL, ${keyOf(term.source, raw('norm'))}${raw(term.descending ? ' DESC' : '')} LIMIT ${limit}`
  const rows = db.all<{ entity: number; count: number; blank: 0 | 1 }>(text, ...params)
  return rows.map(({ blank, ...group }) => ({ ...group, isBlank: blank === 1 }))
}

function countWhole(
  db: ReadableDb,
  { type, limit }: { readonly type: EntityType; readonly limit: number },
  term: SortTerm,
): CountedGroup[] {
  const direction = raw(term.descending ? ' DESC' : '')
  const { table, key } = walkTable(db, term, type)
  const { text, params } = sql`SELECT min(entity) AS entity, count(*) AS count FROM ${table} s0
    WHERE ${guardRow(raw('entity'))} GROUP BY s0.norm ORDER BY ${key}${direction} LIMIT ${limit}`
  const groups = db
    .all<{ entity: number; count: number }>(text, ...params)
    .map((group) => ({ ...group, isBlank: false }))
  const count = countEntities(db, type) - groups.reduce((sum, group) => sum + group.count, 0)
  const isWhole = groups.length < limit
  return isWhole && count > 0 ? [...groups, { entity: 0, count, isBlank: true }] : groups
}

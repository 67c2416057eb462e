/** How many matching entities share the values of several sort terms, and what other values of theirs come to. */
import type { ReadableDb } from '../database/database.ts'
import { join, raw, sql } from '../database/fragment.ts'
import type { SortTerm } from '../query/clause.ts'
import { joinTerms, sortValue } from '../query/order.ts'
import { type Measured, measureRows, type Sums } from './aggregate.ts'
import { chooseDriver } from './choose-driver.ts'
import { countGroups } from './count-groups.ts'
import { conditionsOf, type IdQuery, matches } from './list-ids.ts'

export interface CountedLevels {
  /** The internal id of the oldest entity with these values; 0 for the blanks of a whole type. */
  readonly entity: number
  readonly count: number
  /** By term, whether its value is blank. */
  readonly blanks: readonly boolean[]
  /** In the order of what was asked for. */
  readonly sums: readonly Sums[]
}

type GroupQuery = Pick<IdQuery, 'type' | 'clauses' | 'join' | 'tree' | 'search'> & { readonly limit: number }

interface Levels {
  readonly terms: readonly SortTerm[]
  readonly asked: readonly Measured[]
}

const member = raw('m.entity')

/**
 * At most `limit` groups of equal values in all terms, as a list in their order would show them one after the other. It is one
 * walk over the matches, whatever is summed up; one term without sums is read from its index.
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
  const norm = (level: number) => raw(`n${level}`)
  const norms = terms.map((term, level) => sql`${sortValue(term, level, member)} AS ${norm(level)}`)
  const from = matches(
    type,
    chooseDriver(db, type, conditionsOf(db, query)),
    join([joinTerms(terms, type, 0, member), measured.joins], ''),
  )
  const blanks = terms.map((_term, level) => sql`${norm(level)} IS NULL`)
  const order = terms.map(
    ({ descending }, level) => sql`${norm(level)} IS NULL, ${norm(level)}${raw(descending ? ' DESC' : '')}`,
  )
  const columns = join([raw('min(entity)'), raw('count(*)'), ...blanks, ...measured.sums], ', ')
  // As in one sum over all rows, the LIMIT keeps SQLite from computing a value once for each of its sums.
  return sql`SELECT ${columns}
    FROM (SELECT m.entity AS entity, ${join([...norms, ...measured.values], ', ')} ${from} LIMIT -1)
    GROUP BY ${join(
      terms.map((_term, level) => norm(level)),
      ', ',
    )} ORDER BY ${join(order, ', ')} LIMIT ${limit}`
}

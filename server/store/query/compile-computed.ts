import { Compiler } from '../computed/compiler.ts'
import type { Predicate } from '../computed/value-sql.ts'
import type { ValuePlan } from '../computed/value-plan.ts'
import { compileValue } from '../computed/compile-value.ts'
import type { ReadableDb } from '../database/database.ts'
import { type Condition, makeCondition } from './condition.ts'
import { type Fragment, sql } from '../database/fragment.ts'
import { matchUuids, type Test, testTokens } from './predicates.ts'

/** A clause on a computed attribute; of several values any may match (decisions, reading 10). */
export function compileComputed(db: ReadableDb, plan: ValuePlan, asked: Test): Condition {
  const predicate = predicateOf(plan, asked)
  const isNarrow = asked.access === 'value' || asked.access === 'values'
  return makeCondition({
    members: membersOf(db, plan, predicate, isNarrow),
    test: (entity) => testOf(plan, predicate, entity),
  })
}

/** As `compileComputed`, where only a test of each entity is possible. */
export function compileTest(plan: ValuePlan, asked: Test): Condition {
  const predicate = predicateOf(plan, asked)
  return makeCondition({ test: (entity) => testOf(plan, predicate, entity) })
}

export function testOf(plan: ValuePlan, predicate: Predicate, entity: Fragment): Fragment {
  return compileValue(Compiler.around(entity), plan).test(entity, predicate)
}

export function membersOf(
  db: ReadableDb,
  plan: ValuePlan,
  predicate: Predicate,
  isNarrow: boolean,
): Fragment {
  return sql`SELECT entity FROM (${compileValue(new Compiler(db), plan).members(predicate, isNarrow)})`
}

function predicateOf({ isReference, hasTokens }: ValuePlan, asked: Test): Predicate {
  const { access, keeps, test, values } = asked
  if (isReference && access !== 'presence') return (id) => sql`${id} ${matchUuids(values)}`
  const [bound] = values
  if (typeof bound === 'number' && keeps !== undefined)
    return Object.assign((comparable: Fragment) => test(comparable, values), { range: { bound, keeps } })
  return hasTokens ? (comparable) => testTokens(asked, comparable) : (comparable) => test(comparable, values)
}

export function sortKey(plan: ValuePlan, entity: Fragment): Fragment {
  return compileValue(Compiler.around(entity), plan).key(entity)
}

export function sortKeys(plan: ValuePlan, db?: ReadableDb): Fragment {
  return sql`(${compileValue(new Compiler(db), plan).keys()})`
}

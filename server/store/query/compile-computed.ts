/** Filters and sorts over effective values: the conditions and sort keys that the plans of attributes give. */
import type { Operator } from '#shared/filters.ts'
import { compiled, type Predicate } from '../computed/forms.ts'
import type { ValuePlan } from '../computed/value-plan.ts'
import { compileForms } from '../computed/forms-of-plan.ts'
import type { Clause } from './clause.ts'
import type { Condition } from './condition.ts'
import { type Fragment, raw, sql } from '../database/fragment.ts'
import { matchUuids, tokenPredicate, valuePredicate } from './predicates.ts'

/** A clause on an attribute whose values are computed; of several values any may match (decisions, reading 10). */
export function compileComputed(plan: ValuePlan, clause: Clause): Condition {
  const forms = compileForms(plan)
  const predicate = predicateOf(plan, clause)
  const isNarrow = narrow.includes(clause.operator)
  return {
    members: compiled(() => sql`SELECT entity FROM (${forms.members(predicate, isNarrow)})`),
    test: (entity) => compiled(() => forms.test(entity, predicate)),
    isIndexed: false,
  }
}

/** As `compileComputed`, where only a test of each entity is possible. */
export function compileTest(plan: ValuePlan, clause: Clause): Condition {
  const forms = compileForms(plan)
  const predicate = predicateOf(plan, clause)
  return { test: (entity) => compiled(() => forms.test(entity, predicate)), isIndexed: false }
}

// Selective operators, which an index can answer.
const narrow: readonly Operator[] = ['eq', 'in']

function predicateOf({ isReference, hasTokens }: ValuePlan, { operator, values }: Clause): Predicate {
  if (operator === 'exists') return () => raw('1')
  if (isReference) return (id) => sql`${id} ${matchUuids(values)}`
  const toPredicate = hasTokens ? tokenPredicate : valuePredicate
  return (norm) => toPredicate(operator, values, norm)
}

/** The key by which an entity is sorted, or NULL. */
export function sortKey(plan: ValuePlan, entity: Fragment): Fragment {
  return compiled(() => compileForms(plan).key(entity))
}

/** All keys, as a table of entities and comparable values to walk. */
export function sortKeys(plan: ValuePlan): Fragment {
  return sql`(${compiled(() => compileForms(plan).keys())})`
}

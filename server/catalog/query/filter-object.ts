import { arityOf } from '#shared/filters.ts'
import type { Faults } from '../errors.ts'
import type { FilterClause } from './list-request.ts'
import { isObject } from '#shared/json-object.ts'

type Operand = string | number | boolean

/**
 * The clauses of a filter written as JSON: key to value, to `{operator: value}` or to a list of these. It is the language of the query string;
 * fields of faults are named as there.
 */
export function parseFilterObject(
  filter: Readonly<Record<string, unknown>>,
  faults: Faults,
  place = 'filter',
): FilterClause[] {
  return Object.entries(filter).flatMap(([key, conditions]) => {
    const named = { key, field: `${place}[${key}]` }
    return isSeveral(conditions)
      ? conditions.flatMap((condition) => parseCondition(named, condition, faults))
      : parseCondition(named, conditions, faults)
  })
}

// Far more conditions on one key than anybody writes by hand.
const maxConditions = 100

/** Two conditions with the same operator stand in a list, as a query string repeats them. */
function isSeveral(conditions: unknown): conditions is readonly object[] {
  return (
    Array.isArray(conditions) &&
    conditions.length > 0 &&
    conditions.length <= maxConditions &&
    conditions.every(isObject)
  )
}

function parseCondition(
  { key, field }: Pick<FilterClause, 'key' | 'field'>,
  condition: unknown,
  faults: Faults,
): FilterClause[] {
  if (!isObject(condition)) return toClause({ field, key, operator: 'eq' }, condition, faults)
  const operators = Object.entries(condition)
  if (operators.length === 0) return faults.add(field, 'expected_value_or_use_exists') ?? []
  return operators.flatMap(([operator, value]) =>
    toClause({ field: `${field}[${operator}]`, key, operator }, value, faults),
  )
}

/** An operator that takes several values takes an array or, as in a query string, text with commas; a blank is told by the check of the clause. */
export function toClause(
  clause: Omit<FilterClause, 'value'>,
  value: unknown,
  faults: Faults,
  place = clause.field,
): FilterClause[] {
  const takesSeveral = arityOf(clause.operator) === 'many'
  if (takesSeveral && Array.isArray(value) && value.every(isOperand))
    return [{ ...clause, value: value.join(',') }]
  if (value === null) return [{ ...clause, value: '' }]
  if (isOperand(value)) return [{ ...clause, value: String(value) }]
  const expected = takesSeveral ? 'a list of values' : 'a string, a number or true or false'
  return faults.addSentence(place, `Expected ${expected}.`) ?? []
}

function isOperand(value: unknown): value is Operand {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

import { isOperator, type Operator, operators } from '#shared/filters.ts'
import type { FilterClause } from './grid-query.ts'

/** A clause that can be sent. */
export type CompleteClause = FilterClause & { readonly operator: Operator }

/** Tells whether a clause can be sent: the server refuses an empty value. */
export function isComplete(clause: FilterClause): clause is CompleteClause {
  const { operator, value } = clause
  if (!isOperator(operator)) return false
  return operators[operator].arity === 'many' ? /[^,\s]/.test(value) : value.trim() !== ''
}

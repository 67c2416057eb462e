import type { Expression } from './expression.ts'
import type { Formula } from './formula.ts'
import { applyCall, implementations } from './operations.ts'
import type { FormulaValue, ResultValue } from './value.ts'

/**
 * Computes a formula; null where it gives no value or an error. `read` gives the value of an attribute, `today` is what TODAY()
 * gives. SQL made by `formulaToSql` gives the same.
 */
export function evaluateFormula(
  { root }: Formula,
  read: (key: string) => FormulaValue,
  today: string,
): ResultValue {
  const evaluate = (expression: Expression): FormulaValue => {
    if (expression.kind === 'constant') return expression.value
    if (expression.kind === 'reference') return read(expression.key)
    if (expression.kind === 'today') return today
    return applyCall(implementations[expression.name], expression.args.map(evaluate))
  }
  return evaluate(root) as ResultValue
}

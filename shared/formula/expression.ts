import type { CallName } from './operations.ts'
import type { FormulaValue, ValueType } from './value.ts'

/** A formula whose types are checked and whose conversions are spelled out: what the evaluator and the SQL compiler read. */
export type Expression = ConstantExpression | ReferenceExpression | TodayExpression | CallExpression

export interface ConstantExpression {
  readonly kind: 'constant'
  readonly type: ValueType
  readonly value: FormulaValue
}

/** The value of an attribute, null where it has none. */
interface ReferenceExpression {
  readonly kind: 'reference'
  readonly type: ValueType
  readonly key: string
}

interface TodayExpression {
  readonly kind: 'today'
  readonly type: 'date'
}

export interface CallExpression {
  readonly kind: 'call'
  readonly type: ValueType
  readonly name: CallName
  readonly args: readonly Expression[]
}

export function constant(type: ValueType, value: FormulaValue): ConstantExpression {
  return { kind: 'constant', type, value }
}

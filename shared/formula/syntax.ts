import type { Span, FormulaValue, ValueType } from './value.ts'
import type { CallName } from './operations.ts'

/** A parsed formula. Types and attribute keys are not checked yet; `checkFormula` does that. */
export type Syntax =
  | LiteralSyntax
  | (Span & { readonly kind: 'reference'; readonly key: string })
  | (Span & { readonly kind: 'unary'; readonly operator: UnaryOperator; readonly operand: Syntax })
  | BinarySyntax
  | CallSyntax

export interface LiteralSyntax extends Span {
  readonly kind: 'literal'
  readonly value: string | number | boolean
}

export interface BinarySyntax extends Span {
  readonly kind: 'binary'
  readonly operator: BinaryOperator
  readonly left: Syntax
  readonly right: Syntax
}

export interface CallSyntax extends Span {
  readonly kind: 'call'
  readonly name: string
  readonly nameSpan: Span
  readonly args: readonly Syntax[]
}

export type UnaryOperator = '-' | '+' | 'percent'

/** The precedence of operators, as in spreadsheets: all of them are left-associative, and -2^2 is 4. */
export const binaryPower = {
  '=': 1,
  '<>': 1,
  '!=': 1,
  '<': 1,
  '<=': 1,
  '>': 1,
  '>=': 1,
  '&': 2,
  '+': 3,
  '-': 3,
  '*': 4,
  '/': 4,
  '%': 4,
  '^': 5,
} as const
export type BinaryOperator = keyof typeof binaryPower

/** A formula with checked types and explicit conversions: the input of the evaluator and the SQL compiler. */
export type Expression = ConstantExpression | ReferenceExpression | TodayExpression | CallExpression

interface ConstantExpression {
  readonly kind: 'constant'
  readonly type: ValueType
  readonly value: FormulaValue
}

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

import type { Span } from './value.ts'

/** A formula as it was written. Types and attribute keys are not looked at yet; `checkFormula` does that. */
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

/** How tightly the operators bind, as in spreadsheets: all of them group from the left, and -2^2 is 4. */
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

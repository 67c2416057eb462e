import type { Family } from './attributes.ts'

/** What an operator takes: one value, a comma-separated list, or true/false. */
export type OperatorArity = 'one' | 'many' | 'boolean'

export interface OperatorTraits {
  /** What people read in the filter builder. */
  readonly label: string
  readonly arity: OperatorArity
  readonly families: readonly Family[]
}

const everyFamily: readonly Family[] = ['text', 'number', 'date', 'timestamp', 'boolean', 'id']
const textual: readonly Family[] = ['text']
const ordered: readonly Family[] = ['number', 'date', 'timestamp']

/** The operator table: one row per operator, read by the server, the grid and the documentation. */
export const operators = {
  eq: { label: 'is', arity: 'one', families: everyFamily },
  ne: { label: 'is not', arity: 'one', families: everyFamily },
  contains: { label: 'contains', arity: 'one', families: textual },
  not_contains: { label: 'does not contain', arity: 'one', families: textual },
  starts_with: { label: 'starts with', arity: 'one', families: textual },
  ends_with: { label: 'ends with', arity: 'one', families: textual },
  gt: { label: 'is greater than', arity: 'one', families: ordered },
  gte: { label: 'is at least', arity: 'one', families: ordered },
  lt: { label: 'is less than', arity: 'one', families: ordered },
  lte: { label: 'is at most', arity: 'one', families: ordered },
  exists: { label: 'has a value', arity: 'boolean', families: everyFamily },
  in: { label: 'is any of', arity: 'many', families: [...textual, 'id'] },
} as const satisfies Record<string, OperatorTraits>

export type Operator = keyof typeof operators

export const maxInValues = 200

export const filterJoins = ['and', 'or'] as const
export type FilterJoin = (typeof filterJoins)[number]

/** Tells whether the text names an operator of the public set. */
export function isOperator(text: string): text is Operator {
  return Object.hasOwn(operators, text)
}

/** The operators that fit a family of values, in table order. */
export function operatorsOf(family: Family): Operator[] {
  return (Object.keys(operators) as Operator[]).filter((operator) =>
    (operators[operator].families as readonly Family[]).includes(family),
  )
}

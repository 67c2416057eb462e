import type { Family } from './attributes.ts'
import { keysOf, splitList } from './text.ts'

export type OperatorArity = 'one' | 'many' | 'boolean'

interface OperatorTraits {
  readonly arity: OperatorArity
  readonly families: readonly Family[]
  /** Whether it compares whole values, so that one of the acceptable ones can be chosen instead of typed. */
  readonly isWhole: boolean
}

const everyFamily: readonly Family[] = ['text', 'number', 'date', 'timestamp', 'boolean', 'id']
const ordered: readonly Family[] = ['number', 'date', 'timestamp']

const traits = (arity: OperatorArity, families: readonly Family[]): OperatorTraits => ({
  arity,
  families,
  isWhole: false,
})

/**
 * The one table of operators. A new row here does not compile before the server has its SQL (`server/store/query/predicates.ts`) and
 * the grid its test of a cell (`colour-rules.ts`).
 */
export const operators = {
  eq: { ...traits('one', everyFamily), isWhole: true },
  ne: { ...traits('one', everyFamily), isWhole: true },
  contains: traits('one', ['text']),
  not_contains: traits('one', ['text']),
  starts_with: traits('one', ['text']),
  ends_with: traits('one', ['text']),
  gt: traits('one', ordered),
  gte: traits('one', ordered),
  lt: traits('one', ordered),
  lte: traits('one', ordered),
  exists: traits('boolean', everyFamily),
  in: { ...traits('many', ['text', 'id']), isWhole: true },
}

export type Operator = keyof typeof operators

export const maxInValues = 200

export const filterJoins = ['and', 'or'] as const
export type FilterJoin = (typeof filterJoins)[number]

/** Filters take these keys besides attributes and system fields: who changed an entity, which attribute is empty in its parent, whether there are variants of it, and what a channel does not accept. */
export const [changedByKey, emptyInParentKey, hasVariantsKey, notAcceptedPrefix] = [
  'changed_by',
  'empty_in_parent',
  'has_variants',
  'not_accepted:',
]
/** Remarks of a row for the filter `row:remarks`: notes, open to-dos, unresolved comments. */
export const remarkKinds = ['notes', 'to_dos', 'comments'] as const
export type RemarkKind = (typeof remarkKinds)[number]

/** The issue in `not_accepted:<channel>` for a missing value. */
export const missingValue = 'missing'
/** A door of changes, as `changed_by` names it: `via:import`. */
export const viaPrefix = 'via:'

/** How deep groups stand in each other, and how many clauses a filter has, at most: far more than anybody asks for. */
export const [maxFilterDepth, maxFilterClauses] = [5, 200]

export function isOperator(text: string): text is Operator {
  return Object.hasOwn(operators, text)
}

export function arityOf(operator: string): OperatorArity | undefined {
  return isOperator(operator) ? operators[operator].arity : undefined
}

const operandReaders: Readonly<Record<OperatorArity, (text: string) => string | string[] | boolean>> = {
  one: (text) => text,
  many: splitList,
  boolean: (text) => text === 'true',
}

/** The value of a clause as JSON has it, from the text that a query string has. */
export function toOperand(operator: Operator, text: string): string | string[] | boolean {
  return operandReaders[operators[operator].arity](text)
}

export function listOperators(family: Family): Operator[] {
  return keysOf(operators).filter((operator) => operators[operator].families.includes(family))
}

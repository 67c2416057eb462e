import type { Family } from './attributes.ts'
import { keysOf, splitList } from './text.ts'

export type OperatorArity = 'one' | 'many' | 'boolean'

interface OperatorTraits {
  readonly arity: OperatorArity
  readonly families: readonly Family[]
  /** Whether the operator compares whole values, so that an acceptable one can be chosen instead of typed. */
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

/**
 * Filter keys besides attributes and system fields: who changed an entity, which attribute is empty in its
 * parent, whether it has variants, whether another entity refers to it, and why a channel does not accept it.
 */
export const [changedByKey, emptyInParentKey, hasVariantsKey, isUsedKey, notAcceptedPrefix] = [
  'changed_by',
  'empty_in_parent',
  'has_variants',
  'is_used',
  'not_accepted:',
]
/** Remarks of a row for the filter `row:remarks`: notes, open to-dos, unresolved comments. */
export const remarkKinds = ['notes', 'to_dos', 'comments'] as const
export type RemarkKind = (typeof remarkKinds)[number]

export const missingValue = 'missing'
/** The prefix of a surface of changes in `changed_by`: `via:import`. */
export const viaPrefix = 'via:'

/** The maximum depth of groups, and number of clauses in a filter: far more than anybody needs. */
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

/** Converts the value of a clause from the text of a query string to its JSON form. */
export function toOperand(operator: Operator, text: string): string | string[] | boolean {
  return operandReaders[operators[operator].arity](text)
}

export function listOperators(family: Family): Operator[] {
  return keysOf(operators).filter((operator) => operators[operator].families.includes(family))
}

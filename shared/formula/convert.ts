import { parseDate } from './calendar.ts'
import {
  type CallExpression,
  constant,
  type Expression,
  type BinaryOperator,
  type UnaryOperator,
} from './syntax.ts'
import { textToNumber, tidyNumber } from './number-text.ts'
import { applyCall, type CallName, implementations, type FormulaOperation } from './operations.ts'
import { FormulaFault, type FormulaValue, type Span, typeNames, type ValueType } from './value.ts'
import { message, type Sentence } from '../messages/message.ts'
import { isKeyOf } from '../text.ts'

/** An expression with its span in the text. */
export interface Part extends Span {
  readonly expression: Expression
  readonly source: string
}

/** Makes a call; a call with only constants is computed at once. */
export function makeCall(type: ValueType, name: CallName, args: readonly Expression[]): Expression {
  if (!args.every((arg) => arg.kind === 'constant')) return { kind: 'call', type, name, args }
  const value = applyCall(
    implementations[name],
    args.map((arg) => arg.value),
  )
  return constant(value === null && name === 'COALESCE' ? 'blank' : type, value)
}

/**
 * The value of a blank where a value of the type is needed (decisions, reading 18); there is no blank date
 * or list.
 */
const blankOf = {
  text: '',
  number: 0,
  boolean: false,
  date: null,
  list: null,
  blank: null,
} as const satisfies Record<ValueType, FormulaValue>

const conversions: Partial<Record<ValueType, Partial<Record<ValueType, FormulaOperation | 'same'>>>> = {
  number: { text: 'number_to_text', boolean: 'number_to_boolean' },
  boolean: { text: 'boolean_to_text', number: 'boolean_to_number' },
  date: { text: 'same' },
  list: { text: 'list_to_text', number: 'list_to_number' },
}

const remedies: Partial<Record<`${ValueType}>${ValueType}`, (source: string) => Sentence>> = {
  'text>number': (source) => message('formula.read_as_number', { source }),
  'text>boolean': (source) => message('formula.compare_text', { source }),
  'text>date': () => message('formula.write_date'),
  'number>date': (source) => message('formula.move_date', { source }),
  'date>number': (source) => message('formula.take_date_part', { source }),
  'date>boolean': (source) => message('formula.compare_date', { source }),
  'list>boolean': (source) => message('formula.count_list', { source }),
}

/**
 * Converts the part to a type. Throws `FormulaFault` where that would only be a guess. `needs` names the
 * operator or function.
 */
export function require(
  part: Part,
  to: ValueType,
  needs: string,
  blank: FormulaValue = blankOf[to],
): Expression {
  const expression = asLiteral(part.expression, to)
  const { type: from } = expression
  if (from !== to && from !== 'blank' && !conversions[from]?.[to]) throw wrongType(part, to, needs)
  return convert(expression, to, blank)
}

function wrongType(part: Part, to: ValueType, needs: string): FormulaFault {
  const { type: from } = part.expression
  const remedy = remedies[`${from}>${to}`]?.(part.source) ?? message('formula.write_another_value')
  return new FormulaFault(
    part,
    message('formula.operand_does_not_fit', {
      source: part.source,
      holds: message(typeNames[from]),
      needs,
      takes: message(typeNames[to]),
      remedy,
    }),
  )
}

function asLiteral(expression: Expression, to: ValueType): Expression {
  if (expression.kind !== 'constant' || typeof expression.value !== 'string') return expression
  const { value } = expression
  if (to === 'number') return constantOr('number', textToNumber(value), expression)
  return to === 'date' ? constantOr('date', parseDate(value) && value, expression) : expression
}

function constantOr(type: ValueType, value: FormulaValue, other: Expression): Expression {
  return value === null ? other : constant(type, value)
}

/**
 * Converts safely, and replaces a blank by `blank`. An error stays one: only parts that can be blank
 * without an error are replaced, each branch of a decision by itself.
 */
export function convert(expression: Expression, to: ValueType, blank: FormulaValue): Expression {
  if (expression.type === 'blank') return blank === null ? expression : constant(to, blank)
  if (expression.kind === 'call' && hasBranches(expression.name))
    return convertBranches(expression, to, blank)
  if (expression.type === 'list' && to !== 'list') return asType(convert(expression, 'list', ''), to)
  const converted = asType(expression, to)
  return blank !== null && canBeBlank(expression)
    ? makeCall(to, 'or', [converted, constant(to, blank)])
    : converted
}

function convertBranches({ name, args }: CallExpression, to: ValueType, blank: FormulaValue): Expression {
  const converted = args.map((arg, index) =>
    isBranch(name, index, args.length) ? convert(arg, to, blank) : arg,
  )
  return makeCall(to, name, converted)
}

function asType(expression: Expression, to: ValueType): Expression {
  const name = expression.type === to ? 'same' : (conversions[expression.type]?.[to] ?? 'same')
  return name === 'same' ? expression : makeCall(to, name, [expression])
}

function canBeBlank(expression: Expression): boolean {
  return expression.kind === 'reference' || (expression.kind === 'call' && expression.name === 'COALESCE')
}

function hasBranches(name: CallName): boolean {
  return name === 'IF' || name === 'IFS' || name === 'SWITCH'
}

export function isBranch(name: CallName, index: number, count: number): boolean {
  if (name === 'IF') return index > 0
  if (name === 'IFS') return index % 2 === 1
  return index >= 2 && (index % 2 === 0 || (index === count - 1 && count % 2 === 0))
}

/** Returns the common type of several values: their own if it is the same, else text. */
export function commonType(types: readonly ValueType[]): ValueType {
  const distinct = new Set(types.filter((type) => type !== 'blank'))
  if (distinct.size > 1) return 'text'
  return [...distinct][0] ?? 'blank'
}

const arithmetic = {
  '+': 'add',
  '-': 'subtract',
  '*': 'multiply',
  '/': 'divide',
  '%': 'MOD',
  '^': 'POWER',
} as const satisfies Partial<Record<BinaryOperator, CallName>>

const comparisons = {
  '=': 'equal',
  '<>': 'unequal',
  '!=': 'unequal',
  '<': 'less',
  '<=': 'at_most',
  '>': 'greater',
  '>=': 'at_least',
} as const satisfies Partial<Record<BinaryOperator, FormulaOperation>>

export function checkUnary(operator: UnaryOperator, operand: Part): Expression {
  const number = require(operand, 'number', operator === 'percent' ? '%' : operator)
  if (operator === '+') return number
  return makeCall('number', operator === '-' ? 'negate' : 'percent', [number])
}

/** Two operands with their conversions; dates can be moved by days and subtracted from each other. */
export function checkBinary(operator: BinaryOperator, left: Part, right: Part): Expression {
  if (isKeyOf(comparisons, operator)) return checkComparison(comparisons[operator], left, right, operator)
  if (operator === '&') {
    return makeCall('text', 'concat', [require(left, 'text', '&'), require(right, 'text', '&')])
  }
  const isDate = left.expression.type === 'date' || right.expression.type === 'date'
  if (isDate && (operator === '+' || operator === '-')) return checkDays(operator, left, right)
  return makeCall('number', arithmetic[operator], [
    require(left, 'number', operator),
    require(right, 'number', operator),
  ])
}

function checkDays(operator: '+' | '-', left: Part, right: Part): Expression {
  if (operator === '-') {
    const isNumber = ['number', 'boolean', 'blank'].includes(right.expression.type)
    const date = require(left, 'date', '-')
    if (!isNumber) return makeCall('number', 'days_between', [date, require(right, 'date', '-')])
    return makeCall('date', 'add_days', [date, makeCall('number', 'negate', [require(right, 'number', '-')])])
  }
  const [date, days] = left.expression.type === 'date' ? [left, right] : [right, left]
  return makeCall('date', 'add_days', [require(date, 'date', '+'), require(days, 'number', '+')])
}

function checkComparison(name: FormulaOperation, left: Part, right: Part, operator: string): Expression {
  if (name === 'equal' || name === 'unequal') {
    const isBlank = blankTest(left, right)
    if (isBlank) return name === 'equal' ? isBlank : makeCall('boolean', 'NOT', [isBlank])
  }
  const type = comparedType([left.expression.type, right.expression.type])
  return makeCall('boolean', name, [toComparable(left, type, operator), toComparable(right, type, operator)])
}

function blankTest(left: Part, right: Part): Expression | undefined {
  if (right.expression.type === 'blank') return makeCall('boolean', 'ISBLANK', [left.expression])
  return left.expression.type === 'blank' ? makeCall('boolean', 'ISBLANK', [right.expression]) : undefined
}

/** The type in which values are compared; texts can only be compared with texts, or be literals of the other type. */
export function comparedType(types: readonly ValueType[]): ValueType {
  const common = commonType(types)
  if (common !== 'text') return common === 'list' || common === 'blank' ? 'text' : common
  return (['date', 'boolean', 'number'] as const).findLast((type) => types.includes(type)) ?? 'text'
}

/** Converts a value to the form in which it is compared with others of its type. */
export function toComparable(part: Part, type: ValueType, needs: string): Expression {
  const value = require(part, type, needs, type === 'date' ? '' : blankOf[type])
  if (type === 'text') return makeCall('text', 'fold', [value])
  return type === 'number' && isNoisy(value) ? makeCall('number', 'tidy', [value]) : value
}

const noisy: readonly CallName[] = [
  'add',
  'subtract',
  'multiply',
  'divide',
  'percent',
  'POWER',
  'MOD',
  'SUM',
  'AVERAGE',
]

export function isNoisy(expression: Expression): boolean {
  if (expression.kind === 'constant') {
    return typeof expression.value === 'number' && tidyNumber(expression.value) !== expression.value
  }
  if (expression.kind !== 'call') return false
  const { name, args } = expression
  if (hasBranches(name)) return args.some((arg, index) => isBranch(name, index, args.length) && isNoisy(arg))
  return noisy.includes(name) || ((name === 'or' || name === 'COALESCE') && args.some(isNoisy))
}

import { isKeyOf } from '../text.ts'
import { blankOf, commonType, hasBranches, isBranch, makeCall, type Part, require } from './convert.ts'
import type { Expression, BinaryOperator, UnaryOperator } from './syntax.ts'
import type { CallName, FormulaOperation } from './operations.ts'
import { tidyNumber } from './number-text.ts'
import type { ValueType } from './value.ts'

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

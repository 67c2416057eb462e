import { parseDate } from './calendar.ts'
import { type CallExpression, constant, type Expression } from './syntax.ts'
import { textToNumber } from './number-text.ts'
import { applyCall, type CallName, implementations, type FormulaOperation } from './operations.ts'
import { FormulaFault, type FormulaValue, type Span, typeNames, type ValueType } from './value.ts'
import { message, type Sentence } from '../messages/message.ts'

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
export const blankOf = {
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

export function hasBranches(name: CallName): boolean {
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

import { keysOf } from '../text.ts'
import { comparedType, toComparable } from './check-operators.ts'
import { parseDate } from './calendar.ts'
import { commonType, convert, isBranch, makeCall, type Part, require } from './convert.ts'
import { constant, type Expression } from './expression.ts'
import type { Parameter, ParameterType } from './functions/formula-function.ts'
import {
  formulaFunctions,
  type FunctionName,
  isFunctionName,
  describeSignature,
} from './functions/functions.ts'
import type { FormulaOperation } from './operations.ts'
import { suggest } from './suggest.ts'
import type { CallSyntax } from './syntax.ts'
import { FormulaFault, type ValueType } from './value.ts'

type CheckCall = (parts: readonly Part[], name: FunctionName) => Expression

const special: Partial<Record<FunctionName, CheckCall>> = {
  TODAY: () => ({ kind: 'today', type: 'date' }),
  IF: checkIf,
  IFS: checkIfs,
  SWITCH: checkSwitch,
  COALESCE: checkCoalesce,
  MIN: (parts) => checkExtreme(parts, 'MIN', 'earliest'),
  MAX: (parts) => checkExtreme(parts, 'MAX', 'latest'),
}

/** The name of the function that a call means. Throws `FormulaFault` for an unknown one. */
export function knownFunction({ name, nameSpan }: CallSyntax): FunctionName {
  if (isFunctionName(name)) return name
  const similar = suggest(name, keysOf(formulaFunctions))
  const advice = similar
    ? `Did you mean ${describeSignature(similar)}?`
    : 'Choose one from the list of functions.'
  throw new FormulaFault(nameSpan, `There is no function ${name}. ${advice}`)
}

/** Checks the number and the types of the arguments of a call. */
export function checkCall(syntax: CallSyntax, name: FunctionName, parts: readonly Part[]): Expression {
  checkCount(syntax, name)
  const check = special[name]
  if (check) return check(parts, name)
  const { result } = formulaFunctions[name]
  const args = parts.map((part, index) => argument(part, parameterAt(name, index), name))
  return makeCall(result as ValueType, name, args)
}

function checkCount(syntax: CallSyntax, name: FunctionName): void {
  const { parameters, repeats } = formulaFunctions[name]
  const { length } = syntax.args
  const least = parameters.filter(({ isOptional }) => !isOptional).length
  const isPaired = name !== 'IFS' || length % 2 === 0
  if (length >= least && (repeats !== undefined || length <= parameters.length) && isPaired) return
  const given = length === 1 ? '1 argument' : `${length} arguments`
  throw new FormulaFault(syntax, `${name} cannot be called with ${given}. Write ${describeSignature(name)}.`)
}

function parameterAt(name: FunctionName, index: number): Parameter {
  const { parameters, repeats = 1 } = formulaFunctions[name]
  const beyond = index - parameters.length
  return parameters[beyond < 0 ? index : parameters.length - repeats + (beyond % repeats)] as Parameter
}

type Take = (part: Part, name: FunctionName) => Expression

/** How an argument becomes what the parameter takes. Where blanks are left out, a blank arrives as an empty text. */
const takers: Record<ParameterType, Take> = {
  text: (part, name) => require(part, 'text', name),
  number: (part, name) => require(part, 'number', name),
  boolean: (part, name) => require(part, 'boolean', name),
  date: (part, name) => require(part, 'date', name),
  formattable: (part, name) => require(part, formattableType(part), name),
  numbers: (part, name) => takeList(part) ?? require(part, 'number', name, ''),
  texts: (part, name) => takeList(part) ?? require(part, 'text', name, ''),
  items: ({ expression }) => convert(expression, expression.type === 'blank' ? 'text' : expression.type, ''),
  any: ({ expression }) => expression,
  common: ({ expression }) => expression,
}

function argument(part: Part, { name: parameter, type, choices }: Parameter, name: FunctionName): Expression {
  const { expression } = part
  if (
    choices &&
    expression.kind === 'constant' &&
    !choices.includes(String(expression.value).trim().toLowerCase())
  ) {
    const known = choices.map((choice) => `"${choice}"`).join(', ')
    throw new FormulaFault(
      part,
      `${part.source} is no ${parameter} that ${name} knows. Write one of ${known}.`,
    )
  }
  return takers[type](part, name)
}

function takeList({ expression }: Part): Expression | undefined {
  return expression.type === 'list' ? convert(expression, 'list', '') : undefined
}

function formattableType({ expression }: Part): ValueType {
  const isDate =
    expression.type === 'date' || (expression.kind === 'constant' && parseDate(String(expression.value)))
  return isDate ? 'date' : 'number'
}

function checkIf([condition, ...branches]: readonly Part[]): Expression {
  const values = branches.map(({ expression }) => expression)
  if (values.length === 1) values.push(constant('blank', null))
  const type = commonType(values.map((value) => value.type))
  const test = require(condition as Part, 'boolean', 'IF')
  return makeCall(type, 'IF', [test, ...values.map((value) => convert(value, type, null))])
}

function checkIfs(parts: readonly Part[]): Expression {
  const type = commonType(
    parts.filter((_, index) => index % 2 === 1).map(({ expression }) => expression.type),
  )
  const args = parts.map((part, index) =>
    index % 2 === 0 ? require(part, 'boolean', 'IFS') : convert(part.expression, type, null),
  )
  return makeCall(type, 'IFS', args)
}

function checkSwitch(parts: readonly Part[]): Expression {
  const isResult = (index: number) => isBranch('SWITCH', index, parts.length)
  const typesOf = (wanted: boolean) =>
    parts.filter((_, index) => isResult(index) === wanted).map(({ expression }) => expression.type)
  const type = commonType(typesOf(true))
  const compared = comparedType(typesOf(false))
  const args = parts.map((part, index) =>
    isResult(index) ? convert(part.expression, type, null) : toComparable(part, compared, 'SWITCH'),
  )
  return makeCall(type, 'SWITCH', args)
}

function checkCoalesce(parts: readonly Part[]): Expression {
  const type = commonType(parts.map(({ expression }) => expression.type))
  return makeCall(
    type,
    'COALESCE',
    parts.map(({ expression }) => convert(expression, type, null)),
  )
}

/** MIN and MAX take dates as well, if all of them are. */
function checkExtreme(parts: readonly Part[], name: 'MIN' | 'MAX', ofDates: FormulaOperation): Expression {
  if (!parts.some(({ expression }) => expression.type === 'date')) {
    return makeCall(
      'number',
      name,
      parts.map((part) => takers.numbers(part, name)),
    )
  }
  return makeCall(
    'date',
    ofDates,
    parts.map((part) => require(part, 'date', name, '')),
  )
}

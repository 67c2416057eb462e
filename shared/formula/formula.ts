import {
  checkBinary,
  checkUnary,
  isNoisy,
  comparedType,
  toComparable,
  convert,
  makeCall,
  type Part,
  commonType,
  isBranch,
  require,
} from './convert.ts'
import { constant, type Expression, type Syntax, type CallSyntax } from './syntax.ts'
import { formulaLimits, FormulaFault, type ResultType, type ValueType } from './value.ts'
import { parseFormula } from './parse.ts'
import { keysOf } from '../text.ts'
import { parseDate } from './calendar.ts'
import {
  formulaFunctions,
  type FunctionName,
  isFunctionName,
  describeSignature,
  type Parameter,
  type ParameterType,
} from './functions/functions.ts'
import type { FormulaOperation } from './operations.ts'
import { message, type Sentence, sentences } from '../messages/message.ts'

export interface Formula {
  readonly type: ResultType
  readonly root: Expression
  readonly keys: readonly string[]
  readonly usesToday: boolean
  readonly size: number
  readonly height: number
  readonly uses: ReadonlyMap<string, number>
}

export interface KnownAttributes {
  readonly typeOf: (key: string) => ValueType | undefined
  readonly keys: () => Iterable<string>
  /** Explains why an existing attribute cannot be referenced, for the position of the reference. */
  readonly objectionTo?: (key: string) => Sentence | undefined
}

/** Parses a formula and checks its types. Throws `FormulaFault` with the position and a remedy. */
export function checkFormula(text: string, attributes: KnownAttributes): Formula {
  const syntax = parseFormula(text)
  if (measureHeight(syntax) > formulaLimits.height) {
    throw new FormulaFault(
      syntax,
      `The formula has more than ${formulaLimits.height} levels. Move a part into a formula attribute of its own.`,
    )
  }
  const root = toResult(new Checker(text, attributes).check(syntax))
  return { type: root.type as ResultType, root, ...measure(root) }
}

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
function knownFunction({ name, nameSpan }: CallSyntax): FunctionName {
  if (isFunctionName(name)) return name
  const similar = suggest(name, keysOf(formulaFunctions))
  const advice = similar
    ? message('fault.did_you_mean', { meant: describeSignature(similar) })
    : message('formula.choose_function')
  throw new FormulaFault(nameSpan, sentences(message('formula.function_unknown', { name }), advice))
}

function checkCall(syntax: CallSyntax, name: FunctionName, parts: readonly Part[]): Expression {
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
  const given = message('formula.arguments', { count: length })
  throw new FormulaFault(
    syntax,
    message('formula.arguments_do_not_fit', { name, given, signature: describeSignature(name) }),
  )
}

function parameterAt(name: FunctionName, index: number): Parameter {
  const { parameters, repeats = 1 } = formulaFunctions[name]
  const beyond = index - parameters.length
  return parameters[beyond < 0 ? index : parameters.length - repeats + (beyond % repeats)] as Parameter
}

type Take = (part: Part, name: FunctionName) => Expression

/**
 * Converts an argument to the type of its parameter. Where blanks are left out, a blank becomes an empty
 * text.
 */
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

class Checker {
  readonly #text: string
  readonly #attributes: KnownAttributes

  constructor(text: string, attributes: KnownAttributes) {
    this.#text = text
    this.#attributes = attributes
  }

  check(syntax: Syntax): Expression {
    if (syntax.kind === 'literal') return literal(syntax.value)
    if (syntax.kind === 'reference') {
      return { kind: 'reference', type: this.#typeOf(syntax), key: syntax.key }
    }
    if (syntax.kind === 'unary') return checkUnary(syntax.operator, this.#part(syntax.operand))
    if (syntax.kind === 'binary') {
      return checkBinary(syntax.operator, this.#part(syntax.left), this.#part(syntax.right))
    }
    const name = knownFunction(syntax)
    const args = syntax.args.map((arg) => this.#part(arg))
    return checkCall(syntax, name, args)
  }

  #part(syntax: Syntax): Part {
    const { start, end } = syntax
    return { expression: this.check(syntax), source: shorten(this.#text.slice(start, end)), start, end }
  }

  #typeOf(reference: Syntax & { kind: 'reference' }): ValueType {
    const { key } = reference
    const objection = this.#attributes.objectionTo?.(key)
    if (objection) throw new FormulaFault(reference, objection)
    const type = this.#attributes.typeOf(key)
    if (type) return type
    if (key === '') throw new FormulaFault(reference, message('formula.reference_empty'))
    const similar = suggest(key, this.#attributes.keys())
    const advice = similar
      ? message('formula.did_you_mean', { key: similar })
      : message('formula.define_attribute')
    const unknown = message('attribute.key_not_defined', { key: shorten(key) })
    throw new FormulaFault(reference, sentences(unknown, advice))
  }
}

function shorten(source: string): string {
  return source.length > 40 ? `${source.slice(0, 39)}…` : source
}

function literal(value: string | number | boolean): Expression {
  if (value === '') return constant('blank', null)
  return constant(typeof value === 'string' ? 'text' : (typeof value as 'number' | 'boolean'), value)
}

/** Converts the result of a formula: one value without rounding errors; blank for an empty text. */
function toResult(expression: Expression): Expression {
  const { kind, type } = expression
  if (type === 'blank') return constant('text', null)
  if (type === 'list' || type === 'text') {
    return kind === 'reference' && type === 'text'
      ? expression
      : makeCall('text', 'result_text', [convert(expression, 'text', null)])
  }
  return type === 'number' && isNoisy(expression) ? makeCall('number', 'tidy', [expression]) : expression
}

function childrenOf(syntax: Syntax): readonly Syntax[] {
  if (syntax.kind === 'unary') return [syntax.operand]
  if (syntax.kind === 'binary') return [syntax.left, syntax.right]
  return syntax.kind === 'call' ? syntax.args : []
}

/**
 * Counts the levels of a formula in a loop; a chain of operators can be longer than the call stack allows.
 */
function measureHeight(root: Syntax): number {
  let level: readonly Syntax[] = [root]
  let height = 0
  for (; level.length > 0; level = level.flatMap(childrenOf)) height += 1
  return height
}

function measure(root: Expression): Omit<Formula, 'type' | 'root'> {
  const uses = new Map<string, number>()
  let usesToday = false
  let size = 0
  const levelsOf = (expression: Expression): number => {
    size += 1
    if (expression.kind === 'reference') uses.set(expression.key, (uses.get(expression.key) ?? 0) + 1)
    if (expression.kind === 'today') usesToday = true
    if (expression.kind !== 'call') return 1
    const own = expression.name === 'IFS' ? expression.args.length / 2 : 1
    return own + Math.max(0, ...expression.args.map(levelsOf))
  }
  const height = levelsOf(root)
  return { keys: [...uses.keys()], uses, usesToday, size, height }
}

function suggest<Name extends string>(written: string, names: Iterable<Name>): Name | undefined {
  const limit = Math.max(1, Math.floor(written.length / 3))
  let best: Name | undefined
  let bestDistance = limit + 1
  for (const name of names) {
    if (Math.abs(name.length - written.length) >= bestDistance) continue
    const distance = distanceBetween(written.toLowerCase(), name.toLowerCase())
    if (distance < bestDistance) [best, bestDistance] = [name, distance]
  }
  return best
}

function distanceBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  let last = b.length
  for (let i = 0; i < a.length; i += 1) {
    let diagonal = i
    last = i + 1
    row = row.map((above, j) => {
      if (j > 0) last = Math.min(diagonal + (a[i] === b[j - 1] ? 0 : 1), above + 1, last + 1)
      diagonal = above
      return last
    })
  }
  return last
}

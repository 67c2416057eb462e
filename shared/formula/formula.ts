/**
 * The formula language: `{{key}}` references, literals, operators and functions, with the semantics of spreadsheets. Text is
 * parsed (`parse.ts`), its types are checked and its conversions spelled out here, and what results is computed by
 * `evaluate.ts` or compiled to SQL in the server's store; both give the same values.
 */
import { checkCall, knownFunction } from './check-call.ts'
import { checkBinary, checkUnary, isNoisy } from './check-operators.ts'
import { convert, makeCall, type Part } from './convert.ts'
import { constant, type Expression } from './expression.ts'
import { formulaLimits } from './limits.ts'
import { parseFormula } from './parse.ts'
import { suggest } from './suggest.ts'
import type { Syntax } from './syntax.ts'
import { FormulaFault, type ResultType, type ValueType } from './value.ts'

/** A formula that can be computed. */
export interface Formula {
  readonly type: ResultType
  readonly root: Expression
  /** The attributes it refers to, each once. */
  readonly keys: readonly string[]
  readonly usesToday: boolean
  /** How many parts the expression has, and how many levels of them. */
  readonly size: number
  readonly height: number
  /** How often it names each attribute. */
  readonly uses: ReadonlyMap<string, number>
}

/** The attributes that a formula can refer to. */
export interface KnownAttributes {
  readonly typeOf: (key: string) => ValueType | undefined
  /** For the advice about a key that is not known. */
  readonly keys: () => Iterable<string>
  /** Why an attribute that there is cannot be referred to, as a sentence for the place where it is. */
  readonly objectionTo?: (key: string) => string | undefined
}

/** Parses a formula and checks its types. Throws `FormulaFault` with the place and what to write instead. */
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
    if (key === '')
      throw new FormulaFault(
        reference,
        'This reference names nothing. Write the key of an attribute: {{price}}.',
      )
    const similar = suggest(key, this.#attributes.keys())
    const advice = similar
      ? `Did you mean {{${similar}}}?`
      : 'Define it first, or write the key of another attribute.'
    throw new FormulaFault(reference, `No attribute has the key ${shorten(key)}. ${advice}`)
  }
}

function shorten(source: string): string {
  return source.length > 40 ? `${source.slice(0, 39)}…` : source
}

function literal(value: string | number | boolean): Expression {
  if (value === '') return constant('blank', null)
  return constant(typeof value === 'string' ? 'text' : (typeof value as 'number' | 'boolean'), value)
}

/** What the formula gives: one value without noise, and no value where there is nothing to show. */
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

/** Levels of a formula; the chain of operators can be longer than a function may call itself. */
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
    // SQL puts the conditions of IFS inside each other.
    const own = expression.name === 'IFS' ? expression.args.length / 2 : 1
    return own + Math.max(0, ...expression.args.map(levelsOf))
  }
  const height = levelsOf(root)
  return { keys: [...uses.keys()], uses, usesToday, size, height }
}

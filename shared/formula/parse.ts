import { isKeyOf } from '../text.ts'
import { isFunctionName, describeSignature } from './functions/functions.ts'
import { formulaLimits, FormulaFault, type Span } from './value.ts'
import { binaryPower, type Syntax } from './syntax.ts'
import { message, type Message, type Sentence, type MessageCode } from '../messages/message.ts'

/**
 * A Pratt parser: `expression(power)` reads everything that binds more tightly than the power it was called with. Unary minus
 * and percent bind most tightly of all, as in spreadsheets.
 */

/** Parses the text of a formula. Throws `FormulaFault` with the position and a remedy. */
export function parseFormula(text: string): Syntax {
  if (text.length > formulaLimits.length) {
    throw new FormulaFault(
      { start: formulaLimits.length, end: text.length },
      `A formula has at most ${formulaLimits.length} characters. Move a part into a formula attribute of its own.`,
    )
  }
  const parser = new Parser(tokenize(text))
  return parser.whole()
}

class Parser {
  readonly #tokens: readonly Token[]
  #at = 0
  #nesting = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  whole(): Syntax {
    if (this.#isSymbol('=')) this.#take()
    if (this.#next().kind === 'end') throw new FormulaFault(this.#next(), message('formula.empty'))
    const syntax = this.#expression(0)
    if (this.#next().kind !== 'end') throw unexpected(this.#next())
    return syntax
  }

  /** The last token is the end, which is never consumed. */
  #next(ahead = 0): Token {
    return this.#tokens[this.#at + ahead] as Token
  }

  #take(): Token {
    const token = this.#next()
    this.#at += 1
    return token
  }

  #isSymbol(value: string): boolean {
    return this.#next().kind === 'symbol' && this.#next().value === value
  }

  #expression(power: number): Syntax {
    let left = this.#operand()
    for (;;) {
      const { kind, value } = this.#next()
      if (kind !== 'symbol' || !isKeyOf(binaryPower, value)) return left
      const binds = binaryPower[value]
      if (binds <= power) return left
      this.#take()
      const right = this.#expression(binds)
      left = {
        kind: 'binary',
        operator: value,
        left,
        right,
        start: left.start,
        end: right.end,
      }
    }
  }

  #operand(): Syntax {
    const { start, value } = this.#next()
    if (this.#isSymbol('-') || this.#isSymbol('+')) {
      this.#take()
      const operand = this.#nested(start, () => this.#operand())
      return { kind: 'unary', operator: value as '-' | '+', operand, start, end: operand.end }
    }
    let operand = this.#primary()
    while (this.#isPercent()) {
      operand = { kind: 'unary', operator: 'percent', operand, start: operand.start, end: this.#take().end }
    }
    return operand
  }

  /** A % before an operand is the remainder operator, any other is a percent sign. */
  #isPercent(): boolean {
    if (!this.#isSymbol('%')) return false
    const { kind, value } = this.#next(1)
    return kind === 'end' || (kind === 'symbol' && value !== '(')
  }

  #primary(): Syntax {
    const token = this.#take()
    const { kind, value, start, end } = token
    if (kind === 'number') return { kind: 'literal', value: Number(value), start, end }
    if (kind === 'text') return { kind: 'literal', value, start, end }
    if (kind === 'reference') return { kind: 'reference', key: value, start, end }
    if (kind === 'name') return this.#named(token)
    if (kind === 'symbol' && value === '(') return this.#parenthesis(token)
    throw unexpected(token)
  }

  #named(token: Token): Syntax {
    const { start, end } = token
    const name = token.value.toUpperCase()
    if (this.#isSymbol('(')) {
      const args = this.#nested(start, () => this.#args(token))
      return { kind: 'call', name, nameSpan: token, args, start, end: this.#tokens[this.#at - 1]?.end ?? end }
    }
    if (name === 'TRUE' || name === 'FALSE') return { kind: 'literal', value: name === 'TRUE', start, end }
    const advice = isFunctionName(name)
      ? message('formula.function_not_called', { name, signature: describeSignature(name) })
      : message('formula.word_is_no_value', { word: token.value, key: token.value.toLowerCase() })
    throw new FormulaFault(token, advice)
  }

  #args({ value: name, ...opened }: Token): Syntax[] {
    this.#take()
    const args: Syntax[] = []
    if (!this.#isSymbol(')')) {
      do args.push(this.#expression(0))
      while (this.#isSymbol(',') && this.#take())
    }
    this.#close(opened, message('formula.the_arguments_of', { name: name.toUpperCase() }))
    return args
  }

  #parenthesis(opened: Token): Syntax {
    const inside = this.#nested(opened.start, () => this.#expression(0))
    this.#close(opened, message('formula.this_parenthesis'))
    return inside
  }

  #close(opened: Span, what: Message): void {
    if (this.#isSymbol(')')) return void this.#take()
    if (this.#next().kind === 'end') throw new FormulaFault(opened, message('formula.not_closed', { what }))
    throw unexpected(this.#next())
  }

  #nested<T>(start: number, read: () => T): T {
    this.#nesting += 1
    if (this.#nesting > formulaLimits.nesting) {
      throw new FormulaFault(
        { start, end: start + 1 },
        `Functions and parentheses can be nested ${formulaLimits.nesting} deep. Move a part into a formula attribute of its own.`,
      )
    }
    const result = read()
    this.#nesting -= 1
    return result
  }
}

function unexpected({ kind, value, start, end }: Token): FormulaFault {
  if (kind === 'end') {
    return new FormulaFault({ start, end }, message('formula.ends_too_early'))
  }
  if (kind === 'symbol') return new FormulaFault({ start, end }, symbolAdvice(value))
  return new FormulaFault({ start, end }, message('formula.operator_missing'))
}

function symbolAdvice(symbol: string): Sentence {
  if (symbol === ')') return message('formula.parenthesis_closes_nothing')
  if (symbol === ',')
    return 'A comma separates the arguments of a function. Write a value before it, or take it out.'
  return message('formula.value_missing', { symbol })
}

export type TokenKind = 'number' | 'text' | 'reference' | 'name' | 'symbol' | 'end'

/**
 * One token of a formula. `value` is its meaning: the text without its quotes, the key without its braces.
 */
export interface Token extends Span {
  readonly kind: TokenKind
  readonly value: string
}

interface Rule {
  readonly kind: TokenKind
  readonly pattern: RegExp
  readonly read?: (found: RegExpExecArray) => string
}

const rules: readonly Rule[] = [
  { kind: 'number', pattern: /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y },
  { kind: 'text', pattern: /"((?:[^"]|"")*)"/y, read: ([, inside = '']) => inside.replaceAll('""', '"') },
  { kind: 'reference', pattern: /\{\{\s*([^{}]*?)\s*\}\}/y, read: ([, key = '']) => key },
  { kind: 'name', pattern: /[A-Za-z_][A-Za-z0-9_.]*/y },
  { kind: 'symbol', pattern: /<>|!=|<=|>=|[-+*/%^&=<>(),]/y },
]

const blank = /\s*/y

/** Splits a formula into tokens; the last one is `end`. Throws `FormulaFault` at an invalid character. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  let at = skipBlank(text, 0)
  while (at < text.length) {
    const token = readToken(text, at)
    tokens.push(token)
    at = skipBlank(text, token.end)
  }
  tokens.push({ kind: 'end', value: '', start: text.length, end: text.length })
  return tokens
}

/** Returns the keys that a formula refers to, each once; none for an invalid formula. */
export function keysIn(text: string): string[] {
  try {
    const references = tokenize(text).filter(({ kind }) => kind === 'reference')
    return [...new Set(references.map(({ value }) => value))]
  } catch (error) {
    if (error instanceof FormulaFault) return []
    throw error
  }
}

function skipBlank(text: string, at: number): number {
  blank.lastIndex = at
  blank.exec(text)
  return blank.lastIndex
}

function readToken(text: string, start: number): Token {
  for (const { kind, pattern, read } of rules) {
    pattern.lastIndex = start
    const found = pattern.exec(text)
    if (found) return { kind, value: read ? read(found) : found[0], start, end: pattern.lastIndex }
  }
  throw strangeCharacter(text, start)
}

const advice = {
  '"': 'formula.quote_missing',
  '{': 'formula.reference_incomplete',
  '}': 'formula.brace_closes_nothing',
  "'": 'formula.single_quotes',
  '“': 'formula.curly_quotes',
  '”': 'formula.curly_quotes',
  ';': 'formula.semicolon',
  '×': 'formula.write_times',
  '÷': 'formula.write_divide',
  '−': 'formula.write_minus',
  '≠': 'formula.write_not_equal',
  '≤': 'formula.write_at_most',
  '≥': 'formula.write_at_least',
} as const satisfies Record<string, MessageCode>

function strangeCharacter(text: string, start: number): FormulaFault {
  const [character = ''] = text.slice(start)
  const end = character === '"' || character === '{' ? text.length : start + character.length
  return new FormulaFault(
    { start, end },
    isKeyOf(advice, character)
      ? message(advice[character])
      : message('formula.sign_unknown', { sign: character }),
  )
}

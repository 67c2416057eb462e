import { FormulaFault, type Span } from './value.ts'
import { message, type MessageCode } from '../messages/message.ts'
import { isKeyOf } from '../text.ts'

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

/**
 * The values of formulas. A blank is `null`; a date is the text `YYYY-MM-DD`; a list holds the members of
 * a multi select, the labels of references or the values of several entities.
 */
import { message, type Message, type MessageCode, type Sentence, SentenceError } from '../messages/message.ts'
import type { Expression } from './syntax.ts'
import type { Formula } from './formula.ts'
import { applyCall, implementations } from './operations.ts'

export type FormulaValue = string | number | boolean | null | readonly ListItem[]
export type ListItem = string | number

/** The type of an expression. `blank` is the type of "" alone, which is valid everywhere. */
export type ValueType = 'text' | 'number' | 'boolean' | 'date' | 'list' | 'blank'

/** The type of a whole formula: a list becomes its members joined by `, `. */
export type ResultType = Exclude<ValueType, 'list' | 'blank'>
export type ResultValue = string | number | boolean | null

export const typeNames = {
  text: 'formula.a_text',
  number: 'formula.a_number',
  boolean: 'formula.true_or_false',
  date: 'formula.a_date',
  list: 'formula.a_list',
  blank: 'formula.blank',
} as const satisfies Record<ValueType, MessageCode>

/** A part of the text of a formula: from the character at `start` up to the one before `end`, counted from 0. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** The limits of a formula; far above usual ones, and low enough for the engine that evaluates it. */
export const formulaLimits = {
  length: 4000,
  nesting: 50,
  /** Levels of the whole expression; each operator of a chain such as a & b & c is one. */
  height: 150,
  chain: 10,
  totalHeight: 200,
  totalSize: 3000,
} as const

export class FormulaFault extends SentenceError {
  readonly start: number
  readonly end: number

  constructor({ start, end }: Span, sentence: Sentence) {
    super(sentence)
    this.name = 'FormulaFault'
    this.start = start
    this.end = end
  }
}

/** The fault as one sentence for people who see the formula as a line of text; characters count from 1. */
export function describeFault({ start, sentence }: FormulaFault): Message {
  return message('formula.at_character', { number: start + 1, sentence })
}

/**
 * Computes a formula; null for a blank or an error. `read` returns the value of an attribute, `today` is
 * the result of TODAY(). SQL made by `formulaToSql` gives the same.
 */
export function evaluateFormula(
  { root }: Formula,
  read: (key: string) => FormulaValue,
  today: string,
): ResultValue {
  const evaluate = (expression: Expression): FormulaValue => {
    if (expression.kind === 'constant') return expression.value
    if (expression.kind === 'reference') return read(expression.key)
    if (expression.kind === 'today') return today
    return applyCall(implementations[expression.name], expression.args.map(evaluate))
  }
  return evaluate(root) as ResultValue
}

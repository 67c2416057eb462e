/**
 * What formulas compute with. A blank is `null`; a date is the text `YYYY-MM-DD`; a list holds the members of a multi select,
 * the labels of references or the values of several entities.
 */
export type FormulaValue = string | number | boolean | null | readonly ListItem[]
export type ListItem = string | number

/** The type of an expression. `blank` is that of "" alone, which fits wherever a value is asked for. */
export type ValueType = 'text' | 'number' | 'boolean' | 'date' | 'list' | 'blank'

/** What a whole formula can give: a list becomes its members joined by `, `. */
export type ResultType = Exclude<ValueType, 'list' | 'blank'>
export type ResultValue = string | number | boolean | null

/** How a type is called in messages. */
export const typeNames = {
  text: 'a text',
  number: 'a number',
  boolean: 'TRUE or FALSE',
  date: 'a date',
  list: 'a list',
  blank: 'blank',
} as const satisfies Record<ValueType, string>

/** A part of the text of a formula: from the character at `start` up to the one before `end`, counted from 0. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** What is wrong with a formula, where, and what to write instead. */
export class FormulaFault extends Error {
  readonly start: number
  readonly end: number

  constructor({ start, end }: Span, message: string) {
    super(message)
    this.name = 'FormulaFault'
    this.start = start
    this.end = end
  }
}

/** The fault as one sentence for people who see the formula as a line of text; characters count from 1. */
export function describeFault({ start, message }: FormulaFault): string {
  return `Character ${start + 1}: ${message}`
}

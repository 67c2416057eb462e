import type { FormulaValue, ValueType } from '../value.ts'

/**
 * The type of a parameter. Other types are converted where that is safe. `numbers`, `texts` and `items`
 * also accept lists and leave out blanks; `any` accepts every type; `common` is the common type of all
 * such arguments of a call.
 */
export type ParameterType =
  | 'text'
  | 'number'
  | 'boolean'
  | 'date'
  | 'formattable'
  | 'numbers'
  | 'texts'
  | 'items'
  | 'any'
  | 'common'

export interface Parameter {
  readonly name: string
  readonly type: ParameterType
  readonly isOptional?: true
  /** The accepted texts, in any case; another literal is a fault. */
  readonly choices?: readonly string[]
}

/**
 * Computes a value from others. Blank or failed arguments make the result blank unless `takesBlank` is
 * set.
 */
export interface Implementation {
  /** Returns null where a spreadsheet shows an error. */
  readonly apply: (...args: never[]) => FormulaValue
  readonly takesBlank?: true
}

/**
 * One function of the language. Parser, checker, evaluator, SQL, completion and documentation read only
 * this.
 */
export interface FormulaFunction extends Implementation {
  readonly group: 'text' | 'logic' | 'number' | 'date' | 'list'
  readonly help: string
  readonly parameters: readonly Parameter[]
  readonly repeats?: number
  readonly result: Exclude<ValueType, 'blank' | 'list'> | 'common'
}

import type { FormulaValue, ValueType } from '../value.ts'

/**
 * What a parameter takes. Other types are converted where that is safe. `numbers`, `texts` and `items` also take lists and leave
 * out blanks; `any` takes whatever there is; `common` is the one type of all such arguments of a call.
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
  /** The texts it understands, in any case; a literal that is none of them is a fault. */
  readonly choices?: readonly string[]
}

/** How a value is computed from others. Blank or failed arguments make the result blank unless `takesBlank` is there. */
export interface Implementation {
  /** Gives null where a spreadsheet shows an error. */
  readonly apply: (...args: never[]) => FormulaValue
  readonly takesBlank?: true
}

/** One function of the language. Parser, checker, evaluator, SQL, completion and documentation read this and nothing else. */
export interface FormulaFunction extends Implementation {
  readonly group: 'text' | 'logic' | 'number' | 'date' | 'list'
  readonly help: string
  readonly parameters: readonly Parameter[]
  /** How many of the last parameters may be given again and again. */
  readonly repeats?: number
  readonly result: Exclude<ValueType, 'blank' | 'list'> | 'common'
}

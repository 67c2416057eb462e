import type { FormulaValue, ListItem } from '../value.ts'
import type { FormulaFunction } from './formula-function.ts'

const condition = { name: 'condition', type: 'boolean' } as const
const value = { name: 'value', type: 'common' } as const

/**
 * The checker knows IF, IFS, SWITCH and COALESCE by name, because their branches decide what they give. A branch that is not
 * taken may fail; a condition that fails makes the whole fail.
 */
export const logicFunctions = {
  IF: {
    group: 'logic',
    help: 'One value where the condition is TRUE, another (or blank) where it is FALSE.',
    parameters: [
      condition,
      { name: 'then', type: 'common' },
      { name: 'otherwise', type: 'common', isOptional: true },
    ],
    result: 'common',
    takesBlank: true,
    apply: (condition: boolean | null, then: FormulaValue, otherwise: FormulaValue) =>
      condition === null ? null : condition ? then : otherwise,
  },
  IFS: {
    group: 'logic',
    help: 'The value behind the first condition that is TRUE; write TRUE as the last condition for all other cases.',
    parameters: [condition, value],
    repeats: 2,
    result: 'common',
    takesBlank: true,
    apply: firstTrue,
  },
  SWITCH: {
    group: 'logic',
    help: 'Compares a value with others in turn and gives what stands behind the first that is equal, or the last argument.',
    parameters: [
      { name: 'value', type: 'any' },
      { name: 'match', type: 'any' },
      { name: 'result', type: 'common' },
    ],
    repeats: 2,
    result: 'common',
    takesBlank: true,
    apply: switchTo,
  },
  AND: {
    group: 'logic',
    help: 'TRUE if all conditions are.',
    parameters: [condition],
    repeats: 1,
    result: 'boolean',
    takesBlank: true,
    apply: (...conditions: (boolean | null)[]) =>
      conditions.includes(false) ? false : conditions.includes(null) ? null : true,
  },
  OR: {
    group: 'logic',
    help: 'TRUE if one of the conditions is.',
    parameters: [condition],
    repeats: 1,
    result: 'boolean',
    takesBlank: true,
    apply: (...conditions: (boolean | null)[]) =>
      conditions.includes(true) ? true : conditions.includes(null) ? null : false,
  },
  NOT: {
    group: 'logic',
    help: 'TRUE if the condition is FALSE.',
    parameters: [condition],
    result: 'boolean',
    apply: (condition: boolean) => !condition,
  },
  ISBLANK: {
    group: 'logic',
    help: 'TRUE if there is no value, or an error.',
    parameters: [{ name: 'value', type: 'any' }],
    result: 'boolean',
    takesBlank: true,
    apply: isBlank,
  },
  COALESCE: {
    group: 'logic',
    help: 'The first of several values that is neither blank nor an error.',
    parameters: [value],
    repeats: 1,
    result: 'common',
    takesBlank: true,
    apply: (...values: FormulaValue[]) => values.find((value) => !isBlank(value)) ?? null,
  },
} as const satisfies Record<string, FormulaFunction>

export const listFunctions = {
  COUNT: {
    group: 'list',
    help: 'How many members a list has, or how many of several values are not blank.',
    parameters: [{ name: 'values', type: 'items' }],
    repeats: 1,
    result: 'number',
    apply: (...values: (FormulaValue | readonly ListItem[])[]) =>
      values.flat().filter((value) => value !== '').length,
  },
} as const satisfies Record<string, FormulaFunction>

function isBlank(value: FormulaValue): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

function firstTrue(...pairs: FormulaValue[]): FormulaValue {
  for (let index = 0; index < pairs.length; index += 2) {
    if (pairs[index] === null) return null
    if (pairs[index] === true) return pairs[index + 1] ?? null
  }
  return null
}

function switchTo(value: FormulaValue, ...cases: FormulaValue[]): FormulaValue {
  for (let index = 0; index + 1 < cases.length; index += 2) {
    if (value !== null && cases[index] === value) return cases[index + 1] ?? null
  }
  return cases.length % 2 === 1 ? (cases.at(-1) ?? null) : null
}

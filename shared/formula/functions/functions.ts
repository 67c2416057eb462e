import { dateFunctions } from './date-functions.ts'
import type { FormulaFunction } from './formula-function.ts'
import { listFunctions, logicFunctions } from './logic-functions.ts'
import { numberFunctions } from './number-functions.ts'
import { textFunctions } from './text-functions.ts'

const table = {
  ...textFunctions,
  ...logicFunctions,
  ...numberFunctions,
  ...dateFunctions,
  ...listFunctions,
}

export type FunctionName = keyof typeof table

/** Every function of the language; a new one is a new row. */
export const formulaFunctions: Readonly<Record<FunctionName, FormulaFunction>> = table

export function isFunctionName(name: string): name is FunctionName {
  return Object.hasOwn(formulaFunctions, name)
}

/** How a call is written: `LEFT(text, [count])`. */
export function describeSignature(name: FunctionName): string {
  const { parameters, repeats } = formulaFunctions[name]
  const shown = parameters.map(({ name, isOptional }) => (isOptional ? `[${name}]` : name))
  return `${name}(${[...shown, ...(repeats ? ['…'] : [])].join(', ')})`
}

import { localToday } from '#shared/formula/calendar.ts'
import {
  evaluateFormula,
  formulaLimits,
  describeFault,
  FormulaFault,
  type FormulaValue,
  typeNames,
} from '#shared/formula/value.ts'
import { checkFormula } from '#shared/formula/formula.ts'
import { applyCall, implementations } from '#shared/formula/operations.ts'
import { keysIn } from '#shared/formula/tokenize.ts'
import { keysOf, splitList } from '#shared/text.ts'
import type { SqlFunction, SqlValue } from '../database/database.ts'
import { formulaToSql, nativeSql, registeredName } from './formula-sql.ts'

export type FormulaLanguage = typeof formulaLanguage

export const formulaLanguage = {
  check: checkFormula,
  evaluate: evaluateFormula,
  toSql: formulaToSql,
  keysIn,
  limits: formulaLimits,
  describeFault,
  typeNames,
  localToday,
  FormulaFault,
  functions: sqlFunctions(),
}

function sqlFunctions(): ReadonlyMap<string, SqlFunction> {
  const functions = new Map<string, SqlFunction>()
  for (const name of keysOf(implementations)) {
    if (nativeSql[name]) continue
    const implementation = implementations[name]
    functions.set(registeredName(name), (...args) => encode(applyCall(implementation, decodeLists(args))))
  }
  functions.set('formula_split_list', (text) =>
    typeof text === 'string' ? JSON.stringify(splitList(text)) : null,
  )
  return functions
}

const utf8 = new TextDecoder()

/** Decodes lists, which arrive as BLOBs, in place, because these functions run once per row. */
function decodeLists(args: (SqlValue | FormulaValue)[]): FormulaValue[] {
  for (let index = 0; index < args.length; index += 1) {
    const value = args[index]
    if (value instanceof Uint8Array) args[index] = listIn(value)
  }
  return args as FormulaValue[]
}

function listIn(bytes: Uint8Array): FormulaValue {
  return bytes.length === 0 ? [] : JSON.parse(utf8.decode(bytes))
}

function encode(value: FormulaValue): string | number | null {
  return typeof value === 'boolean' ? Number(value) : (value as string | number | null)
}

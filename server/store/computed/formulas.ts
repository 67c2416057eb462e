/**
 * The formulas of attribute definitions. The language is some thirty modules, which only threads that meet a
 * formula load.
 */
import { createRequire } from 'node:module'
import type { Family } from '#shared/attributes.ts'
import type { Formula } from '#shared/formula/formula.ts'
import type { ResultType, ValueType } from '#shared/formula/value.ts'
import { type Attribute, attributesOf } from '../tables/attributes.ts'
import type { ValuePlan } from './value-plan.ts'
import type { ReadableDb } from '../database/database.ts'
import type { FormulaLanguage } from './formula-language.ts'

const require = createRequire(import.meta.url)
const source = import.meta.url.endsWith('.ts') ? './formula-language.ts' : './formula-language.js'

export function formulaLanguage(): FormulaLanguage {
  const module: { formulaLanguage: FormulaLanguage } = require(source)
  return module.formulaLanguage
}

/**
 * The formula of an attribute, with its functions ready on the connection; `typeOf` gives the types of the
 * attributes that it refers to. Undefined where there is no expression or it cannot be computed any more: the
 * attribute has no value then.
 */
export function findFormula(
  db: ReadableDb,
  { dataType, entityType, extras }: Attribute,
  typeOf: (attribute: Attribute) => ValueType,
): Formula | undefined {
  if (dataType !== 'formula' || !extras.formula) return undefined
  const { check, functions, FormulaFault } = formulaLanguage()
  db.defineFunctions(functions)
  const { byKey } = attributesOf(db, entityType)
  const typeOfKey = (key: string) => {
    const attribute = byKey.get(key)
    return attribute && typeOf(attribute)
  }
  try {
    return check(extras.formula, { typeOf: typeOfKey, keys: () => byKey.keys() })
  } catch (error) {
    if (error instanceof FormulaFault) return undefined
    throw error
  }
}

const families = {
  text: 'text',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
} as const satisfies Record<ResultType, Family>

/** How the results of a formula compare in filters and sorts. */
export function formulaFamily({ type }: Formula): Family {
  return families[type]
}

const typeOfFamily = {
  text: 'text',
  number: 'number',
  date: 'date',
  timestamp: 'text',
  boolean: 'boolean',
  id: 'list',
} as const satisfies Record<Family, ValueType>

/** The parts of a plan that decide its type in formulas. */
type PlanType = Pick<ValuePlan, 'family' | 'isReference' | 'isSeveral' | 'isJoined' | 'hasTokens'>

/** The type of an attribute in formulas: several values at once are a list, and a reference is its label. */
export function toFormulaType({ family, isReference, isSeveral, isJoined, hasTokens }: PlanType): ValueType {
  if (isSeveral || isJoined || hasTokens) return 'list'
  return isReference ? 'text' : typeOfFamily[family]
}

/**
 * The formulas of attribute definitions. The language has some thirty modules, which only threads with a
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
 * The formula of an attribute, with its functions registered on the connection; `typeOf` returns the types
 * of its inputs. Undefined for no expression or one that can no longer be computed: the attribute has no
 * value then.
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

type PlanType = Pick<ValuePlan, 'family' | 'isReference' | 'isSeveral' | 'isJoined' | 'hasTokens'>

export function toFormulaType({ family, isReference, isSeveral, isJoined, hasTokens }: PlanType): ValueType {
  if (isSeveral || isJoined || hasTokens) return 'list'
  return isReference ? 'text' : typeOfFamily[family]
}

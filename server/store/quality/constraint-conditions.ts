/** What breaks the constraints of numbers and lists, and what meets no condition of a channel. */
import { meetsAny, type MeasuredCondition } from '../computed/completeness.ts'
import { Compiler } from '../computed/compiler.ts'
import type { ReadableDb } from '../database/database.ts'
import { type Fragment, sql } from '../database/fragment.ts'
import { type Condition, makeCondition, negate } from '../query/condition.ts'
import type { Attribute } from '../tables/attributes.ts'
import { holdsValue, onValue } from './value-conditions.ts'

/** Numbers below the least or above the most. */
export function outsideRange(
  db: ReadableDb,
  attribute: Attribute,
  { min, max }: { readonly min?: number | undefined; readonly max?: number | undefined },
): Condition {
  return onValue(db, attribute, {
    norm: (norm) => sql`(${norm} < ${min ?? -Number.MAX_VALUE} OR ${norm} > ${max ?? Number.MAX_VALUE})`,
  })
}

/** Numbers with more decimals than there may be. */
export function tooFine(db: ReadableDb, attribute: Attribute, decimals: number): Condition {
  return onValue(db, attribute, { norm: (norm) => sql`round(${norm}, ${decimals}) <> ${norm}` })
}

/** Lists of options with more of them than there may be. */
export function tooManyItems(db: ReadableDb, attribute: Attribute, most: number): Condition {
  return onValue(db, attribute, {
    norm: (norm) => sql`length(${norm}) - length(replace(${norm}, ',', '')) >= ${most}`,
  })
}

/** Products that meet none of the alternatives of a channel. */
export function meetsNone(db: ReadableDb, alternatives: MeasuredCondition): Condition {
  const [[part, ...parts] = [], ...others] = alternatives
  const isPresence =
    part?.storage === 'values' && part.acceptable.length === 0 && part.maxLength === undefined
  if (isPresence && part && parts.length + others.length === 0) return negate(holdsValue(db, part.attribute))
  const test = (entity: Fragment) =>
    sql`NOT ${meetsAny({ db, compiler: Compiler.around(entity, db) }, alternatives, entity)}`
  return makeCondition({ test }, { testCost: 4 })
}

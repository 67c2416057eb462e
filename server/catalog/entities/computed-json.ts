import type { AttributeSet } from '../../store/tables/attributes.ts'
import { getValuePlan, type ValuePlan } from '../../store/computed/value-plan.ts'
import { type EffectiveValue, readEffective } from '../../store/computed/reads.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import type { EntityRow } from '../../store/tables/entities.ts'
import { stubsJson } from './stub-json.ts'

/**
 * The members that computed values give each entity's attributes, as JSON text by internal id; undefined where the type has
 * none. What an entity holds itself of a scalar stands in its document already.
 */
export function computedJson(
  db: ReadableDb,
  rows: readonly EntityRow[],
  { computed }: AttributeSet,
  fields: ReadonlySet<string> | undefined,
): ReadonlyMap<number, string> | undefined {
  const attributes = fields ? computed.filter(({ key }) => fields.has(key)) : computed
  if (attributes.length === 0) return undefined
  const plans = attributes.map((attribute) => getValuePlan(db, attribute))
  const values = readEffective(
    db,
    plans,
    rows.map(({ id }) => id),
  )
  const targets = [...values.values()].flatMap((row) => row.flatMap((value) => (isLinks(value) ? value : [])))
  const stubs = stubsJson(db, targets)
  return new Map(
    rows.map((row) => {
      const own = JSON.parse(row.attributes) as object
      const members = attributes.flatMap((attribute, index) => {
        const value = values.get(row.id)?.[index] ?? null
        const json = Object.hasOwn(own, attribute.key)
          ? undefined
          : valueJson(plans[index] as ValuePlan, value, stubs)
        return json === undefined ? [] : [`"${attribute.key}":${json}`]
      })
      return [row.id, members.join(',')]
    }),
  )
}

function isLinks(value: EffectiveValue): value is readonly number[] {
  return Array.isArray(value)
}

/** A reference reads as a stub; as a list where the attribute is one, and where variants differ. */
function valueJson(
  { attribute, isSeveral }: ValuePlan,
  value: EffectiveValue,
  stubs: ReadonlyMap<number, string>,
): string | undefined {
  if (value === null) return undefined
  if (!isLinks(value)) return JSON.stringify(value)
  const list = value.flatMap((id) => stubs.get(id) ?? [])
  if (list.length === 0) return undefined
  const isList = attribute.traits.shape === 'reference' ? list.length > 1 : isSeveral
  return isList ? `[${list.join(',')}]` : list[0]
}

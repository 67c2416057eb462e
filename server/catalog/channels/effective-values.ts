import { attributesOf } from '../../store/tables/attributes.ts'
import { getValuePlan } from '../../store/computed/value-plan.ts'
import { readEffective } from '../../store/computed/reads.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import type { EntityRow } from '../../store/tables/entities.ts'
import { listReferences } from '../../store/tables/references.ts'
import type { Scalar } from '../attributes/data-types/scalar-rules.ts'

/** The values a product has, by attribute id; of references only that there are some. */
export type EffectiveValues = ReadonlyMap<number, Scalar | typeof referred>

export const referred = Symbol('referred')

/** What a product shows to a channel. The one place that says which values count, for one product. */
export function effectiveValues(db: ReadableDb, { id, attributes }: EntityRow): EffectiveValues {
  const { byKey, computed } = attributesOf(db, 'product')
  const scalars = Object.entries(JSON.parse(attributes) as Record<string, Scalar>)
  const values = new Map<number, Scalar | typeof referred>()
  for (const [key, value] of scalars) {
    const attribute = byKey.get(key)
    if (attribute) values.set(attribute.id, value)
  }
  for (const [, attribute] of listReferences(db, [id])) values.set(attribute, referred)
  const plans = computed.map((attribute) => getValuePlan(db, attribute))
  const shown = computed.length === 0 ? undefined : readEffective(db, plans, [id]).get(id)
  computed.forEach((attribute, index) => {
    const value = shown?.[index] ?? null
    if (Array.isArray(value) && value.length > 0) values.set(attribute.id, referred)
    else if (value !== null && typeof value !== 'object') values.set(attribute.id, value)
  })
  return values
}

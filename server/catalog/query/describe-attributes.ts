import type { EntityType } from '#shared/entities.ts'
import type { DescribedAttribute } from '#shared/schemas/attributes.ts'
import { type Attribute, type AttributeSet, attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { operatorsOf } from './check-filter.ts'
import { findSource } from './find-source.ts'
import { toConfig } from '../attributes/attribute-config.ts'

/** The definitions of one type without their unset members, which are most of them: 200. */
export function describeAttributes(db: ReadableDb, { type }: { readonly type: EntityType }): Answer {
  const attributes = attributesOf(db, type)
  return dataAnswer(
    200,
    JSON.stringify(attributes.list.map((attribute) => describe(db, attributes, attribute))),
  )
}

function describe(db: ReadableDb, attributes: AttributeSet, attribute: Attribute): DescribedAttribute {
  const { id: _id, entity_type: _type, acceptable_values: _values, ...config } = toConfig(attribute)
  const { key, name, data_type, writable } = config
  const source = findSource(db, attributes, key)
  return {
    ...Object.fromEntries(Object.entries(config).filter(([, value]) => isSet(value))),
    key,
    name,
    data_type,
    writable,
    ...(attribute.options.length > 0 && { acceptable_values: [...attribute.options] }),
    operators: source ? operatorsOf(source) : [],
  }
}

const defaults: ReadonlySet<unknown> = new Set([null, false, 'off', 'manual'])

function isSet(value: unknown): boolean {
  return !defaults.has(value) && (typeof value !== 'object' || Object.keys(value ?? {}).length > 0)
}

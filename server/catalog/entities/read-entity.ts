import { type EntityType, systemFields } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { attributesOf, type AttributeSet } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { type Answer, dataAnswer, tagOf } from '../answer.ts'
import { Faults } from '../errors.ts'
import { checkSize, fewerFields } from '../largest-answer.ts'
import { entitiesJson, rowJson, taggedAnswer } from './entity-json.ts'
import { getEntity } from './update-entity.ts'
import { isOneOf } from '#shared/text.ts'
import { refuseCompleteness, measuredKeyPlan } from '../channels/completeness-plans.ts'

export interface ReadRequest {
  readonly type: EntityType
  readonly id: string
  readonly fields: readonly string[] | undefined
  readonly maxBytes?: number | undefined
  readonly isTagged?: boolean | undefined
  readonly faults: readonly FieldError[]
}

const everything = '*'

/** The keys that `fields` selects, or undefined for all (specification, Field selection). */
export function parseFields(
  db: ReadableDb,
  attributes: AttributeSet,
  fields: readonly string[] | undefined,
  faults: Faults,
): ReadonlySet<string> | undefined {
  if (!fields || fields.length === 0) return undefined
  const { byKey } = attributes
  for (const key of fields) {
    const attribute = byKey.get(key)
    if (key === everything || isCompleteness(db, attributes, key, faults)) continue
    if (isOneOf(systemFields, key))
      faults.explain('fields', 'system_field_always_returned', describeSystem(key))
    else if (key.includes('.')) faults.explain('fields', 'not_a_defined_attribute', describeDotted(key))
    else if (!attribute) faults.addUnknown('fields', 'not_a_defined_attribute', key, byKey)
    else if (attribute.traits.shape === 'inverse')
      faults.explain('fields', 'not_selectable_inverse_reference', describeInverse(key))
  }
  return new Set(fields.flatMap((key) => (key === everything ? [...byKey.keys()] : [key])))
}

function isCompleteness(db: ReadableDb, attributes: AttributeSet, key: string, faults: Faults): boolean {
  if (measuredKeyPlan(db, attributes, key)) return true
  return refuseCompleteness(db, attributes, { field: 'fields', key }, faults)
}

function describeSystem(key: string): string {
  return `${key} always comes back. Leave it out of fields.`
}

function describeInverse(key: string): string {
  return `${key} is filled by what refers to the entity, and is read by GET /{resource}/{id}/references?attribute=${key}. Leave it out of fields.`
}

function describeDotted(key: string): string {
  const [reference = ''] = key.split('.')
  return `fields does not reach through references. Name ${reference} alone, and read what it refers to by filter[id][in].`
}

/**
 * One entity, whole or narrowed to `fields`: 200 with the ETag of the whole for a later write, unless the
 * whole would have to be computed for the ETag alone. 404 comes before faults.
 */
export function readEntity(db: ReadableDb, request: ReadRequest): Answer {
  const { type, id, fields, maxBytes, isTagged = true, faults: structural } = request
  const row = getEntity(db, type, id)
  const faults = new Faults(structural)
  const selected = parseFields(db, attributesOf(db, type), fields, faults)
  faults.throwIfAny()
  const remedy = fewerFields(selected)
  if (selected === undefined) return taggedAnswer(200, checkSize(rowJson(db, row), remedy, maxBytes))
  const [narrowed = ''] = entitiesJson(db, [row], selected)
  const answer = dataAnswer(200, checkSize(narrowed, remedy, maxBytes))
  return isTagged ? { ...answer, etag: tagOf(rowJson(db, row)) } : answer
}

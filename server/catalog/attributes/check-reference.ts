import type { AttributeCreate } from '#shared/attributes.ts'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import { attributesOf } from '../../store/attributes.ts'
import type { ReadableDb } from '../../store/database.ts'
import type { Faults } from '../errors.ts'
import { isDataType } from './check-definition.ts'

type Check = (db: ReadableDb, body: AttributeCreate, faults: Faults) => void

const checks: Partial<Record<string, Check>> = {
  entity_reference: checkForward,
  entity_list_reference: checkForward,
  inverse_reference: checkInverse,
  reference_lookup: checkLookup,
}

/** Notes the faults of a definition's `reference` path, which reference types need (decisions, Attribute definitions). */
export function checkReference(db: ReadableDb, body: AttributeCreate, faults: Faults): void {
  const check = isDataType(body.data_type) ? checks[body.data_type] : undefined
  if (check) check(db, body, faults)
  else if (body.reference) faults.add('reference', 'invalid_value')
}

function checkForward(_db: ReadableDb, { reference }: AttributeCreate, faults: Faults): void {
  if (!reference) faults.add('reference', 'required')
  else if (!reference.type) faults.add('reference.type', 'required', entityTypes)
}

/** An inverse names the reference attribute it turns round and the type that holds it. */
function checkInverse(
  db: ReadableDb,
  { reference, entity_type: type }: AttributeCreate,
  faults: Faults,
): void {
  if (!reference) return faults.add('reference', 'required')
  if (!reference.type) return faults.add('reference.type', 'required', entityTypes)
  if (!reference.attribute) return faults.add('reference.attribute', 'required')
  const forward = attributesOf(db, reference.type).byKey.get(reference.attribute)
  if (!forward) return faults.add('reference.attribute', 'not_a_defined_attribute')
  if (forward.extras.reference?.type !== type || !forward.traits.writable) {
    faults.add('reference.attribute', 'not_a_reference_attribute')
  }
}

/** A lookup names a reference attribute of its own type and an attribute of the type that this one refers to. */
function checkLookup(
  db: ReadableDb,
  { reference, entity_type: type }: AttributeCreate,
  faults: Faults,
): void {
  if (!reference || !isEntityType(type)) return
  if (!reference.via) return faults.add('reference.via', 'required')
  if (!reference.attribute) return faults.add('reference.attribute', 'required')
  const via = attributesOf(db, type).byKey.get(reference.via)
  if (!via) return faults.add('reference.via', 'not_a_defined_attribute')
  const target = via.traits.writable ? via.extras.reference?.type : undefined
  if (!target) return faults.add('reference.via', 'not_a_reference_attribute')
  if (!attributesOf(db, target).byKey.has(reference.attribute)) {
    faults.add('reference.attribute', 'not_a_defined_attribute')
  }
}

function isEntityType(text: string | undefined): text is EntityType {
  return (entityTypes as readonly (string | undefined)[]).includes(text)
}

import type { AttributeCreate } from '#shared/attributes.ts'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import type { Faults } from '../errors.ts'
import { isDataType, isEntityType } from './known-types.ts'

type Check = (db: ReadableDb, body: AttributeCreate, faults: Faults) => void

const checks: Partial<Record<string, Check>> = {
  entity_reference: checkForward,
  entity_list_reference: checkForward,
  inverse_reference: checkInverse,
  reference_lookup: checkLookup,
}

/** Tells whether the attribute holds references itself, one or a list. */
export function isForward({ traits }: Pick<Attribute, 'traits'>): boolean {
  return traits.shape === 'reference' || traits.shape === 'reference_list'
}

/** Notes the faults of a definition's `reference` path, which reference types need (decisions, Attribute definitions). */
export function checkReference(db: ReadableDb, body: AttributeCreate, faults: Faults): void {
  const check = isDataType(body.data_type) ? checks[body.data_type] : undefined
  if (check) check(db, body, faults)
  else if (body.reference && isDataType(body.data_type)) faults.add('reference', 'invalid_value')
}

function checkForward(_db: ReadableDb, { reference }: AttributeCreate, faults: Faults): void {
  if (!reference) return requireReference(faults)
  checkType(reference.type, faults)
}

/** An inverse names the reference attribute it turns round and the type that holds it. */
function checkInverse(
  db: ReadableDb,
  { reference, entity_type: type }: AttributeCreate,
  faults: Faults,
): void {
  if (!reference) return requireReference(faults)
  const holder = checkType(reference.type, faults)
  const key = requireMember(reference.attribute, 'reference.attribute', faults)
  if (holder === undefined || key === undefined) return
  const forward = attributesOf(db, holder).byKey.get(key)
  if (!forward) return faults.add('reference.attribute', 'not_a_defined_attribute')
  if (!isForward(forward) || (isEntityType(type) && forward.extras.reference?.type !== type)) {
    faults.add('reference.attribute', 'not_a_reference_attribute')
  }
}

/** A lookup names a reference attribute of its own type and an attribute of the type that this one refers to. */
function checkLookup(
  db: ReadableDb,
  { reference, entity_type: type }: AttributeCreate,
  faults: Faults,
): void {
  if (!reference) return
  const viaKey = requireMember(reference.via, 'reference.via', faults)
  const key = requireMember(reference.attribute, 'reference.attribute', faults)
  if (viaKey === undefined || !isEntityType(type)) return
  const via = attributesOf(db, type).byKey.get(viaKey)
  if (!via) return faults.add('reference.via', 'not_a_defined_attribute')
  const target = isForward(via) ? via.extras.reference?.type : undefined
  if (!target) return faults.add('reference.via', 'not_a_reference_attribute')
  if (key !== undefined) checkLookedUp(attributesOf(db, target).byKey.get(key), faults)
}

/** What refers to an entity is never one of its values. */
function checkLookedUp(attribute: Attribute | undefined, faults: Faults): void {
  if (!attribute) return faults.add('reference.attribute', 'not_a_defined_attribute')
  if (attribute.traits.shape === 'inverse') faults.add('reference.attribute', 'invalid_value')
}

function requireReference(faults: Faults): void {
  if (!faults.isNoted('reference')) faults.add('reference', 'required')
}

function requireMember(value: string | undefined, field: string, faults: Faults): string | undefined {
  if (value) return value
  return faults.isNoted(field) ? undefined : faults.add(field, 'required')
}

function checkType(type: string | undefined, faults: Faults): EntityType | undefined {
  if (isEntityType(type)) return type
  if (faults.isNoted('reference.type')) return undefined
  return faults.add('reference.type', type ? 'invalid_value' : 'required', entityTypes)
}

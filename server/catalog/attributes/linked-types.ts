import { type AttributeCreate, type DataType, isScalarType, type ScalarDataType } from '#shared/attributes.ts'
import { entityTypes, type EntityType, isEntityType } from '#shared/entities.ts'
import {
  type Attribute,
  type AttributeSet,
  attributesOf,
  isReference,
} from '../../store/tables/attributes.ts'
import { lookupPath } from '../../store/computed/value-plan.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { formulaLanguage } from '../../store/computed/formulas.ts'
import type { Faults } from '../errors.ts'
import { isDataType } from './attribute-config.ts'

export type Draft = Pick<Attribute, 'entityType' | 'dataType' | 'extras'>

interface LinkedType {
  readonly checkReference: (db: ReadableDb, body: AttributeCreate, faults: Faults) => void
  readonly inputs: (db: ReadableDb, draft: Draft) => Attribute[]
  readonly needs: (definition: Attribute, attribute: Attribute, db: ReadableDb) => boolean
  readonly needsTarget: (definition: Attribute, attribute: Attribute) => boolean
}

const none = () => []
const never = () => false

const linkedTypes: Readonly<Record<Exclude<DataType, ScalarDataType>, LinkedType>> = {
  entity_reference: { checkReference: checkForward, inputs: none, needs: never, needsTarget: never },
  entity_list_reference: { checkReference: checkForward, inputs: none, needs: never, needsTarget: never },
  inverse_reference: {
    checkReference: checkInverse,
    inputs: none,
    needs: turnsRound,
    needsTarget: turnsRound,
  },
  reference_lookup: {
    checkReference: checkLookup,
    inputs(db, draft) {
      const path = lookupPath(db, draft)
      return path ? [path.via, path.target] : []
    },
    needs: (definition, attribute, db) =>
      goesVia(definition, attribute) || looksUp(definition, attribute, db),
    needsTarget: goesVia,
  },
  formula: {
    checkReference: refuseReference,
    inputs(db, draft) {
      const { byKey } = attributesOf(db, draft.entityType)
      return keysIn(draft).flatMap((key) => byKey.get(key) ?? [])
    },
    needs: (definition, attribute) =>
      definition.entityType === attribute.entityType && keysIn(definition).includes(attribute.key),
    needsTarget: never,
  },
}

export function findLinkedType(dataType: DataType): LinkedType | undefined {
  return isScalarType(dataType) ? undefined : linkedTypes[dataType]
}

/** Notes the faults of a definition's `reference` path, which reference types need (decisions, Attribute definitions). */
export function checkReference(db: ReadableDb, body: AttributeCreate, faults: Faults): void {
  if (!isDataType(body.data_type)) return
  const check = findLinkedType(body.data_type)?.checkReference ?? refuseReference
  check(db, body, faults)
}

function refuseReference(_db: ReadableDb, { reference }: AttributeCreate, faults: Faults): void {
  const message = 'Attributes of this data type refer to nothing. Leave reference out, or change data_type.'
  if (reference) faults.explain('reference', 'invalid_value', message)
}

function keysIn({ extras }: Draft): readonly string[] {
  return extras.formula ? formulaLanguage().keysIn(extras.formula) : []
}

function checkForward(_db: ReadableDb, { reference }: AttributeCreate, faults: Faults): void {
  if (!reference) return requireReference(noForward, faults)
  checkType(reference.type, faults)
}

function checkInverse(
  db: ReadableDb,
  { reference, entity_type: type }: AttributeCreate,
  faults: Faults,
): void {
  if (!reference) return requireReference(noInverse, faults)
  const holder = checkType(reference.type, faults)
  const key = requireMember(reference, 'attribute', noInverse, faults)
  if (holder === undefined || key === undefined) return
  const { byKey } = attributesOf(db, holder)
  const forward = byKey.get(key)
  if (!forward) return faults.addUnknown('reference.attribute', 'not_a_defined_attribute', key, byKey)
  if (!isReference(forward) || (isEntityType(type) && forward.extras.reference?.type !== type)) {
    const message = `${key} does not refer to the type of this attribute. Name a reference that does.`
    faults.explain('reference.attribute', 'not_a_reference_attribute', message)
  }
}

function checkLookup(
  db: ReadableDb,
  { reference, entity_type: type }: AttributeCreate,
  faults: Faults,
): void {
  if (!reference) return
  const viaKey = requireMember(reference, 'via', noLookup, faults)
  const key = requireMember(reference, 'attribute', noLookup, faults)
  if (viaKey === undefined || !isEntityType(type)) return
  const { byKey } = attributesOf(db, type)
  const via = byKey.get(viaKey)
  if (!via) return faults.addUnknown('reference.via', 'not_a_defined_attribute', viaKey, byKey)
  const target = isReference(via) ? via.extras.reference?.type : undefined
  if (!target) return faults.add('reference.via', 'not_a_reference_attribute')
  if (key !== undefined) checkLookedUp(attributesOf(db, target), key, faults)
}

function checkLookedUp({ byKey }: AttributeSet, key: string, faults: Faults): void {
  const attribute = byKey.get(key)
  if (!attribute) return faults.addUnknown('reference.attribute', 'not_a_defined_attribute', key, byKey)
  if (attribute.traits.shape === 'inverse')
    faults.explain(
      'reference.attribute',
      'invalid_value',
      'An inverse reference cannot be looked up. Name another attribute.',
    )
}

/** Requires the path of a new lookup; a stored lookup may have none. */
export function requirePath({ data_type: type, reference }: AttributeCreate, faults: Faults): void {
  if (type === 'reference_lookup' && !reference) requireReference(noLookup, faults)
}

const noForward = 'A reference names the type that it refers to. Send {"type": "vendor"}, for instance.'
const noInverse =
  'An inverse reference names a type and the attribute of it that refers here. Send {"type": "product", "attribute": "vendor"}, for instance.'
const noLookup =
  'A lookup names a reference of its own type and the attribute to show of what that refers to. Send {"via": "vendor", "attribute": "country"}, for instance.'

function requireReference(message: string, faults: Faults): void {
  if (!faults.hasErrorFor('reference')) faults.explain('reference', 'required', message)
}

function requireMember(
  reference: NonNullable<AttributeCreate['reference']>,
  member: 'via' | 'attribute',
  message: string,
  faults: Faults,
): string | undefined {
  const field = `reference.${member}`
  if (reference[member]) return reference[member]
  return faults.hasErrorFor(field) ? undefined : faults.explain(field, 'required', message)
}

function checkType(type: string | undefined, faults: Faults): EntityType | undefined {
  if (isEntityType(type)) return type
  if (faults.hasErrorFor('reference.type')) return undefined
  return faults.add('reference.type', type ? 'invalid_value' : 'required', entityTypes, type)
}

function turnsRound({ extras }: Attribute, attribute: Attribute): boolean {
  const { reference } = extras
  return reference?.type === attribute.entityType && reference.attribute === attribute.key
}

function goesVia({ entityType, extras }: Attribute, attribute: Attribute): boolean {
  return entityType === attribute.entityType && extras.reference?.via === attribute.key
}

function looksUp({ entityType, extras }: Attribute, attribute: Attribute, db: ReadableDb): boolean {
  const { via, attribute: key } = extras.reference ?? {}
  if (via === undefined || key !== attribute.key) return false
  return attributesOf(db, entityType).byKey.get(via)?.extras.reference?.type === attribute.entityType
}

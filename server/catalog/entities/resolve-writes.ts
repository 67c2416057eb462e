import { parseUuid, type EntityType } from '#shared/entities.ts'
import type { Attribute } from '../../store/attributes.ts'
import type { ReadableDb } from '../../store/database.ts'
import { type EntityIdentity, findIdentity, getEntityRow, isWithin } from '../../store/entities.ts'
import { findByNorm } from '../../store/values.ts'
import { scalarRulesOf } from '../attributes/data-types/data-types.ts'
import { conflict, type Faults } from '../errors.ts'
import type { AttributeWrite, ReferenceWrite, ScalarWrite } from './parse-writes.ts'

export interface ResolvedReferenceWrite {
  readonly kind: 'reference'
  readonly attribute: Attribute
  /** In order. */
  readonly targets: readonly EntityIdentity[]
}

export type ResolvedWrite = ScalarWrite | ResolvedReferenceWrite

/** Looks up the targets of reference writes; one that is unknown or of another type is a fault (decisions, reading 9). */
export function resolveWrites(
  db: ReadableDb,
  writes: readonly AttributeWrite[],
  faults: Faults,
): ResolvedWrite[] {
  return writes.map((write) => (write.kind === 'scalar' ? write : resolveReference(db, write, faults)))
}

function resolveReference(
  db: ReadableDb,
  { attribute, targets }: ReferenceWrite,
  faults: Faults,
): ResolvedReferenceWrite {
  const type = attribute.extras.reference?.type
  const found = targets.map((uuid) => findIdentity(db, uuid)).filter((target) => target?.type === type)
  if (found.length < targets.length) faults.add(`attributes.${attribute.key}`, 'referenced_entity_not_found')
  return { kind: 'reference', attribute, targets: found.flatMap((target) => target ?? []) }
}

/**
 * The internal id of the parent that a request names: `undefined` leaves it, `null` detaches. Products and categories have
 * parents of their own type; no chain may close a circle (decisions, reading 9).
 */
export function resolveParent(
  db: ReadableDb,
  input: unknown,
  child: { readonly type: EntityType; readonly id?: number },
  faults: Faults,
): number | null | undefined {
  if (input === undefined || input === null) return input
  const uuid = parseUuid(input)
  if (!uuid) return faults.add('parent_id', 'expected_uuid_or_null')
  const parent = findIdentity(db, uuid)
  if (!parent || !mayBeParent(parent.type, child.type)) {
    return faults.add('parent_id', 'referenced_entity_not_found')
  }
  if (child.id !== undefined && isWithin(db, parent.id, child.id)) {
    return faults.add('parent_id', 'self_reference')
  }
  return parent.id
}

function mayBeParent(parent: EntityType, child: EntityType): boolean {
  return parent === child || (child !== 'product' && child !== 'category')
}

/** Throws `conflict` with `not_unique` where a unique attribute would hold a value that another entity has. */
export function refuseDuplicates(db: ReadableDb, writes: readonly ResolvedWrite[], self?: number): void {
  for (const write of writes) {
    if (write.kind !== 'scalar' || write.value === null || !write.attribute.extras.constraints.unique)
      continue
    const norm = scalarRulesOf(write.attribute.dataType).toNorm(write.value)
    const other = findByNorm(db, write.attribute.id, norm, 2).find((id) => id !== self)
    if (other !== undefined) throw notUnique(db, write.attribute, other)
  }
}

function notUnique(db: ReadableDb, { key, name }: Attribute, other: number) {
  const { uuid } = getEntityRow(db, other)
  return conflict(`${name} must be unique, and entity ${uuid} already holds this value.`, [
    { field: `attributes.${key}`, issue: 'not_unique' },
  ])
}

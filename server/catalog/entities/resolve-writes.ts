import type { EntityType } from '#shared/entities.ts'
import { asMessage, message, type Message, sentences } from '#shared/messages/message.ts'
import type { Attribute, AttributeSet } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import {
  type EntityIdentity,
  findIdentity,
  getEntityRow,
  isWithin,
  type EntityRow,
} from '../../store/tables/entities.ts'
import type { LoggedLayouts } from '../../store/tables/merge-changes.ts'
import { listTargets } from '../../store/tables/references.ts'
import { findByComparable, getComparable } from '../../store/tables/values.ts'
import { holdsEditSteps, parseEditSteps } from '../attributes/edit-steps.ts'
import { brokenConstraints } from '../attributes/data-types/constraints.ts'
import { getScalarRules } from '../attributes/data-types/data-types.ts'
import { filesIn, findLibraryFault, holdsFile } from '../files/linked-files.ts'
import { findPathFault } from '../files/stored-files.ts'
import { conflict, type Faults, describeNoSuch } from '../errors.ts'
import {
  findNamed,
  isName,
  parseTarget,
  type Target,
  type AttributeWrite,
  type ReferenceWrite,
  type ScalarWrite,
} from './parse-writes.ts'
import { type StoredEntity, readValue, isSameValue, shownValues, type Values } from './current-values.ts'

export interface ResolvedReferenceWrite {
  readonly kind: 'reference'
  readonly attribute: Attribute
  readonly targets: readonly EntityIdentity[]
  readonly old: readonly EntityIdentity[]
  readonly loggedLayouts?: LoggedLayouts | undefined
}

export type ResolvedWrite = ScalarWrite | ResolvedReferenceWrite

/**
 * Looks up the targets of reference writes and checks constraints; a target that is unknown or of another
 * type is a fault (decisions, reading 9). A stored value may be sent again, whatever the constraints have
 * become since.
 */
export function resolveWrites(
  db: ReadableDb,
  writes: readonly AttributeWrite[],
  faults: Faults,
  stored?: StoredEntity,
): ResolvedWrite[] {
  return writes.map((write) => {
    if (write.kind === 'reference') return resolveReference(db, write, faults, stored)
    checkConstraints(db, write, faults, stored)
    return write
  })
}

function checkConstraints(
  db: ReadableDb,
  { attribute, value }: ScalarWrite,
  faults: Faults,
  stored: StoredEntity | undefined,
): void {
  if (value === null) return
  const files = holdsFile(attribute) ? filesIn(attribute, value) : []
  const fault = firstOf(files, (file) => findPathFault(db, file) ?? findLibraryFault(db, file))
  const broken = [
    ...brokenConstraints(value, attribute),
    ...(fault ? [fault] : []),
    ...stepFaults(attribute, value),
  ]
  if (broken.length === 0 || (stored && readValue(stored.document, attribute.key) === value)) return
  faults.addAll(`attributes.${attribute.key}`, broken)
}

function firstOf<Found>(
  files: readonly unknown[],
  find: (file: unknown) => Found | undefined,
): Found | undefined {
  for (const file of files) {
    const found = find(file)
    if (found !== undefined) return found
  }
  return undefined
}

function stepFaults(attribute: Attribute, value: ScalarWrite['value']) {
  if (!holdsEditSteps(attribute) || parseEditSteps(value) !== undefined) return []
  return [{ issue: 'invalid_value' as const, ...asMessage(message('value.no_edit_steps')) }]
}

function resolveReference(
  db: ReadableDb,
  { attribute, targets }: ReferenceWrite,
  faults: Faults,
  stored: StoredEntity | undefined,
): ResolvedReferenceWrite {
  const { reference, constraints } = attribute.extras
  const field = `attributes.${attribute.key}`
  const old = stored ? listTargets(db, stored.row.id, attribute.id) : []
  const { max_items: max = Infinity } = constraints
  if (targets.length > max && !isSameList(targets, old))
    faults.addExpected(field, 'too_long', { max_items: max })
  // Most updates send back what they read, so most targets are known already.
  const known = new Map(old.map((target) => [target.uuid, target]))
  const type = reference?.type
  const found = targets.map((target) =>
    typeof target === 'string'
      ? (known.get(target) ?? findIdentity(db, target))
      : type && findNamed(db, type, target, { field, faults }),
  )
  const missing = targets.find((target, index) => typeof target === 'string' && found[index]?.type !== type)
  if (typeof missing === 'string')
    faults.explain(field, 'referenced_entity_not_found', describeNoSuch(type ?? 'entity', missing))
  const right = found.filter((target): target is EntityIdentity => target?.type === type)
  // Two names may be of one entity.
  const distinct = [...new Map(right.map((target) => [target.id, target])).values()]
  return { kind: 'reference', attribute, targets: distinct, old }
}

function isSameList(targets: readonly Target[], old: readonly EntityIdentity[]): boolean {
  return old.length === targets.length && old.every(({ uuid }, index) => uuid === targets[index])
}

/**
 * The internal id of the requested parent: `undefined` leaves it, `null` detaches. The parent of a product
 * or category has the same type; no chain may become a cycle (decisions, reading 9).
 */
export function resolveParent(
  db: ReadableDb,
  input: unknown,
  child: { readonly type: EntityType; readonly id?: number },
  faults: Faults,
): number | null | undefined {
  if (input === undefined || input === null) return input
  if (typeof input !== 'string' && !isName(input))
    return faults.addType('parent_id', ['string', 'null'], input)
  const target = parseTarget(input)
  if (!target) return faults.add('parent_id', 'expected_uuid_or_null')
  const parent =
    typeof target === 'string'
      ? findParent(db, target, child.type, faults)
      : findNamed(db, child.type, target, { field: 'parent_id', faults })
  if (!parent) return undefined
  if (child.id !== undefined && isWithin(db, parent.id, child.id)) {
    return faults.add('parent_id', 'self_reference')
  }
  return parent.id
}

function findParent(
  db: ReadableDb,
  uuid: string,
  child: EntityType,
  faults: Faults,
): EntityIdentity | undefined {
  const parent = findIdentity(db, uuid)
  if (parent && mayBeParent(parent.type, child)) return parent
  const wanted = mayBeParent('source', child) ? 'entity' : child
  return faults.explain('parent_id', 'referenced_entity_not_found', describeNoSuch(wanted, uuid))
}

function mayBeParent(parent: EntityType, child: EntityType): boolean {
  return parent === child || (child !== 'product' && child !== 'category')
}

/** Throws one `conflict` with `not_unique` for each unique attribute whose new value another entity has. */
export function refuseDuplicates(
  db: ReadableDb,
  writes: readonly ResolvedWrite[],
  stored?: StoredEntity,
): void {
  let clashes: [Clash, ...Clash[]] | undefined
  for (const write of writes) {
    const clash = findClash(db, write, stored)
    if (clash) clashes = clashes ? [...clashes, clash] : [clash]
  }
  if (!clashes) return
  const [first, ...others] = clashes
  throw conflict(
    sentences(first.sentence, ...others.map(({ sentence }) => sentence)),
    clashes.map(({ key }) => ({ field: `attributes.${key}`, issue: 'not_unique' })),
  )
}

interface Clash {
  readonly key: string
  readonly sentence: Message
}

function findClash(
  db: ReadableDb,
  write: ResolvedWrite,
  stored: StoredEntity | undefined,
): Clash | undefined {
  if (write.kind !== 'scalar' || write.value === null) return undefined
  const { id, key, name, dataType, extras } = write.attribute
  // An entity that had the value before it became unique may have it again.
  if (!extras.constraints.unique || (stored && readValue(stored.document, key) === write.value))
    return undefined
  const comparable = getScalarRules(dataType).toComparable(write.value)
  const other = findByComparable(db, id, comparable, 2).find((holder) => holder !== stored?.row.id)
  if (other === undefined || (stored && getComparable(db, id, stored.row.id) === comparable)) return undefined
  const { uuid } = getEntityRow(db, other)
  return {
    key,
    sentence: message('value.not_unique', { name, id: uuid }),
  }
}

/**
 * A write map without values that are shown already: sending them back stores nothing, and inheritance
 * continues.
 */
export function dropUnchangedComputed(
  db: ReadableDb,
  row: EntityRow,
  { computed }: AttributeSet,
  given: Values,
): Values {
  const sent = computed.filter(
    ({ key, traits }) => traits.writable && Object.hasOwn(given, key) && !isBlank(given[key]),
  )
  if (sent.length === 0) return given
  const shown = shownValues(
    db,
    row,
    sent.map(({ key }) => key),
  )
  const same = sent.filter((attribute) => isSameValue(attribute, given[attribute.key], shown[attribute.key]))
  const keys = new Set(same.map(({ key }) => key))
  return Object.fromEntries(Object.entries(given).filter(([key]) => !keys.has(key)))
}

function isBlank(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

import { toJson } from '../../store/database/json.ts'
import { type EntityType, type ReferenceStub, toEntityType } from '#shared/entities.ts'
import type { Change } from '#shared/events.ts'
import { type Attribute, attributesOf, isComputed, type AttributeSet } from '../../store/tables/attributes.ts'
import { relabelAround } from '../../store/computed/attribute-values.ts'
import type { WritableDb } from '../../store/database/database.ts'
import {
  changeEntity,
  type EntityIdentity,
  type EntityRow,
  getEntityRow,
  insertEntity,
  type Document,
} from '../../store/tables/entities.ts'
import { changeInPlace } from '../../store/tables/merge-changes.ts'
import { addTargets, replaceTargets } from '../../store/tables/references.ts'
import { type NewEvent, collectingEvents } from '../../store/tables/events.ts'
import { putComparable, collectingComparables } from '../../store/tables/values.ts'
import { getScalarRules } from '../attributes/data-types/data-types.ts'
import { refuseRestricted } from '../attributes/attribute-config.ts'
import { recordEntityEvent, type WriteContext } from '../events/record-event.ts'
import type { ScalarWrite } from './parse-writes.ts'
import type { ResolvedReferenceWrite, ResolvedWrite } from './resolve-writes.ts'
import { type StoredEntity, readValue } from './current-values.ts'

export function storeNewEntity(
  tx: WritableDb,
  type: EntityType,
  parent: number | null,
  writes: readonly ResolvedWrite[],
  context: WriteContext,
): EntityRow {
  const document: Document = {}
  for (const write of writes)
    if (write.kind === 'scalar' && write.value !== null) document[write.attribute.key] = write.value
  const label = readLabel(tx, type, document)
  const inserted = insertEntity(tx, { type, parent, label, attributes: toJson(document) })
  const { id, uuid } = inserted
  for (const write of writes) {
    if (write.kind === 'reference') addTargets(tx, id, write.attribute.id, idsOf(write.targets))
    else if (write.value !== null) storeComparable(tx, id, write)
  }
  const row = followLabel(tx, type, inserted, [parent])
  recordEntityEvent(
    tx,
    'entity.created',
    { id, uuid, type, label: row.label },
    changesOfNew(row, writes),
    context,
  )
  return row
}

function changesOfNew(row: EntityRow, writes: readonly ResolvedWrite[]): NewEvent['changes'] {
  const isPlain =
    row.parent === null && writes.every((write) => write.kind === 'scalar' || !hasTargets(write))
  return isPlain ? row.attributes : [...parentChange(null, row.parent_uuid), ...writes.flatMap(newValue)]
}

function hasTargets({ targets }: ResolvedReferenceWrite): boolean {
  return targets.length > 0
}

/**
 * Stores writes with their event and returns the row. Stores nothing without a change. Throws forbidden
 * before anything is stored.
 */
export function storeChanges(
  tx: WritableDb,
  { row, document: before }: StoredEntity,
  parent: number | null | undefined,
  writes: readonly ResolvedWrite[],
  context: WriteContext,
): EntityRow {
  refuseRestricted(changedBy(before, writes, context), context)
  const document = { ...before }
  const changes = writes.flatMap((write) => {
    if (write.kind === 'reference') return applyReference(tx, row.id, write, context)
    const change = applyScalar(document, write)
    if (change.length > 0) storeComparable(tx, row.id, write)
    return change
  })
  const newParent = parent === undefined ? row.parent : parent
  if (changes.length === 0 && newParent === row.parent) return row
  const { id, uuid } = row
  const type = toEntityType(row.type)
  const label = readLabel(tx, type, document)
  const attributes = toJson(document)
  const changed = changeEntity(tx, row, { parent: newParent, label, attributes })
  const stored = followLabel(tx, type, changed, [row.parent, newParent])
  const all = [...parentChange(row.parent_uuid, changed.parent_uuid), ...changes]
  recordEntityEvent(tx, 'entity.updated', { id, uuid, type, label: stored.label }, all, context)
  return stored
}

function changedBy(
  document: Document,
  writes: readonly ResolvedWrite[],
  { role }: WriteContext,
): Attribute[] {
  if (role === undefined) return []
  const changing = writes.filter((write) =>
    write.kind === 'reference'
      ? !isSameTargets(write)
      : (readValue(document, write.attribute.key) ?? null) !== write.value,
  )
  return changing.map(({ attribute }) => attribute)
}

function isSameTargets({ old, targets }: ResolvedReferenceWrite): boolean {
  return old.length === targets.length && old.every((target, index) => target.id === targets[index]?.id)
}

function applyScalar(document: Document, { attribute, value }: ScalarWrite): Change[] {
  const old = readValue(document, attribute.key) ?? null
  if (old === value) return []
  if (value === null) delete document[attribute.key]
  else document[attribute.key] = value
  return [{ attribute: attribute.key, old, new: value }]
}

function storeComparable(tx: WritableDb, id: number, { attribute, value }: ScalarWrite): void {
  putComparable(
    tx,
    attribute.id,
    id,
    value === null ? null : getScalarRules(attribute.dataType).toComparable(value),
  )
}

function newValue(write: ResolvedWrite): Change[] {
  const { key } = write.attribute
  if (write.kind === 'scalar')
    return write.value === null ? [] : [{ attribute: key, old: null, new: write.value }]
  if (!hasTargets(write)) return []
  return [{ attribute: key, old: null, new: referenceValue(write.attribute, write.targets.map(toStub)) }]
}

function applyReference(
  tx: WritableDb,
  id: number,
  write: ResolvedReferenceWrite,
  { edit_id: edit }: WriteContext,
): Change[] {
  if (isSameTargets(write)) return []
  const { attribute, targets, old, loggedLayouts } = write
  const list = { source: id, attribute: attribute.id, targets: idsOf(targets) }
  if (loggedLayouts) changeInPlace(tx, list, loggedLayouts, edit)
  else replaceTargets(tx, id, attribute.id, list.targets)
  const before = old.map(toStub)
  const after = targets.map(toStub)
  return [
    {
      attribute: attribute.key,
      old: referenceValue(attribute, before),
      new: referenceValue(attribute, after),
    },
  ]
}

function idsOf(targets: readonly EntityIdentity[]): number[] {
  return targets.map(({ id }) => id)
}

function toStub({ uuid, type, label }: EntityIdentity): ReferenceStub {
  return { id: uuid, type, label }
}

function referenceValue({ traits }: Attribute, stubs: readonly ReferenceStub[]): unknown {
  if (traits.shape === 'reference') return stubs[0] ?? null
  return stubs.length > 0 ? stubs : null
}

function parentChange(old: string | null, parent: string | null): Change[] {
  return old === parent ? [] : [{ attribute: 'parent_id', old, new: parent }]
}

/**
 * Updates labels that come from an inherited or rolled-up primary value, of the entity and its relatives;
 * returns the entity's row.
 */
function followLabel(
  tx: WritableDb,
  type: EntityType,
  row: EntityRow,
  parents: readonly (number | null)[],
): EntityRow {
  const { primary } = attributesOf(tx, type)
  if (!primary || !isComputed(primary)) return row
  relabelAround(tx, type, [row.id, ...parents])
  return getEntityRow(tx, row.id)
}

function readLabel(tx: WritableDb, type: EntityType, document: Document): string | null {
  const { primary } = attributesOf(tx, type)
  const value = primary && readValue(document, primary.key)
  return value === undefined ? null : String(value)
}

// A shared transaction has an overhead of some ten writes.
const fewestEntities = 60

/**
 * Writes many entities of a type. Events are written at the end, as are values that no read needs
 * meanwhile.
 */
export function writingMany<T>(
  tx: WritableDb,
  { list, computed }: AttributeSet,
  lookedUp: ReadonlySet<string | undefined>,
  fn: () => T,
): T {
  const isLookedUp = ({ key, isPrimary, dataType, extras }: Attribute) =>
    isPrimary ||
    extras.constraints.unique ||
    lookedUp.has(key) ||
    dataType === 'image' ||
    dataType === 'video'
  const attributes = computed.length > 0 ? [] : list.filter((attribute) => !isLookedUp(attribute))
  return collectingEvents(tx, () => collectingComparables(tx, new Set(attributes.map(({ id }) => id)), fn))
}

export function makesWay(tx: WritableDb, done: number): boolean {
  return done >= fewestEntities && tx.isAwaited()
}

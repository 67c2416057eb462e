/**
 * Storing one entity: document, value tables, references, label and event, all in the caller's transaction.
 * Everything here trusts its input; parsing and resolving come before.
 */
import { entityTypes, type EntityType } from '#shared/entities.ts'
import type { Change } from '#shared/events.ts'
import { attributesOf } from '../../store/attributes.ts'
import type { WritableDb } from '../../store/database.ts'
import { changeEntity, type EntityRow, getEntityRow, insertEntity } from '../../store/entities.ts'
import { listTargets, replaceTargets } from '../../store/references.ts'
import { putNorm } from '../../store/values.ts'
import { scalarRulesOf } from '../attributes/data-types/data-types.ts'
import type { Scalar } from '../attributes/data-types/scalar-rules.ts'
import { recordEntityEvent, type WriteContext } from '../events/record-event.ts'
import type { ScalarWrite } from './parse-writes.ts'
import { type ResolvedReferenceWrite, type ResolvedWrite, toStubs } from './resolve-writes.ts'

type Document = Record<string, Scalar>

/** Creates an entity with its event; returns its internal id. */
export function storeNewEntity(
  tx: WritableDb,
  type: EntityType,
  parent: number | null,
  writes: readonly ResolvedWrite[],
  context: WriteContext,
): number {
  const document: Document = {}
  const scalars = writes.filter((write) => write.kind === 'scalar')
  const changes = scalars.flatMap((write) => applyScalar(document, write))
  const label = labelOf(tx, type, document)
  const id = insertEntity(tx, { type, parent, label, attributes: JSON.stringify(document) })
  for (const write of scalars) if (write.value !== null) storeNorm(tx, id, write)
  for (const write of writes) if (write.kind === 'reference') changes.push(...applyReference(tx, id, write))
  recordEntityEvent(tx, 'entity.created', id, [...parentChange(tx, null, parent), ...changes], context)
  return id
}

/** Applies writes to an entity with its event; a write that changes nothing stores and records nothing. */
export function storeChanges(
  tx: WritableDb,
  row: EntityRow,
  parent: number | null | undefined,
  writes: readonly ResolvedWrite[],
  context: WriteContext,
): boolean {
  const document = JSON.parse(row.attributes) as Document
  const changes = writes.flatMap((write) => {
    if (write.kind === 'reference') return applyReference(tx, row.id, write)
    const change = applyScalar(document, write)
    if (change.length > 0) storeNorm(tx, row.id, write)
    return change
  })
  if (parent !== undefined) changes.unshift(...parentChange(tx, row.parent, parent))
  if (changes.length === 0) return false
  const label = labelOf(tx, entityTypes[row.type] as EntityType, document)
  const attributes = JSON.stringify(document)
  changeEntity(tx, { id: row.id, parent: parent === undefined ? row.parent : parent, label, attributes })
  recordEntityEvent(tx, 'entity.updated', row.id, changes, context)
  return true
}

function applyScalar(document: Document, { attribute, value }: ScalarWrite): Change[] {
  const old = document[attribute.key] ?? null
  if (old === value) return []
  if (value === null) delete document[attribute.key]
  else document[attribute.key] = value
  return [{ attribute: attribute.key, old, new: value }]
}

function storeNorm(tx: WritableDb, id: number, { attribute, value }: ScalarWrite): void {
  putNorm(tx, attribute.id, id, value === null ? null : scalarRulesOf(attribute.dataType).toNorm(value))
}

function applyReference(
  tx: WritableDb,
  id: number,
  { attribute, targets }: ResolvedReferenceWrite,
): Change[] {
  const old = listTargets(tx, id, attribute.id)
  if (old.length === targets.length && old.every((target, index) => target === targets[index])) return []
  const before = referenceValue(tx, attribute.traits.shape, old)
  replaceTargets(tx, id, attribute.id, targets)
  return [{ attribute: attribute.key, old: before, new: referenceValue(tx, attribute.traits.shape, targets) }]
}

function referenceValue(tx: WritableDb, shape: string, targets: readonly number[]): unknown {
  const stubs = toStubs(tx, targets)
  if (shape === 'reference') return stubs[0] ?? null
  return stubs.length > 0 ? stubs : null
}

function parentChange(tx: WritableDb, old: number | null, parent: number | null): Change[] {
  if (old === parent) return []
  const uuidOf = (id: number | null) => (id === null ? null : getEntityRow(tx, id).uuid)
  return [{ attribute: 'parent_id', old: uuidOf(old), new: uuidOf(parent) }]
}

function labelOf(tx: WritableDb, type: EntityType, document: Document): string | null {
  const { primary } = attributesOf(tx, type)
  const value = primary && document[primary.key]
  return value === undefined ? null : String(value)
}

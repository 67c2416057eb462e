import { parseJson } from '../../store/database/json.ts'
import { entityTypes, parseUuid, toEntityType, findEntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { message } from '#shared/messages/message.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import { relabelAround } from '../../store/computed/attribute-values.ts'
import type { WritableDb, ReadableDb } from '../../store/database/database.ts'
import { listEntityRows } from '../../store/tables/entities.ts'
import {
  findAlive,
  findTrashed,
  findTrashedUuid,
  listGroups,
  listTrees,
  moveFromTrash,
  moveToTrash,
  removeTrashed,
  type TrashedEntity,
  listTrash,
  type TrashRow,
} from '../../store/tables/trash.ts'
import { putComparable } from '../../store/tables/values.ts'
import { type Answer, dataAnswer, pageAnswer } from '../answer.ts'
import { getScalarRules, type Scalar } from '../attributes/data-types/data-types.ts'
import { entitiesJson } from '../entities/entity-json.ts'
import type { ScalarWrite } from '../entities/parse-writes.ts'
import { refuseDuplicates } from '../entities/resolve-writes.ts'
import { conflict, Faults } from '../errors.ts'
import { recordEntityEvent, type WriteContext } from '../events/record-event.ts'
import { decodeCursor, encodeCursor, markList } from '../query/cursor.ts'
import { toIso } from '#shared/iso-times.ts'

const maxIds = 10_000

export interface TrashRequest {
  readonly body: { readonly type?: string; readonly ids?: readonly string[] }
  readonly faults: readonly FieldError[]
  readonly context: WriteContext
}

/**
 * Moves entities of one type to the trash with their descendants: 200 with their ids and the number of
 * descendants.
 */
export function trashEntities(tx: WritableDb, { body, faults: structural, context }: TrashRequest): Answer {
  const faults = new Faults(structural)
  const type = findEntityType(body.type)
  if (!type && body.type !== undefined) faults.add('type', 'invalid_value', entityTypes, body.type)
  const uuids = parseIds(body.ids, faults)
  const found = type ? findAlive(tx, type, uuids) : []
  if (type) refuseUnknown(body.ids, found, faults)
  faults.throwIfAny()
  const members = trashTrees(
    tx,
    found.map(({ id }) => id),
  )
  for (const member of members) record(tx, 'entity.deleted', member, context)
  const trashed = members.length
  return dataAnswer(200, JSON.stringify({ ids: found.map(({ uuid }) => uuid), trashed }))
}

export function trashTrees(tx: WritableDb, ids: readonly number[]): TrashedEntity[] {
  const members = listTrees(tx, ids)
  moveToTrash(tx, members)
  relabelAfter(tx, members, ({ parent }) => [parent])
  return members
}

function parseIds(ids: readonly string[] | undefined, faults: Faults): string[] {
  if (!ids) return []
  if (ids.length === 0) faults.add('ids', 'expected_values')
  if (ids.length > maxIds) faults.addExpected('ids', 'too_many_values', { max_items: maxIds })
  const uuids = ids.map((id, index) => parseUuid(id) ?? faults.add(`ids[${index}]`, 'expected_uuid'))
  return [...new Set(uuids.flatMap((uuid) => uuid ?? []))]
}

function refuseUnknown(
  ids: readonly string[] = [],
  found: readonly { readonly uuid: string }[],
  faults: Faults,
): void {
  const known = new Set(found.map(({ uuid }) => uuid))
  ids.forEach((id, index) => {
    const uuid = parseUuid(id)
    if (uuid && !known.has(uuid)) faults.add(`ids[${index}]`, 'referenced_entity_not_found')
  })
}

function record(
  tx: WritableDb,
  event: 'entity.deleted' | 'entity.restored',
  { id, uuid, type, label }: TrashedEntity,
  context: WriteContext,
): void {
  recordEntityEvent(tx, event, { id, uuid, label, type: toEntityType(type) }, [], context)
}

export interface TrashIds {
  readonly body: { readonly ids?: readonly string[] }
  readonly faults: readonly FieldError[]
  readonly context: WriteContext
}

/**
 * Restores entities with everything trashed along: 200 with the full resources of the requested ones. 409
 * without any change, where a parent is still in the trash or a unique value is taken.
 */
export function restoreEntities(tx: WritableDb, { body, faults: structural, context }: TrashIds): Answer {
  const roots = findRoots(tx, body.ids, new Faults(structural))
  restoreTrees(
    tx,
    roots.map(({ id }) => id),
    { ...context, via: 'restore' },
  )
  return dataAnswer(200, `[${restoredJson(tx, roots).join(',')}]`)
}

export function restoreTrees(tx: WritableDb, roots: readonly number[], context: WriteContext): void {
  const members = listGroups(tx, roots)
  refuseMissingParents(tx, members)
  moveFromTrash(tx, members)
  for (const member of members) {
    storeValues(tx, member)
    record(tx, 'entity.restored', member, context)
  }
  relabelAfter(tx, members, ({ id, parent }) => [id, parent])
}

function relabelAfter(
  tx: WritableDb,
  members: readonly TrashedEntity[],
  touched: (member: TrashedEntity) => (number | null)[],
): void {
  for (const [type, group] of Map.groupBy(members, (member) => member.type))
    relabelAround(tx, toEntityType(type), group.flatMap(touched))
}

function findRoots(tx: WritableDb, ids: readonly string[] | undefined, faults: Faults): TrashedEntity[] {
  const found = findTrashed(tx, parseIds(ids, faults))
  refuseUnknown(ids, found, faults)
  faults.throwIfAny()
  const named = new Set(found.map(({ id }) => id))
  for (const { uuid, root } of found) {
    if (named.has(root)) continue
    throw conflict(message('trash.went_with_other', { id: uuid, other: String(findTrashedUuid(tx, root)) }))
  }
  return found
}

function refuseMissingParents(tx: WritableDb, members: readonly TrashedEntity[]): void {
  const restored = new Set(members.map(({ id }) => id))
  for (const { uuid, parent } of members) {
    const missing = parent === null || restored.has(parent) ? undefined : findTrashedUuid(tx, parent)
    if (missing !== undefined) throw conflict(message('trash.parent_in_trash', { parent: missing, id: uuid }))
  }
}

/**
 * Fills the value tables from the document, one entity after another, so that restored entities cannot
 * clash with each other either.
 */
function storeValues(tx: WritableDb, { id, type, attributes }: TrashedEntity): void {
  const { byKey } = attributesOf(tx, toEntityType(type))
  const writes = Object.entries(parseJson(attributes)).flatMap(
    ([key, value]): (ScalarWrite & { value: Scalar })[] => {
      const attribute = byKey.get(key)
      return attribute?.traits.shape === 'scalar' ? [{ kind: 'scalar', attribute, value }] : []
    },
  )
  refuseDuplicates(tx, writes)
  for (const { attribute, value } of writes)
    putComparable(tx, attribute.id, id, getScalarRules(attribute.dataType).toComparable(value))
}

function restoredJson(tx: WritableDb, roots: readonly TrashedEntity[]): string[] {
  const texts = new Map<number, string>()
  for (const group of Map.groupBy(roots, ({ type }) => type).values()) {
    const rows = listEntityRows(
      tx,
      group.map(({ id }) => id),
    )
    entitiesJson(tx, rows).forEach((text, index) => texts.set(rows[index]?.id ?? 0, text))
  }
  return roots.map(({ id }) => texts.get(id) ?? '')
}

/** Deletes entities from the trash for good, by default all: 200 with their number. */
export function emptyTrash(tx: WritableDb, { body, faults: structural }: TrashIds): Answer {
  const faults = new Faults(structural)
  // With a fault of form, missing ids must not mean "everything".
  if (!body.ids) faults.throwIfAny()
  const roots = body.ids && findRoots(tx, body.ids, faults).map(({ id }) => id)
  return dataAnswer(200, JSON.stringify({ removed: removeTrashed(tx, roots) }))
}

interface ListTrash {
  readonly type?: string | undefined
  readonly limit: number
  readonly offset: number
  readonly cursor?: string | undefined
  readonly faults: readonly FieldError[]
}

/** One page of entities trashed by name, newest first; `others` counts those trashed along. */
export function listTrashPage(db: ReadableDb, request: ListTrash): Answer {
  const { limit, cursor } = request
  const faults = new Faults(request.faults)
  const type = findEntityType(request.type)
  if (!type && request.type !== undefined) faults.add('type', 'invalid_value', entityTypes, request.type)
  const fingerprint = markList(db, ['trash', type])
  const position = cursor === undefined ? undefined : decodeCursor(fingerprint, cursor, faults)
  faults.throwIfAny()
  const offset = position ? 0 : request.offset
  const after = position && ([Number(position.values[0]), position.entity] as const)
  const { rows, total } = listTrash(db, { type, limit: limit + 1, offset, after })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const behind = last ? { entity: last.id, values: [last.trashed_at] } : position
  return pageAnswer(
    page.map((row) => JSON.stringify(toItem(row))),
    { total, limit, offset, has_more: rows.length > limit, next_cursor: encodeCursor(fingerprint, behind) },
  )
}

function toItem({ uuid, type, label, parent_uuid: parent, others, ...times }: TrashRow) {
  return {
    id: uuid,
    type: entityTypes[type],
    label,
    parent_id: parent,
    created_at: toIso(times.created_at),
    updated_at: toIso(times.updated_at),
    trashed_at: toIso(times.trashed_at),
    others,
  }
}

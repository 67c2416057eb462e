import { entityTypes, type EntityType, parseUuid, toEntityType, findEntityType } from '#shared/entities.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import { findEntity } from '../../store/tables/entities.ts'
import type { Faults } from '../errors.ts'
import type { Note } from '#shared/notes.ts'
import { parseJson } from '../../store/database/json.ts'
import type { NoteRow } from '../../store/tables/notes.ts'
import { stubsJson } from '../entities/entity-json.ts'
import { toIso } from '#shared/iso-times.ts'

export function checkType(type: string | undefined, faults: Faults): EntityType | undefined {
  const known = findEntityType(type)
  if (!known && type !== undefined) faults.add('type', 'invalid_value', entityTypes, type)
  return known
}

export function findSubject(
  db: ReadableDb,
  type: EntityType,
  id: string | undefined,
  faults: Faults,
): number | undefined {
  if (id === undefined) return undefined
  const uuid = parseUuid(id)
  if (!uuid) return faults.add('entity_id', 'expected_uuid')
  return findEntity(db, type, uuid)?.id ?? faults.add('entity_id', 'referenced_entity_not_found')
}

export function findAttribute(
  db: ReadableDb,
  type: EntityType,
  key: string | null | undefined,
  faults: Faults,
): number | undefined {
  if (key === undefined || key === null) return undefined
  const { byKey } = attributesOf(db, type)
  return byKey.get(key)?.id ?? faults.addUnknown('attribute', 'not_a_defined_attribute', key, byKey)
}

// No entity has this internal id, so a missing entity has no notes.
const nobody = -1

export function findOfTypes(
  db: ReadableDb,
  types: readonly EntityType[],
  id: string,
  faults: Faults,
): number | undefined {
  const uuid = parseUuid(id)
  if (!uuid) return faults.add('entity_id', 'expected_uuid')
  return types.map((type) => findEntity(db, type, uuid)?.id).find((found) => found !== undefined) ?? nobody
}

export function findAttributes(
  db: ReadableDb,
  types: readonly EntityType[],
  key: string,
  faults: Faults,
): number[] | undefined {
  const found = types.flatMap((type) => attributesOf(db, type).byKey.get(key)?.id ?? [])
  if (found.length > 0) return found
  const keys = types.flatMap((type) => [...attributesOf(db, type).byKey.keys()])
  return faults.addUnknown('attribute', 'not_a_defined_attribute', key, keys)
}

export function toNotes(db: ReadableDb, rows: readonly NoteRow[]): Note[] {
  const stubs = stubsJson(db, [...new Set(rows.map(({ entity }) => entity))])
  return rows.flatMap((row) => {
    const stub = stubs.get(row.entity)
    if (stub === undefined) return []
    return {
      id: row.uuid,
      entity: JSON.parse(stub),
      attribute: keyOf(db, row),
      text: row.text,
      status: row.status,
      author: parseJson(row.author),
      created_at: toIso(row.created_at),
      updated_at: toIso(row.updated_at),
      done_at: row.done_at === null ? null : toIso(row.done_at),
      done_by: row.done_by === null ? null : parseJson(row.done_by),
      due_on: row.due_on,
    }
  })
}

export function keyOf(
  db: ReadableDb,
  { type, attribute }: Pick<NoteRow, 'type' | 'attribute'>,
): string | null {
  if (attribute === null) return null
  return attributesOf(db, toEntityType(type)).byId.get(attribute)?.key ?? null
}

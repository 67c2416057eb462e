import { nextIdentity } from '../../store/tables/identities.ts'
import type { AttributeClassPatch, NewAttributeClass } from '#shared/attribute-classes.ts'
import { freeAttributeKey, isAttributeKey, toAttributeKey } from '#shared/attribute-key.ts'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import {
  type ClassRow,
  findClassRow,
  listClassRows,
  putClassRow,
  removeClassRow,
} from '../../store/tables/attribute-classes.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import { requireOneOf } from '../attributes/list-attributes.ts'
import { conflict, Faults, notFound } from '../errors.ts'
import { checkEntityType, checkName } from '../names.ts'
import { checkContent } from './check-class.ts'
import { toClass } from './class-json.ts'

export interface ListClasses {
  readonly type?: string | undefined
  readonly faults: readonly FieldError[]
}

/** The attribute classes of a type, or of all types, oldest first: 200. */
export function listAttributeClasses(db: ReadableDb, { type, faults: structural }: ListClasses): Answer {
  const faults = new Faults(structural)
  requireOneOf(entityTypes, 'type', type, faults)
  faults.settle()
  const rows = listClassRows(db, type as EntityType | undefined)
  return dataAnswer(200, JSON.stringify(rows.map((row) => toClass(db, row))))
}

interface ClassWrite<Body> {
  readonly body: Partial<Body>
  readonly faults: readonly FieldError[]
}

/** Creates a class: 201. The key follows from the name where none is given; 409 where the type has a class of that key. */
export function createAttributeClass(
  tx: WritableDb,
  { body, faults: structural }: ClassWrite<NewAttributeClass>,
): Answer {
  const faults = new Faults(structural)
  const type = checkEntityType(body.entity_type, faults)
  const name = checkName(body.name, faults)
  if (body.key !== undefined && !isAttributeKey(body.key)) faults.add('key', 'invalid_value')
  const content = type ? checkContent(tx, type, body, faults) : {}
  faults.settle()
  const entityType = type as EntityType
  const row = {
    uuid: nextIdentity(tx).uuid,
    type: entityType,
    key: chooseKey(tx, entityType, body.key, name),
    name,
    content: { categories: [], attributes: [], ...content },
  }
  return put(tx, row, 201)
}

interface KnownClass {
  readonly id: string
  readonly faults: readonly FieldError[]
}

/** Changes the members that are sent: 200. 404 comes before faults. `id`, `key` and `entity_type` never change. */
export function updateAttributeClass(
  tx: WritableDb,
  { id, body, faults: structural }: KnownClass & ClassWrite<AttributeClassPatch>,
): Answer {
  const row = findClass(tx, id)
  const faults = new Faults(structural)
  const fixed = { id: row.uuid, key: row.key, entity_type: row.type }
  for (const field of ['id', 'key', 'entity_type'] as const)
    if (body[field] !== undefined && body[field] !== fixed[field]) faults.add(field, 'invalid_value')
  const name = body.name === undefined ? row.name : checkName(body.name, faults)
  const content = { ...row.content, ...checkContent(tx, row.type, body, faults) }
  faults.settle()
  return put(tx, { ...row, name, content }, 200)
}

/** Removes a class: 200 with what it was. No value is touched. */
export function deleteAttributeClass(tx: WritableDb, { id, faults }: KnownClass): Answer {
  const row = findClass(tx, id)
  new Faults(faults).settle()
  removeClassRow(tx, row.uuid)
  return dataAnswer(200, JSON.stringify(toClass(tx, row)))
}

function findClass(db: ReadableDb, id: string): ClassRow {
  const row = findClassRow(db, id.toLowerCase())
  if (!row) throw notFound(`Attribute class ${id}`)
  return row
}

function chooseKey(db: ReadableDb, type: EntityType, key: string | undefined, name: string): string {
  const taken = new Set(listClassRows(db, type).map((row) => row.key))
  if (key === undefined) return freeAttributeKey(toAttributeKey(name), (candidate) => taken.has(candidate))
  if (!taken.has(key)) return key
  throw conflict(`There is a class with the key ${key} already. Choose another or leave it out.`, [
    { field: 'key', issue: 'not_unique' },
  ])
}

function put(tx: WritableDb, row: ClassRow, status: 200 | 201): Answer {
  putClassRow(tx, row)
  return dataAnswer(status, JSON.stringify(toClass(tx, row)))
}

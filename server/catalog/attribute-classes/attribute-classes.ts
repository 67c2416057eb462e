import type { AttributeClassPatch, NewAttributeClass, AttributeClass } from '#shared/attribute-classes.ts'
import { freeAttributeKey, isAttributeKey } from '#shared/attributes.ts'
import { maxAxes } from '#shared/axes.ts'
import { toAttributeKey } from '../attributes/key-of-name.ts'
import { entityTypes, type EntityType, parseUuid } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { message } from '#shared/messages/message.ts'
import {
  type ClassRow,
  findClassRow,
  listClassRows,
  putClassRow,
  removeClassRow,
  type ClassContent,
  attributesOf,
} from '../../store/tables/attributes.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { type Answer, dataAnswer, checkEntityType, checkName, keyForm, describeFixed } from '../answer.ts'
import { requireOneOf } from '../attributes/list-attributes.ts'
import { conflict, Faults, notFound, describeNoSuch } from '../errors.ts'
import { listStubRows, findEntity, nextIdentity } from '../../store/tables/entities.ts'

export interface ListClasses {
  readonly type?: string | undefined
  readonly faults: readonly FieldError[]
}

/** The attribute classes of a type, or of all types, oldest first: 200. */
export function listAttributeClasses(db: ReadableDb, { type, faults: structural }: ListClasses): Answer {
  const faults = new Faults(structural)
  const wanted = requireOneOf(entityTypes, 'type', type, faults)
  faults.throwIfAny()
  const rows = listClassRows(db, wanted)
  return dataAnswer(200, JSON.stringify(rows.map((row) => toClass(db, row))))
}

interface ClassWrite<Body> {
  readonly body: Partial<Body>
  readonly faults: readonly FieldError[]
}

type New<Body> = ClassWrite<Body> & { readonly uuid?: string }

/** Creates a class: 201. The key follows from the name where none is given; 409 where the type has a class of that key. */
export function createAttributeClass(
  tx: WritableDb,
  { body, faults: structural, uuid }: New<NewAttributeClass>,
): Answer {
  const faults = new Faults(structural)
  const type = checkEntityType(body.entity_type, faults)
  const name = checkName(body.name, faults)
  if (body.key !== undefined && !isAttributeKey(body.key)) faults.explain('key', 'invalid_value', keyForm)
  const content = type ? checkContent(tx, type, body, faults) : {}
  const entityType = faults.settled(type)
  const row = {
    uuid: uuid ?? nextIdentity(tx).uuid,
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
    if (body[field] !== undefined && body[field] !== fixed[field])
      faults.explain(field, 'invalid_value', describeFixed(field, fixed[field]))
  const name = body.name === undefined ? row.name : checkName(body.name, faults)
  const content = { ...row.content, ...checkContent(tx, row.type, body, faults) }
  faults.throwIfAny()
  return put(tx, { ...row, name, content }, 200)
}

/** Removes a class: 200 with the removed class. No value is touched. */
export function deleteAttributeClass(tx: WritableDb, { id, faults }: KnownClass): Answer {
  const row = findClass(tx, id)
  new Faults(faults).throwIfAny()
  removeClassRow(tx, row.uuid)
  return dataAnswer(200, JSON.stringify(toClass(tx, row)))
}

function findClass(db: ReadableDb, id: string): ClassRow {
  const row = findClassRow(db, id.toLowerCase())
  if (!row) throw notFound(message('not_found.attribute_class', { id }))
  return row
}

function chooseKey(db: ReadableDb, type: EntityType, key: string | undefined, name: string): string {
  const taken = new Set(listClassRows(db, type).map((row) => row.key))
  if (key === undefined) return freeAttributeKey(toAttributeKey(name), (candidate) => taken.has(candidate))
  if (!taken.has(key)) return key
  throw conflict(message('attribute_class.key_taken', { key }), [{ field: 'key', issue: 'not_unique' }])
}

function put(tx: WritableDb, row: ClassRow, status: 200 | 201): Answer {
  putClassRow(tx, row)
  return dataAnswer(status, JSON.stringify(toClass(tx, row)))
}

function toClass(db: ReadableDb, { uuid, type, key, name, content }: ClassRow): AttributeClass {
  const { list } = attributesOf(db, type)
  const keyOf = new Map(list.map((attribute) => [attribute.uuid, attribute.key]))
  const uuidOf = new Map(listStubRows(db, content.categories).map(([id, category]) => [id, category]))
  return {
    id: uuid,
    key,
    name,
    entity_type: type,
    category_ids: content.categories.flatMap((id) => uuidOf.get(id) ?? []),
    attributes: content.attributes.flatMap(({ attribute, requirement }) => {
      const found = keyOf.get(attribute)
      return found === undefined ? [] : [{ key: found, requirement }]
    }),
    ...(content.axes && { axes: content.axes.flatMap((attribute) => keyOf.get(attribute) ?? []) }),
  }
}

type ClassMembersBody = Pick<AttributeClassPatch, 'category_ids' | 'attributes' | 'axes'>

function checkContent(
  db: ReadableDb,
  type: EntityType,
  { category_ids: categories, attributes, axes }: ClassMembersBody,
  faults: Faults,
): Partial<ClassContent> {
  return {
    ...(categories && { categories: checkCategories(db, categories, faults) }),
    ...(attributes && { attributes: checkAttributes(db, type, attributes, faults) }),
    ...(axes && { axes: checkAxes(db, type, axes, faults) }),
  }
}

function checkAxes(db: ReadableDb, type: EntityType, keys: readonly string[], faults: Faults): string[] {
  const { byKey } = attributesOf(db, type)
  if (keys.length > maxAxes) faults.addExpected('axes', 'too_many_values', { max_items: maxAxes })
  return [...new Set(keys)].flatMap((key, index) => {
    const attribute = byKey.get(key)
    return attribute?.uuid ?? faults.addUnknown(`axes[${index}]`, 'not_a_defined_attribute', key, byKey) ?? []
  })
}

/** The first of duplicates is kept, as in a list reference. */
function checkCategories(db: ReadableDb, ids: readonly string[], faults: Faults): number[] {
  const found = ids.flatMap((id, index) => {
    const field = `category_ids[${index}]`
    const uuid = parseUuid(id)
    if (uuid === undefined) return faults.add(field, 'expected_uuid') ?? []
    const category = findEntity(db, 'category', uuid)
    if (category) return category.id
    return faults.explain(field, 'referenced_entity_not_found', describeNoSuch('category', uuid)) ?? []
  })
  return [...new Set(found)]
}

function checkAttributes(
  db: ReadableDb,
  type: EntityType,
  sent: NonNullable<ClassMembersBody['attributes']>,
  faults: Faults,
): ClassContent['attributes'] {
  const { byKey } = attributesOf(db, type)
  const keys = sent.map(({ key }) => key)
  return sent.flatMap(({ key, requirement }, index) => {
    const field = `attributes[${index}].key`
    const attribute = byKey.get(key)
    if (!attribute) return faults.addUnknown(field, 'not_a_defined_attribute', key, byKey) ?? []
    if (keys.indexOf(key) < index)
      return faults.explain(field, 'invalid_value', `${key} is in the class already. Leave one out.`) ?? []
    return [{ attribute: attribute.uuid, requirement }]
  })
}

/**
 * Writes the entities of a package with their ids and times. All of a type are inserted before any is linked,
 * because each may refer to every other. Constraints added after a value are not checked again; its type is.
 */
import { toJson } from '../../store/database/json.ts'
import { type EntityType, parseUuid, type ReferenceStub, toEntityType } from '#shared/entities.ts'
import type { PackagedAcceptance, PackagedEntity, PackagedNote } from '#shared/packages.ts'
import type { ScrapedSource } from '#shared/sources.ts'
import { splitList } from '#shared/text.ts'
import {
  type Attribute,
  type AttributeSet,
  attributesOf,
  isComputed,
  isReference,
} from '../../store/tables/attributes.ts'
import type { WritableDb } from '../../store/database/database.ts'
import {
  type Document,
  type EntityIdentity,
  type EntityRow,
  findEntity,
  findIdentity,
  insertKnownEntity,
  putBelow,
} from '../../store/tables/entities.ts'
import { addTargets } from '../../store/tables/references.ts'
import { insertScraped } from '../../store/tables/scraped-sources.ts'
import { putComparable } from '../../store/tables/values.ts'
import { getScalarRules, parseValue } from '../attributes/data-types/data-types.ts'
import { relabelEntities } from '../attributes/define-attribute.ts'
import { resolveParent } from '../entities/resolve-writes.ts'
import { readStored } from '../entities/current-values.ts'
import { Faults } from '../errors.ts'
import { recordEntityEvent, type WriteContext } from '../events/record-event.ts'
import { storeNote } from '../notes/write-notes.ts'
import { storePackagedAcceptance } from '../quality/packaged-quality.ts'
import { storeAxes, toStoredAxes } from '../variants/axes.ts'
import { damaged } from './store-schema.ts'
import { toIso } from '#shared/iso-times.ts'

export function insertEntities(tx: WritableDb, type: EntityType, entities: readonly PackagedEntity[]): void {
  const attributes = attributesOf(tx, type)
  for (const entity of entities) insertOne(tx, type, attributes, entity)
}

function insertOne(tx: WritableDb, type: EntityType, attributes: AttributeSet, entity: PackagedEntity): void {
  const uuid = readFreeId(tx, entity)
  const document = readDocument(type, attributes, entity)
  const primary = attributes.primary && document[attributes.primary.key]
  const id = insertKnownEntity(tx, {
    uuid,
    type,
    label: primary === undefined ? null : String(primary),
    attributes: toJson(document),
    created_at: readTime(entity.created_at),
    updated_at: readTime(entity.updated_at),
  })
  for (const [key, value] of Object.entries(document)) {
    const attribute = attributes.byKey.get(key) as Attribute
    putComparable(tx, attribute.id, id, getScalarRules(attribute.dataType).toComparable(value))
  }
}

function readFreeId(tx: WritableDb, { id }: PackagedEntity): string {
  if (parseUuid(id) !== id) throw damaged(`${id} is no id.`)
  if (findIdentity(tx, id)) throw damaged(`The id ${id} stands in it twice.`)
  return id
}

/** Values without references are stored first: references need their targets. */
function readDocument(type: EntityType, { byKey }: AttributeSet, entity: PackagedEntity): Document {
  const document: Document = {}
  for (const [key, value] of Object.entries(entity.attributes)) {
    const attribute = byKey.get(key)
    if (attribute?.traits.shape === 'scalar') document[key] = checkScalar(attribute, value, entity)
    else if (!attribute || !isReference(attribute))
      throw damaged(`${type} ${entity.id} has a value of ${key}, which takes none.`)
  }
  return document
}

function checkScalar(
  attribute: Attribute,
  value: unknown,
  entity: PackagedEntity,
): string | number | boolean {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    const options = [...attribute.options, ...splitList(String(value))]
    const parsed = parseValue(value, { ...attribute, options })
    if ('value' in parsed && parsed.value === value) return value
  }
  throw wrongValue(attribute, entity)
}

function readTime(text: string): number {
  const at = Date.parse(text)
  if (Number.isSafeInteger(at) && at >= 0 && toIso(at) === text) return at
  throw damaged(`${text} is no time.`)
}

export function linkEntities(
  tx: WritableDb,
  type: EntityType,
  entities: readonly PackagedEntity[],
  context: WriteContext,
): void {
  const attributes = attributesOf(tx, type)
  for (const entity of entities) {
    const row = findEntity(tx, type, entity.id)
    if (!row) throw damaged(`It changed while it was read.`)
    const links = linkOne(tx, row, attributes, entity)
    const values = {
      ...(entity.parent_id !== undefined && { parent_id: entity.parent_id }),
      ...readStored(row).document,
      ...links,
    }
    const changes = Object.entries(values).map(([attribute, value]) => ({ attribute, old: null, new: value }))
    const { id, uuid, label } = row
    if (entity.axes && type === 'product')
      storeAxes(tx, { id, uuid, label, type }, toStoredAxes(tx, entity.axes), context, true)
    recordEntityEvent(tx, 'entity.created', { id, uuid, type, label }, changes, context)
  }
}

function linkOne(
  tx: WritableDb,
  row: EntityRow,
  { byKey }: AttributeSet,
  entity: PackagedEntity,
): Record<string, ReferenceStub | ReferenceStub[]> {
  const { parent_id: parentId } = entity
  if (parentId !== undefined) putBelow(tx, row.id, findParent(tx, row, parentId))
  const links: Record<string, ReferenceStub | ReferenceStub[]> = {}
  for (const [key, value] of Object.entries(entity.attributes)) {
    const attribute = byKey.get(key)
    if (!attribute || !isReference(attribute)) continue
    const isList = attribute.traits.shape === 'reference_list'
    const uuids = isList ? value : [value]
    if (!Array.isArray(uuids) || new Set(uuids).size < uuids.length) throw wrongValue(attribute, entity)
    const targets = uuids.map((uuid) => findTarget(tx, attribute, uuid, entity))
    addTargets(
      tx,
      row.id,
      attribute.id,
      targets.map(({ id }) => id),
    )
    const stubs = targets.map(({ uuid, type, label }) => ({ id: uuid, type, label }))
    const [stub] = stubs
    if (stub) links[key] = isList ? stubs : stub
  }
  return links
}

function findParent(tx: WritableDb, { id, uuid, type }: EntityRow, parentId: string): number {
  const faults = new Faults()
  const parent = resolveParent(tx, parentId, { type: toEntityType(type), id }, faults)
  if (typeof parent === 'number' && faults.isEmpty) return parent
  throw damaged(`${uuid} cannot stand below ${parentId}.`)
}

function findTarget(
  tx: WritableDb,
  attribute: Attribute,
  uuid: unknown,
  entity: PackagedEntity,
): EntityIdentity {
  const target = typeof uuid === 'string' ? findIdentity(tx, uuid) : undefined
  if (target?.type === attribute.extras.reference?.type && target) return target
  throw wrongValue(attribute, entity)
}

function wrongValue({ name }: Attribute, { id }: PackagedEntity): Error {
  return damaged(`${name} of ${id} is no value of that attribute.`)
}

export function storeScraped(tx: WritableDb, all: readonly ScrapedSource[]): void {
  for (const { source_id: id, read_at: readAt, ...scraped } of all) {
    const source = findEntity(tx, 'source', id)
    if (!source) throw damaged(`There is no source ${id}, of which it says what was read.`)
    insertScraped(tx, source.id, scraped, readTime(readAt))
  }
}

export function storeNotes(tx: WritableDb, notes: readonly PackagedNote[]): void {
  for (const note of notes) {
    const wrong = storeNote(tx, note)
    if (wrong !== undefined) throw damaged(wrong)
  }
}

export function storeAcceptances(tx: WritableDb, acceptances: readonly PackagedAcceptance[]): void {
  for (const accepted of acceptances) {
    const wrong = storePackagedAcceptance(tx, accepted)
    if (wrong !== undefined) throw damaged(wrong)
  }
}

export function labelEntities(tx: WritableDb, type: EntityType): void {
  const { primary } = attributesOf(tx, type)
  if (primary && isComputed(primary)) relabelEntities(tx, type)
}

import { entityTypes, type EntityType, findEntityType, parseUuid, toEntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { toIso } from '#shared/iso-times.ts'
import { message } from '#shared/messages/message.ts'
import { type Alias, maxAliasLength, type NewAlias } from '#shared/schemas/aliases.ts'
import { viewFor } from '../../store/computed/hidden-attributes.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import {
  type AliasFilter,
  type AliasRow,
  findAlias,
  insertAlias,
  listAliasPage,
  removeAlias,
} from '../../store/tables/aliases.ts'
import { type Attribute, attributesOf } from '../../store/tables/attributes.ts'
import { findEntity } from '../../store/tables/entities.ts'
import { type Answer, dataAnswer, pageAnswer } from '../answer.ts'
import { Faults, notFound } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import { decodeCursor, encodeCursor, markList } from '../query/cursor.ts'

interface ListAliases {
  readonly type?: string | undefined
  readonly types: readonly EntityType[]
  readonly entity_id?: string | undefined
  readonly attribute?: string | undefined
  readonly text?: string | undefined
  readonly limit: number
  readonly offset: number
  readonly cursor?: string | undefined
  readonly faults: readonly FieldError[]
}

/** One page of aliases, the newest first; those of entities in the trash are left out (work-surfaces.3.1). */
function listAliases(db: ReadableDb, request: ListAliases): Answer {
  const faults = new Faults(request.faults)
  const { limit, cursor } = request
  const filter = checkFilter(db, request, faults)
  const mark = markList(db, ['aliases', filter])
  const behind = cursor === undefined ? undefined : decodeCursor(mark, cursor, faults)?.entity
  faults.throwIfAny()
  const offset = behind === undefined ? request.offset : 0
  const { rows, total } = listAliasPage(db, filter, { limit: limit + 1, offset, behind })
  const page = rows.slice(0, limit)
  const last = page.at(-1)?.id ?? behind
  return pageAnswer(
    page.map((row) => JSON.stringify(toAlias(db, row))),
    {
      total,
      limit,
      offset,
      has_more: rows.length > page.length,
      next_cursor: encodeCursor(mark, last === undefined ? undefined : { entity: last, values: [] }),
    },
  )
}

const none = -1

function checkFilter(
  db: ReadableDb,
  { type, types, entity_id: id, attribute: key, text }: ListAliases,
  faults: Faults,
): AliasFilter {
  if (type !== undefined && !findEntityType(type)) faults.add('type', 'invalid_value', entityTypes, type)
  return {
    types,
    entity: id === undefined ? undefined : findOfTypes(db, types, id, faults),
    attributes: key === undefined ? undefined : findAttributesOf(db, types, key, faults),
    text,
  }
}

/** The internal id of an entity; one that no entity has where there is none. */
function findOfTypes(db: ReadableDb, types: readonly EntityType[], id: string, faults: Faults): number {
  const uuid = parseUuid(id)
  if (!uuid) faults.add('entity_id', 'expected_uuid')
  const [entity = none] = uuid ? types.flatMap((one) => findEntity(db, one, uuid)?.id ?? []) : []
  return entity
}

function findAttributesOf(
  db: ReadableDb,
  types: readonly EntityType[],
  key: string,
  faults: Faults,
): string[] {
  const keysOfType = types.map((one) => attributesOf(db, one).byKey)
  const named = keysOfType.flatMap((byKey) => byKey.get(key) ?? [])
  const known = keysOfType.flatMap((byKey) => [...byKey.keys()])
  if (named.length === 0) faults.addUnknown('attribute', 'not_a_defined_attribute', key, known)
  return named.map((attribute) => attribute.uuid)
}

interface CreateAlias {
  readonly body: Partial<NewAlias>
  readonly faults: readonly FieldError[]
  readonly context: WriteContext
}

/** Makes an alias, in place of one of the same text: 201. */
function createAlias(tx: WritableDb, { body, faults: structural, context }: CreateAlias): Answer {
  const faults = new Faults(structural)
  const type = findEntityType(body.entity_type)
  if (!type && body.entity_type !== undefined)
    faults.add('entity_type', 'invalid_value', entityTypes, body.entity_type)
  const text = checkText(body.text, faults)
  const attribute = type && findNamedAttribute(viewFor(tx, context.role), type, body.attribute, faults)
  const target = type && checkTarget(tx, type, body, attribute, faults)
  faults.throwIfAny()
  const made = { type: faults.settled(type), attribute: attribute?.uuid ?? null, text: faults.settled(text) }
  const known = knownAlias(tx, made.type, attribute, made.text)
  if (known) removeAlias(tx, known.id)
  const row = insertAlias(tx, { ...made, target: faults.settled(target), origin: 'person' })
  return dataAnswer(201, JSON.stringify(toAlias(tx, row)))
}

function checkText(sent: string | undefined, faults: Faults): string | undefined {
  const text = sent?.trim()
  if (text === undefined) return undefined
  if (text === '') return faults.add('text', 'required')
  return [...text].length > maxAliasLength
    ? faults.addExpected('text', 'too_long', { max_length: maxAliasLength })
    : text
}

function findNamedAttribute(
  db: ReadableDb,
  type: EntityType,
  key: string | null | undefined,
  faults: Faults,
): Attribute | undefined {
  if (key === undefined || key === null) return undefined
  const { byKey } = attributesOf(db, type)
  return byKey.get(key) ?? faults.addUnknown('attribute', 'not_a_defined_attribute', key, byKey)
}

type AliasTarget = { readonly entity: number } | { readonly option: string }

function checkTarget(
  db: ReadableDb,
  type: EntityType,
  body: Partial<NewAlias>,
  attribute: Attribute | undefined,
  faults: Faults,
): AliasTarget | undefined {
  const { option = null, entity_id: id = null } = body
  if (option !== null) return checkOption(body, option, attribute, faults)
  if (id === null) return faults.add('entity_id', 'required')
  const uuid = parseUuid(id)
  if (!uuid) return faults.add('entity_id', 'expected_uuid')
  const row = findEntity(db, type, uuid)
  return row ? { entity: row.id } : faults.add('entity_id', 'referenced_entity_not_found')
}

function checkOption(
  { attribute: key }: Partial<NewAlias>,
  option: string,
  attribute: Attribute | undefined,
  faults: Faults,
): AliasTarget | undefined {
  if (!attribute) return key ? undefined : faults.add('attribute', 'required')
  const isKnown = attribute.options.length === 0 || attribute.options.includes(option)
  return isKnown ? { option } : faults.add('option', 'not_an_acceptable_value', attribute.options, option)
}

function knownAlias(
  db: ReadableDb,
  type: EntityType,
  attribute: Attribute | undefined,
  text: string,
): AliasRow | undefined {
  const filter = { types: [type], entity: undefined, attributes: attribute && [attribute.uuid], text }
  const { rows } = listAliasPage(db, filter, { limit: 10, offset: 0 })
  return rows.find((row) => row.attribute === (attribute?.uuid ?? null))
}

interface AliasRequest {
  readonly id: string
  readonly faults: readonly FieldError[]
}

/** Deletes an alias: 200 with it as it was. */
function deleteAlias(tx: WritableDb, { id, faults }: AliasRequest): Answer {
  const uuid = parseUuid(id)
  const row = uuid && findAlias(tx, uuid)
  if (!row) throw notFound(message('not_found.alias', { id }))
  new Faults(faults).throwIfAny()
  removeAlias(tx, row.id)
  return dataAnswer(200, JSON.stringify(toAlias(tx, row)))
}

function toAlias(db: ReadableDb, row: AliasRow): Alias {
  const type = toEntityType(row.type)
  const attribute = attributesOf(db, type).list.find(({ uuid }) => uuid === row.attribute)
  return {
    id: row.uuid,
    entity_type: type,
    attribute: attribute?.key ?? null,
    text: row.text,
    entity_id: row.entity_uuid,
    option: row.option,
    origin: row.origin,
    created_at: toIso(row.created_at),
  }
}

export const aliasReads = { listAliases }
export const aliasWrites = { createAlias, deleteAlias }

import { type EntityPatch, type EntityType, parseUuid, pluralOf } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import { message, type Message } from '#shared/messages/message.ts'
import { viewFor } from '../../store/computed/hidden-attributes.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { type EntityRow, findEntity } from '../../store/tables/entities.ts'
import type { LoggedLayouts } from '../../store/tables/merge-changes.ts'
import { type Answer, isTagList, namesTag, tagOf } from '../answer.ts'
import {
  dropUnchangedComputed,
  refuseDuplicates,
  type ResolvedWrite,
  resolveParent,
  resolveWrites,
} from './resolve-writes.ts'
import { Faults, notFound, CatalogError } from '../errors.ts'
import type { WriteContext } from '../events/record-event.ts'
import { rowJson, taggedAnswer } from './entity-json.ts'
import { type AttributeWrite, parseWrites } from './parse-writes.ts'
import { readStored } from './current-values.ts'
import { storeChanges } from './write-entity.ts'
import { parseJson } from '../../store/database/json.ts'
import { parseTimestamp } from '#shared/iso-times.ts'

export interface Preconditions {
  readonly ifMatch: string | undefined
  readonly ifNoneMatch: string | undefined
  readonly ifUnmodifiedSince: string | undefined
}

/** Notes unreadable headers: ignoring one would overwrite another person's change. */
export function checkPreconditions(expected: Preconditions | undefined, faults: Faults): void {
  if (expected === undefined) return
  refuseBadTags('If-Match', expected.ifMatch, faults)
  refuseBadTags('If-None-Match', expected.ifNoneMatch, faults)
  const time = expected.ifUnmodifiedSince
  if (time !== undefined && endOfTime(time) === undefined) faults.add('If-Unmodified-Since', 'expected_date')
}

function refuseBadTags(field: string, header: string | undefined, faults: Faults): void {
  if (header === undefined || isTagList(header)) return
  faults.addSentence(
    field,
    'Send the ETag of an answer as it is, in its quotes, or several with commas, or *.',
  )
}

/** Throws `conflict` with the current entity where it differs from the caller's expectation. */
export function requireExpected(db: ReadableDb, row: EntityRow, expected: Preconditions | undefined): void {
  if (expected === undefined) return
  const { ifMatch, ifNoneMatch, ifUnmodifiedSince } = expected
  const json = rowJson(db, row)
  const etag = tagOf(json)
  const broken =
    (ifMatch !== undefined && !namesTag(ifMatch, etag) && 'If-Match') ||
    (ifNoneMatch !== undefined && namesTag(ifNoneMatch, etag) && 'If-None-Match') ||
    (isLater(row.updated_at, ifUnmodifiedSince) && 'If-Unmodified-Since')
  if (!broken) return
  const sentence = message('entity.changed_meanwhile', { header: broken })
  throw new CatalogError('conflict', sentence, { current: { data: parseJson(json), etag } })
}

function isLater(updated: number, header: string | undefined): boolean {
  const end = header === undefined ? undefined : endOfTime(header)
  return end !== undefined && updated > end
}

const httpDate = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/

/** The last millisecond of a written time: an HTTP date covers a second, `updated_at` a millisecond. */
function endOfTime(text: string): number | undefined {
  const trimmed = text.trim()
  if (!httpDate.test(trimmed)) return parseTimestamp(trimmed)
  const time = Date.parse(trimmed)
  return Number.isNaN(time) ? undefined : time + 999
}

export interface UpdateRequest {
  readonly type: EntityType
  readonly id: string
  readonly body: EntityPatch
  readonly expected?: Preconditions | undefined
  readonly faults: readonly FieldError[]
  readonly context: WriteContext
}

/** Sets attribute values and/or moves the parent of one entity: 200 with the full resource. 404 comes before faults. */
export function updateEntity(tx: WritableDb, request: UpdateRequest): Answer {
  const { type, id, body, expected, context } = request
  const row = getEntity(tx, type, id)
  const faults = new Faults(request.faults)
  checkPreconditions(expected, faults)
  const view = viewFor(tx, context.role)
  const attributes = attributesOf(view, type)
  const writes = parseWrites(
    attributes,
    dropUnchangedComputed(view, row, attributes, body.attributes ?? {}),
    faults,
  )
  const update = { type, parent: body.parent_id, writes, expected }
  return taggedAnswer(200, rowJson(view, updateFrom(tx, row, update, faults, context)))
}

/** The entity that a path names; throws `not_found` for an unknown or malformed id (decisions, reading 12). */
export function getEntity(db: ReadableDb, type: EntityType, id: string): EntityRow {
  const uuid = parseUuid(id)
  const row = uuid && findEntity(db, type, uuid)
  if (!row) throw notFound(message(`not_found.${type}`, { id }), findId(type))
  return row
}

/** One message for every unknown id, also for ids of other workspaces. */
function findId(type: EntityType): Message {
  return message('not_found.find_by_value', { plural: pluralOf[type] })
}

export interface ParsedUpdate {
  readonly type: EntityType
  readonly parent: unknown
  readonly writes: readonly AttributeWrite[]
  readonly expected?: Preconditions | undefined
  readonly loggedLayouts?: LoggedLayouts | undefined
}

/**
 * Applies parsed writes and returns the row, the same one where nothing changed. Throws all faults together,
 * then conflicts.
 */
export function updateFrom(
  tx: WritableDb,
  row: EntityRow,
  { type, parent, writes, expected, loggedLayouts }: ParsedUpdate,
  faults: Faults,
  context: WriteContext,
): EntityRow {
  const view = viewFor(tx, context.role)
  const parentId = resolveParent(view, parent, { type, id: row.id }, faults)
  const stored = readStored(row)
  const resolved = resolveWrites(view, writes, faults, stored)
  faults.throwIfAny()
  requireExpected(view, row, expected)
  refuseDuplicates(tx, resolved, stored)
  const placed = loggedLayouts ? resolved.map((write) => keepPlaces(write, loggedLayouts)) : resolved
  return storeChanges(tx, stored, parentId, placed, context)
}

function keepPlaces(write: ResolvedWrite, loggedLayouts: LoggedLayouts): ResolvedWrite {
  return write.kind === 'reference' ? { ...write, loggedLayouts } : write
}

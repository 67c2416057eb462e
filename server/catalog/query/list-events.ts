import { entityTypes, parseUuid, type EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import {
  eventKinds,
  eventVias,
  type Actor,
  actorTypes,
  keyOfActor,
  type EventRecord,
} from '#shared/events.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { toJson, parseJson } from '../../store/database/json.ts'
import { type EventFilter, listEventPage } from '../../store/plan/event-pages.ts'
import {
  type EventRow,
  listDeletedKeys,
  changesJson,
  listActors,
  listEventsAfter,
  newestSequence,
} from '../../store/tables/events.ts'
import { type Answer, pageAnswer, dataAnswer } from '../answer.ts'
import { parseTimestamp, toIso } from '#shared/iso-times.ts'
import { getEntity } from '../entities/update-entity.ts'
import { Faults } from '../errors.ts'
import { fits, readFitting } from '../largest-answer.ts'
import { decodeCursor, encodeCursor, markList } from './cursor.ts'
import { compareTexts } from '#shared/text-order.ts'

export interface EventFilters {
  readonly type?: string | undefined
  readonly event?: string | undefined
  readonly attribute?: string | undefined
  readonly via?: string | undefined
  readonly job_id?: string | undefined
  readonly edit_id?: string | undefined
  readonly actor?: string | undefined
  readonly since?: string | undefined
  readonly until?: string | undefined
}

export interface ListEventsRequest {
  readonly of?: { readonly type: EntityType; readonly id: string } | undefined
  readonly filters: EventFilters
  /** Only events after this sequence number, oldest first. */
  readonly after?: number | undefined
  readonly limit: number
  readonly offset: number
  readonly isCounted?: boolean | undefined
  readonly maxBytes?: number | undefined
  readonly cursor?: string | undefined
  readonly faults: readonly FieldError[]
}

/**
 * One page of the change feed (decisions, Events): newest first, or oldest first after `after`. 404 comes
 * before faults.
 */
export function listEvents(db: ReadableDb, request: ListEventsRequest): Answer {
  const { of, filters, after, limit, cursor } = request
  const entity = of && getEntity(db, of.type, of.id).id
  const faults = new Faults(request.faults)
  const filter = checkFilters(db, filters, of?.type, faults)
  const mark = markList(db, ['events', entity, after, filter])
  const behind = cursor === undefined ? undefined : decodeCursor(mark, cursor, faults)?.entity
  faults.throwIfAny()

  const offset = behind === undefined ? request.offset : 0
  const window = { isAscending: after !== undefined, limit: limit + 1, offset, behind }
  const { events, total } = listEventPage(db, { ...filter, entity, after }, window)
  const { maxBytes } = request
  const { rows, truncated } = readFitting(
    (from, to) => events.slice(from, to).map((event) => fittingEventJson(event, maxBytes)),
    {
      asked: Math.min(limit, events.length),
      isCounted: request.isCounted === true,
      maxBytes,
      remedy: 'Read the entity itself.',
    },
  )
  const last = events[rows.length - 1]?.sequence ?? behind
  return pageAnswer(rows, {
    total,
    limit,
    offset,
    has_more: events.length > rows.length,
    next_cursor: encodeCursor(mark, last === undefined ? undefined : { entity: last, values: [] }),
    ...truncated,
  })
}

/** A value too large for an answer is left out, so that it does not block readers of the feed. */
function fittingEventJson(event: EventRow, maxBytes: number | undefined): string {
  const json = eventJson(event)
  return fits(json, maxBytes) ? json : eventJson({ ...event, changes: toJson([]) }, true)
}

export function checkEventFilters(
  db: ReadableDb,
  { filters, faults: structural }: Pick<ListEventsRequest, 'filters' | 'faults'>,
): EventFilter {
  const faults = new Faults(structural)
  const filter = checkFilters(db, filters, undefined, faults)
  faults.throwIfAny()
  return filter
}

export function checkFilters(
  db: ReadableDb,
  { type, event, attribute, via, job_id: job, edit_id: edit, actor, since, until }: EventFilters,
  ofType: EntityType | undefined,
  faults: Faults,
): EventFilter {
  return {
    type: oneOf('type', entityTypes, type, faults),
    kind: oneOf('event', eventKinds, event, faults),
    via: oneOf('via', eventVias, via, faults),
    attribute: checkAttribute(db, attribute, ofType, faults),
    job: checkId('job_id', job, faults),
    edit: checkId('edit_id', edit, faults),
    actor: checkActor(actor, faults),
    since: checkTime('since', since, faults),
    until: checkTime('until', until, faults),
  }
}

function oneOf<Value extends string>(
  field: string,
  values: readonly Value[],
  text: string | undefined,
  faults: Faults,
): Value | undefined {
  if (text === undefined) return undefined
  return values.find((value) => value === text) ?? faults.add(field, 'invalid_value', values, text)
}

function checkId(field: string, text: string | undefined, faults: Faults): string | undefined {
  return text === undefined ? undefined : (parseUuid(text) ?? faults.add(field, 'expected_uuid'))
}

/** The feed of a key or grant is empty without changes, and also for an unknown one. */
function checkActor(text: string | undefined, faults: Faults): string | undefined {
  if (text === undefined || /^[\w-]{1,100}$/.test(text)) return text
  return faults.explain('actor', 'invalid_value', noActor)
}

const noActor = 'Send `owner`, `system`, or the id of a key or of an agent, as `actor.id` of an event has it.'

function checkTime(field: string, text: string | undefined, faults: Faults): number | undefined {
  return text === undefined ? undefined : (parseTimestamp(text) ?? faults.add(field, 'expected_date'))
}

/** Accepts a defined key or one of a deleted attribute, whose changes are still in the feed. */
function checkAttribute(
  db: ReadableDb,
  key: string | undefined,
  ofType: EntityType | undefined,
  faults: Faults,
): string | undefined {
  if (key === undefined || key === 'parent_id') return key
  const types = ofType === undefined ? entityTypes : [ofType]
  const known = types.flatMap((type) => [...attributesOf(db, type).byKey.keys()])
  const isHidden = types.some(
    (type) => db.hidden?.keys[type].has(key) || db.hidden?.deleted.has(`${type} ${key}`),
  )
  if (known.includes(key) || (!isHidden && listDeletedKeys(db).includes(key))) return key
  return faults.addUnknown('attribute', 'not_a_defined_attribute', key, known)
}

/** The record of one event as JSON, spliced from the texts that are stored (decisions, Events). */
function eventJson(row: EventRow, isTruncated = false): string {
  const { uuid, sequence, kind, actor, via, job, request_id: request, changes, edit, automation } = row
  const at = toIso(row.created_at)
  return `{"id":"${uuid}","sequence":${sequence},"event":"${kind}",${subjectJson(row)},"actor":${actor},"via":"${via}","job_id":${
    job === null ? 'null' : `"${job}"`
  },"request_id":${JSON.stringify(request)}${edit === null ? '' : `,"edit_id":"${edit}"`},"automation_id":${JSON.stringify(automation)},"created_at":"${at}","changes":${changesJson(changes)}${isTruncated ? ',"truncated_by":"size"' : ''}}`
}

function subjectJson({ subject }: EventRow): string {
  const members = subject.slice(1, -1)
  if (members.startsWith('"entity":')) return members
  return members === '' ? '"entity":null' : `"entity":null,${members}`
}

/** Everybody who has changed anything, each once, the owner first. */
export function listPeople(db: ReadableDb, { faults }: { readonly faults: readonly FieldError[] }): Answer {
  new Faults(faults).throwIfAny()
  const people = new Map<string, Actor>()
  for (const actor of listActors(db).map(parseJson)) {
    const key = keyOfActor(actor)
    if (!people.has(key) || actor.name === null) people.set(key, actor)
  }
  const rank = ({ type }: Actor) => actorTypes.indexOf(type)
  const order = (one: Actor, other: Actor) =>
    rank(one) - rank(other) || compareTexts(one.name ?? '', other.name ?? '')
  return dataAnswer(200, JSON.stringify([...people.values()].sort(order)))
}

interface EventsAfter {
  readonly events: readonly EventRecord[]
  readonly newest: number
  /** Whether changes may be left out that the reader may not read. */
  readonly isRestricted: boolean
}

/** At most `limit` events after a sequence number, oldest first, and the newest number. */
export function readEventsAfter(
  db: ReadableDb,
  { sequence, limit }: { readonly sequence: number; readonly limit: number },
): EventsAfter {
  return {
    events: listEventsAfter(db, sequence, limit),
    newest: newestSequence(db),
    isRestricted: db.hidden !== undefined,
  }
}

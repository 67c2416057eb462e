import { entityTypes, findEntityType, type EntityType } from '#shared/entities.ts'
import type { FieldError } from '#shared/errors.ts'
import type { ChangeAction } from '#shared/events.ts'
import type { Job } from '#shared/jobs.ts'
import { toIso } from '#shared/iso-times.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { parseJson } from '../../store/database/json.ts'
import {
  type ActionCount,
  type ActionEvent,
  type ActionRow,
  listActionPage,
} from '../../store/plan/action-pages.ts'
import { readChanges, visibleChanges } from '../../store/tables/events.ts'
import { findJob } from '../../store/tables/jobs.ts'
import { type Answer, jsonAnswer } from '../answer.ts'
import { Faults } from '../errors.ts'
import { checkFilters, type EventFilters } from './list-events.ts'

interface ActionsRequest {
  readonly filters: Omit<EventFilters, 'event'> & {
    readonly after?: number | undefined
    readonly before?: number | undefined
  }
  readonly limit: number
  readonly faults: readonly FieldError[]
}

/** One page of what was done, newest first: 200. */
export function listActions(db: ReadableDb, { filters, limit, faults: structural }: ActionsRequest): Answer {
  const { after, before, ...rest } = filters
  const faults = new Faults(structural)
  const filter = checkFilters(db, rest, undefined, faults)
  faults.throwIfAny()
  const page = listActionPage(db, { ...filter, after }, { limit, before })
  const data = page.actions.map((action) => toAction(db, action))
  return jsonAnswer(200, JSON.stringify({ data, before: page.before ?? null }))
}

function toAction(db: ReadableDb, action: ActionRow): ChangeAction {
  const { id, newest, sample, counts = sample, events, first, last } = action
  const job = newest.job === null ? undefined : findJob(db, newest.job)
  const [only] = sample.length === 1 || isOneEntity(sample) ? sample : []
  return {
    id,
    actor: parseJson(newest.actor),
    via: newest.via,
    job: job ? jobOf(job) : null,
    edit_id: newest.edit,
    first_sequence: first,
    last_sequence: last,
    started_at: toIso(action.startedAt),
    ended_at: toIso(action.endedAt),
    events,
    is_whole: sample.length === events,
    kinds: [...new Set(counts.map(({ kind }) => kind))],
    subjects: action.counts ? sumByType(action.counts) : countEntities(action, job),
    entity: (only && parseJson(only.subject).entity) ?? null,
    name: only === undefined ? null : nameOf(db, only),
    attributes: attributesIn(db, sample),
  }
}

function jobOf({ id, name, metadata: { file } }: Job): ChangeAction['job'] {
  return { id, name, file: typeof file === 'string' ? file : null }
}

function isOneEntity(sample: readonly ActionEvent[]): boolean {
  const [first] = sample
  return first !== undefined && first.entity !== null && sample.every(({ entity }) => entity === first.entity)
}

/** The entities of a large action by type; one that was created and then changed counts once. */
function sumByType(counts: readonly ActionCount[]): ChangeAction['subjects'] {
  const byType = Map.groupBy(counts, ({ type }) => type)
  return entityTypes.flatMap((type) => {
    const entities = Math.max(0, ...(byType.get(type) ?? []).map((count) => count.entities))
    return entities === 0 ? [] : [{ type, entities }]
  })
}

/** Counts entities by type; of a job with very many events by what it says itself. */
function countEntities(
  { sample, events, newest }: ActionRow,
  job: Job | undefined,
): ChangeAction['subjects'] {
  const isPart = sample.length < events
  if (isPart && job) return countsOfResult(job)
  if (isPart && newest.edit === null) return []
  const byType = new Map<EntityType, Set<number | null>>()
  for (const { type, entity } of sample) {
    const known = findEntityType(type)
    if (known) byType.set(known, (byType.get(known) ?? new Set()).add(entity))
  }
  const types = entityTypes.filter((type) => byType.has(type))
  return types.map((type) => ({
    type,
    entities: isPart && types.length === 1 ? events : (byType.get(type)?.size ?? 0),
  }))
}

function countsOfResult({ metadata, result }: Job): ChangeAction['subjects'] {
  const type = findEntityType(metadata['type'])
  const { created = 0, updated = 0 } = (result ?? {}) as Readonly<Record<string, unknown>>
  const entities = Number(created) + Number(updated)
  return type !== undefined && entities > 0 ? [{ type, entities }] : []
}

function nameOf(db: ReadableDb, { subject }: ActionEvent): string | null {
  const { attribute, channel } = parseJson(subject)
  return channel?.name ?? (attribute && isThere(db, attribute) ? attribute.key : null)
}

const maxAttributes = 20

function isThere({ hidden }: ReadableDb, { id }: { readonly id: string }): boolean {
  return hidden?.uuids.has(id) !== true
}

function attributesIn(db: ReadableDb, sample: readonly ActionEvent[]): ChangeAction['attributes'] {
  const found = new Map<string, ChangeAction['attributes'][number]>()
  for (const event of sample) {
    const { kind, type, subject } = event
    const { attribute } = kind.startsWith('attribute.') ? parseJson(subject) : {}
    if (attribute && isThere(db, attribute))
      found.set(`${attribute.entity_type} ${attribute.key}`, {
        key: attribute.key,
        entity_type: attribute.entity_type,
      })
    const entityType = findEntityType(type)
    if (kind !== 'entity.updated' || !entityType) continue
    for (const { attribute: key } of readChanges(visibleChanges(db, event)))
      found.set(`${entityType} ${key}`, { key, entity_type: entityType })
    if (found.size > maxAttributes) break
  }
  return [...found.values()].slice(0, maxAttributes)
}

import type { WriteContext } from '../../events/record-event.ts'
import {
  type EditState,
  roomForNames,
  toChangedSince,
  assertAtCheckpoint,
  addErrors,
  beginState,
  type EditCounts,
} from '../../edits/edit-outcome.ts'
import { type ChangedSince, type RemainingAttribute, maxRowErrors } from '#shared/jobs.ts'
import type { ReadableDb, WritableDb } from '../../../store/database/database.ts'
import type { FieldError } from '#shared/errors.ts'
import { parseUuid, type EntityType } from '#shared/entities.ts'
import { findJob, isFetchingPictures, saveJobProgress } from '../../../store/tables/jobs.ts'
import { jobNotFound, Faults, conflict, CatalogError } from '../../errors.ts'
import { message, textOf, referenceOf, type Message } from '#shared/messages/message.ts'
import {
  countJobEntities,
  listJobEntityEvents,
  listUndoneImports,
  type JobEntityEvent,
  listCreations,
  listTouched,
  listJobAttributes,
} from '../../../store/tables/edits.ts'
import type { IndexName } from '../../../store/database/writer-requests.ts'
import { isIndexMissing } from '../../../store/tables/indexes.ts'
import { undoEvent, takeBackParent } from '../../edits/undo-event.ts'
import { unlearnChannels } from '../../channels/learned-fields.ts'
import { takeBackAxes } from '../../variants/axes.ts'
import { findAlive, findTrashed, listTrees } from '../../../store/tables/trash.ts'
import { restoreTrees, trashEntities } from '../../trash/trash-entities.ts'
import { listReferrers, type ReferrerRow } from '../../../store/tables/references.ts'
import type { Change } from '#shared/events.ts'
import { getEntityRow } from '../../../store/tables/entities.ts'
import { attributesOf, type Attribute, listClassRows } from '../../../store/tables/attributes.ts'
import { ownValues, isSameValue } from '../../entities/current-values.ts'
import { isHeldByOthers } from '../../../store/computed/attribute-values.ts'
import { deleteAttribute } from '../../attributes/delete-attribute.ts'
import { listViewRows } from '../../../store/tables/views.ts'
import { parseJson } from '../../../store/database/json.ts'
import { listChannelStates } from '../../../store/tables/channels.ts'

export interface UndoImportInput {
  readonly import: string
  readonly changes: number
  readonly edit_id: string
  readonly context: Omit<WriteContext, 'job_id'>
}

export interface UndoImportState extends EditState {
  readonly trashed: number
  /** Values that stay because somebody has changed them since. */
  readonly kept: number
  /**
   * Entities created by the import that stay, because they or their descendants have changed since, or
   * because others refer to them.
   */
  readonly changed_meanwhile: number
  readonly changed_meanwhile_ids: readonly string[]
  readonly removed_attributes?: readonly string[]
  readonly kept_attributes?: readonly RemainingAttribute[]
  readonly attributes_left?: readonly string[]
}

/**
 * Finds the import of a job: 404 for an unknown job, 409 for one that is no import, still runs, or has
 * changed nothing. Returns the number of creations and changes to undo.
 */
export function checkUndoImport(
  db: ReadableDb,
  { id, faults }: { readonly id: string; readonly faults: readonly FieldError[] },
): { job: string; changes: number } {
  const uuid = parseUuid(id)
  const job = uuid && findJob(db, uuid)
  if (!job) throw jobNotFound(id)
  new Faults(faults).throwIfAny()
  if (job.name !== 'import') throw conflict(message('import.undo_only_imports'))
  if (job.completed_at === null) throw conflict(message('import.undo_while_running'))
  if (isFetchingPictures(db, job.id)) throw conflict(message('import.undo_while_fetching'))
  const changes = countJobEntities(db, job.id)
  if (changes === 0) throw conflict(message('import.undo_nothing'))
  return { job: job.id, changes }
}

export function missingForUndo(db: ReadableDb): IndexName[] {
  return isIndexMissing(db, 'history') ? ['history'] : []
}

const chunkSize = 100

interface UndoImportChunk {
  readonly jobId: string
  readonly input: UndoImportInput
  readonly checkpoint: UndoImportState | undefined
}

/**
 * Undoes a part of an import, the last changes first, with the checkpoint: created entities go to the
 * trash and changed values are restored, where they are still as the import left them. Created attributes
 * go last.
 */
export function undoImportChunk(
  tx: WritableDb,
  { jobId, input, checkpoint }: UndoImportChunk,
): { isCancelled: boolean; isDone: boolean; state: UndoImportState } {
  assertAtCheckpoint(tx, jobId, checkpoint)
  const before = checkpoint ?? emptyState(input.changes)
  const context = { ...input.context, job_id: jobId, edit_id: input.edit_id }
  if (before.attributes_left) return takeBackAttribute(tx, { jobId, input, before, context })
  const events = listJobEntityEvents(tx, input.import, {
    before: before.position || Number.MAX_SAFE_INTEGER,
    limit: chunkSize,
  })
  const done = before.changed + before.unchanged + before.failed + before.trashed + before.changed_meanwhile
  const counts: UndoCounts = { changed: 0, unchanged: 0, failed: 0, errors: [], kept: 0, since: [] }
  // Feeds put away what a file lacks.
  restoreGone(
    tx,
    events.filter(({ kind }) => kind === 'entity.deleted'),
    { context, counts },
  )
  const named = roomForNames(before)
  // Values come first: an entity is trashed in its state at creation, with its descendants.
  events
    .filter(({ kind }) => kind === 'entity.updated')
    .forEach((event, index) => takeBack(tx, event, { context, row: done + index + 1, counts, named }))
  const created = events.filter(({ kind }) => kind === 'entity.created')
  const { trashed, stayed } = trashCreated(tx, created, { job: input.import, undo: jobId, context })
  counts.unchanged += created.length - trashed - stayed.length
  const state = {
    ...before,
    ...addErrors({ ...before, position: events.at(-1)?.sequence ?? before.position }, counts),
    trashed: before.trashed + trashed,
    kept: before.kept + counts.kept,
    changed_since: withSince(before, counts.since),
    changed_meanwhile: before.changed_meanwhile + stayed.length,
    changed_meanwhile_ids: [...before.changed_meanwhile_ids, ...stayed].slice(0, maxRowErrors),
  }
  const isEmptied = events.length < chunkSize
  if (isEmptied) unlearnChannels(tx, input.import)
  const left = isEmptied ? listCreatedAttributes(tx, takenBack(tx, input)).map(({ uuid }) => uuid) : undefined
  const next = left ? { ...state, attributes_left: left } : state
  const progress = { current: done + events.length, total: input.changes, checkpoint: next }
  return { ...saveJobProgress(tx, jobId, progress), isDone: left?.length === 0, state: next }
}

function withSince(
  { changed_since: listed = [] }: UndoImportState,
  more: readonly ChangedSince[],
): ChangedSince[] {
  return [...listed, ...more].slice(0, maxRowErrors)
}

interface AttributeStep extends Pick<UndoImportChunk, 'jobId' | 'input'> {
  readonly before: UndoImportState
  readonly context: WriteContext
}

/** One attribute at a time, because entities in the trash may hold many values of it. */
function takeBackAttribute(
  tx: WritableDb,
  { jobId, input, before, context }: AttributeStep,
): ReturnType<typeof undoImportChunk> {
  const [next, ...left] = before.attributes_left ?? []
  const jobs = takenBack(tx, input)
  const attribute = listCreatedAttributes(tx, jobs).find(({ uuid }) => uuid === next)
  const remaining = attribute && dropCreatedAttribute(tx, attribute, { jobs, context })
  const isOwn = listCreatedAttributes(tx, [input.import]).some(({ uuid }) => uuid === next)
  const { removed_attributes: removed = [], kept_attributes: stayed = [] } = before
  const state = {
    ...before,
    attributes_left: left,
    removed_attributes: attribute && !remaining ? [...removed, attribute.key] : removed,
    kept_attributes: remaining && isOwn ? [...stayed, remaining] : stayed,
  }
  const progress = { current: input.changes, total: input.changes, checkpoint: state }
  return { ...saveJobProgress(tx, jobId, progress), isDone: left.length === 0, state }
}

/**
 * This import and those undone before: files of one delivery fill each other's attributes, which go with
 * the last of them.
 */
function takenBack(db: ReadableDb, { import: job }: UndoImportInput): string[] {
  return [...new Set([job, ...listUndoneImports(db)])]
}

function emptyState(matched: number): UndoImportState {
  return { ...beginState(matched), trashed: 0, kept: 0, changed_meanwhile: 0, changed_meanwhile_ids: [] }
}

interface UndoCounts extends EditCounts {
  kept: number
  readonly since: ChangedSince[]
}

interface TakeBack {
  readonly context: WriteContext
  readonly row: number
  readonly counts: UndoCounts
  readonly named: { left: number }
}

function takeBack(tx: WritableDb, event: JobEntityEvent, { context, row, counts, named }: TakeBack): void {
  const outcomes = undoEvent(tx, { type: event.type, context, named }, event, row)
  const parent = takeBackParent(tx, event, context)
  const axes = takeBackAxes(tx, event, context)
  const refused = outcomes.find((outcome) => outcome.status === 'refused')
  if (refused) counts.errors.push({ row, id: refused.id, error: refused.error })
  for (const outcome of outcomes) {
    if (outcome.status !== 'changed_meanwhile') continue
    const since = toChangedSince(outcome)
    counts.kept += since.length
    counts.since.push(...since)
  }
  if (parent === 'kept') counts.kept += 1
  if (axes === 'kept') counts.kept += 1
  const isChanged = outcomes.some((outcome) => outcome.status === 'applied' && outcome.isChanged)
  if (isChanged || parent === 'moved' || axes === 'changed') counts.changed += 1
  else counts[refused ? 'failed' : 'unchanged'] += 1
}

/** Brings back what the import put into the trash; what cannot return, as its number is taken, stays there. */
function restoreGone(
  tx: WritableDb,
  events: readonly JobEntityEvent[],
  { context, counts }: Pick<TakeBack, 'context' | 'counts'>,
): void {
  const roots = findTrashed(
    tx,
    events.map(({ uuid }) => uuid),
  ).filter(({ id, root }) => id === root)
  counts.unchanged += events.length - roots.length
  for (const { id } of roots) {
    try {
      tx.nested(() => restoreTrees(tx, [id], context))
      counts.changed += 1
    } catch (error) {
      if (!(error instanceof CatalogError)) throw error
      counts.kept += 1
      counts.unchanged += 1
    }
  }
}

interface TrashCreated {
  readonly job: string
  readonly undo: string
  readonly context: WriteContext
}

interface TrashedEntities {
  readonly trashed: number
  readonly stayed: readonly string[]
}

/**
 * Trashes a job's created entities with their descendants, if unchanged and without other references.
 * Entities already gone are skipped. Those that stay are checked again while others go, which may have
 * referred to them.
 */
function trashCreated(
  tx: WritableDb,
  events: readonly JobEntityEvent[],
  place: TrashCreated,
): TrashedEntities {
  let trashed = 0
  let left = [...Map.groupBy(events, (event): EntityType => event.type)].map(([type, group]) => ({
    type,
    uuids: group.map(({ uuid }) => uuid),
  }))
  for (;;) {
    const before = trashed
    left = left.map(({ type, uuids }) => {
      const round = trashOfType(tx, type, { uuids, place })
      trashed += round.trashed
      return { type, uuids: round.stayed }
    })
    const stayed = left.flatMap(({ uuids }) => uuids)
    if (stayed.length === 0 || trashed === before) return { trashed, stayed }
  }
}

interface OfType {
  readonly uuids: readonly string[]
  readonly place: TrashCreated
}

function trashOfType(
  tx: WritableDb,
  type: EntityType,
  { uuids, place }: OfType,
): { trashed: number; stayed: string[] } {
  const alive = findAlive(tx, type, uuids)
  const staying = findStaying(tx, type, { ids: alive.map(({ id }) => id), place })
  const stayed = alive.filter(({ id }) => staying.has(id)).map(({ uuid }) => uuid)
  const ids = alive.filter(({ id }) => !staying.has(id)).map(({ uuid }) => uuid)
  if (ids.length > 0) trashEntities(tx, { body: { type, ids }, faults: [], context: place.context })
  return { trashed: ids.length, stayed }
}

function findStaying(
  tx: WritableDb,
  type: EntityType,
  { ids, place }: { readonly ids: readonly number[]; readonly place: TrashCreated },
): ReadonlySet<number> {
  const members = new Map(listTrees(tx, ids).map((member) => [member.id, member.parent]))
  const creations = new Map(
    listCreations(tx, place.job, [...members.keys()]).map(({ entity, changes }) => [entity, changes]),
  )
  const touched = Map.groupBy(listTouched(tx, [...members.keys()], place), ({ entity }) => entity)
  const staying = new Set<number>()
  const keep = (id: number): void => {
    for (let above: number | null | undefined = id; above; above = members.get(above)) staying.add(above)
  }
  for (const id of members.keys()) {
    const created = creations.get(id)
    const keys = (touched.get(id) ?? []).map(({ attribute }) => attribute)
    if (!created || !isAsCreated(tx, type, { id, created, keys })) keep(id)
  }
  keepReferred(listReferrers(tx, [...members.keys()]), (id) => !members.has(id) || staying.has(id), keep)
  return staying
}

/**
 * Keeps entities with references from staying ones, repeatedly until no more are added, because a
 * reference into the trash would be lost work.
 */
function keepReferred(
  referrers: readonly ReferrerRow[],
  stays: (id: number) => boolean,
  keep: (id: number) => void,
): void {
  const waiting = referrers.filter(([, target]) => !stays(target))
  const referring = waiting.filter(([source]) => stays(source))
  for (const [, target] of referring) keep(target)
  if (referring.length > 0) keepReferred(waiting, stays, keep)
}

function isAsCreated(
  tx: WritableDb,
  type: EntityType,
  {
    id,
    created,
    keys,
  }: { readonly id: number; readonly created: readonly Change[]; readonly keys: readonly string[] },
): boolean {
  if (keys.length === 0) return true
  const row = getEntityRow(tx, id)
  const attributes = attributesOf(tx, type)
  const written = new Map(created.map((change) => [change.attribute, change.new]))
  const current = ownValues(tx, row, attributes, keys)
  return keys.every((key) => {
    if (key === 'parent_id') return row.parent_uuid === (written.get(key) ?? null)
    const attribute = attributes.byKey.get(key)
    return attribute === undefined || isSameValue(attribute, written.get(key) ?? null, current[key])
  })
}

function listCreatedAttributes(db: ReadableDb, jobs: readonly string[]): Attribute[] {
  return listJobAttributes(db, jobs).flatMap(({ key, type }) => attributesOf(db, type).byKey.get(key) ?? [])
}

/**
 * Deletes an attribute made by one of the jobs, or returns why it stays: another value or definition needs
 * it.
 */
function dropCreatedAttribute(
  tx: WritableDb,
  attribute: Attribute,
  { jobs, context }: { readonly jobs: readonly string[]; readonly context: WriteContext },
): RemainingAttribute | undefined {
  const { key, entityType: type } = attribute
  const reason = isHeldByOthers(tx, attribute, jobs)
    ? message('attribute.has_other_values')
    : findUse(tx, attribute)
  if (reason !== undefined) return { key, type, reason: textOf(reason), ...referenceOf(reason) }
  try {
    deleteAttribute(tx, { key, type, faults: [], context })
    return undefined
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error
    return { key, type, reason: error.message, ...referenceOf(error.sentence) }
  }
}

function findUse(db: ReadableDb, { key, uuid, entityType: type }: Attribute): Message | undefined {
  const view = listViewRows(db, type).find(({ definition }) => names(parseJson(definition), key))
  if (view) return message('attribute.used_by_view', { name: view.name })
  const owner = listClassRows(db, type).find(({ content }) =>
    content.attributes.some(({ attribute }) => attribute === uuid),
  )
  if (owner) return message('attribute.used_by_class', { name: owner.name })
  const channels = [...listChannelStates(db)].find(([, { decided }]) => [...decided.values()].includes(uuid))
  return channels && message('attribute.used_by_channel', { name: channels[0] })
}

function names(value: unknown, key: string): boolean {
  if (typeof value === 'object' && value !== null)
    return Object.values(value).some((part) => names(part, key))
  return value === key
}

export function dropUnusedAttributes(
  tx: WritableDb,
  { job, context }: { readonly job: string; readonly context: WriteContext },
): string[] {
  const created = listCreatedAttributes(tx, [job])
  return created
    .filter((attribute) => dropCreatedAttribute(tx, attribute, { jobs: [job], context }))
    .map(({ key }) => key)
}

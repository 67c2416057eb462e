import type { EntityType } from '#shared/entities.ts'
import type { Change } from '#shared/events.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import type { WritableDb } from '../../store/database/database.ts'
import { type JobEntityEvent, listCreations, listTouched } from '../../store/tables/edits.ts'
import { getEntityRow } from '../../store/tables/entities.ts'
import { listReferrers, type ReferrerRow } from '../../store/tables/references.ts'
import { findAlive, listTrees } from '../../store/tables/trash.ts'
import { isSameValue, ownValues } from '../entities/current-values.ts'
import type { WriteContext } from '../events/record-event.ts'
import { trashEntities } from '../trash/trash-entities.ts'

export interface TrashCreated {
  /** The job that created them, and the one that takes it back. */
  readonly job: string
  readonly undo: string
  readonly context: WriteContext
}

export interface Trashed {
  readonly trashed: number
  /** Those that stay, because they or something below them is not as the job left it, or something that stays refers to them. */
  readonly kept: readonly string[]
}

/**
 * Moves what a job created to the trash where it still is as the job left it and nothing else refers to it, with all that lies
 * below. What has gone already is left as it is. What stays is looked at again as long as anything goes, for that may have referred to it.
 */
export function trashCreated(
  tx: WritableDb,
  events: readonly JobEntityEvent[],
  place: TrashCreated,
): Trashed {
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
      return { type, uuids: round.kept }
    })
    const kept = left.flatMap(({ uuids }) => uuids)
    if (kept.length === 0 || trashed === before) return { trashed, kept }
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
): { trashed: number; kept: string[] } {
  const alive = findAlive(tx, type, uuids)
  const staying = findStaying(tx, type, { ids: alive.map(({ id }) => id), place })
  const kept = alive.filter(({ id }) => staying.has(id)).map(({ uuid }) => uuid)
  const ids = alive.filter(({ id }) => !staying.has(id)).map(({ uuid }) => uuid)
  if (ids.length > 0) trashEntities(tx, { body: { type, ids }, faults: [], context: place.context })
  return { trashed: ids.length, kept }
}

/** What is not as the job left it or referred to by what stays, and all that lies above such. */
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

/** Keeps what something that stays refers to, until that keeps no more: a reference into the trash would be lost work. */
function keepReferred(
  referrers: readonly ReferrerRow[],
  stays: (id: number) => boolean,
  keep: (id: number) => void,
): void {
  const waiting = referrers.filter(([, target]) => !stays(target))
  const kept = waiting.filter(([source]) => stays(source))
  for (const [, target] of kept) keep(target)
  if (kept.length > 0) keepReferred(waiting, stays, keep)
}

/** Tells whether values that others have touched since are again what they were when the entity was created. */
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
    // A value whose attribute has been deleted is gone whatever becomes of the entity.
    return attribute === undefined || isSameValue(attribute, written.get(key) ?? null, current[key])
  })
}

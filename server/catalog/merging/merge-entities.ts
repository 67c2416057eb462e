/**
 * Merges entities into one survivor: references move to it, and the others go to the trash. The `edit_id` of
 * the context undoes all of it.
 */
import { type EntityType, type ReferenceStub, toEntityType } from '#shared/entities.ts'
import type { MergeResult } from '#shared/schemas/duplicates.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { changeEntity, type EntityRow, getEntityRow, listEntityRows } from '../../store/tables/entities.ts'
import {
  closeGroups,
  moveAttachments,
  countReferencesTo,
  listChildrenOf,
  listSourcesOf,
} from '../../store/tables/merge-changes.ts'
import { refuseDuplicates, type ResolvedWrite } from '../entities/resolve-writes.ts'
import { readStored } from '../entities/current-values.ts'
import { storeChanges } from '../entities/write-entity.ts'
import { recordEntityEvent, type WriteContext } from '../events/record-event.ts'
import { trashTrees } from '../trash/trash-entities.ts'
import { leaveEntityAliases } from './leave-aliases.ts'
import { redirectReferences, toIdentity, resolveSurvivorValues } from './taken-values.ts'

export interface MergeGroup {
  readonly keep: number
  readonly merge: readonly number[]
  /** By attribute key, the entity that supplies the value; the survivor keeps every other value. */
  readonly values: Readonly<Record<string, number>>
}

export interface MergePlan {
  readonly type: EntityType
  readonly groups: readonly MergeGroup[]
}

export type MergeContext = WriteContext & { readonly edit_id: string }

export type MovedCounts = MergeResult['moved']

const all = Number.MAX_SAFE_INTEGER

/** Merges all groups in the transaction of the caller. Throws a conflict where a unique value is taken. */
export function mergeGroups(tx: WritableDb, { type, groups }: MergePlan, context: MergeContext): MovedCounts {
  let moved: MovedCounts = { references: 0, variants: 0 }
  for (const group of groups) {
    moved = addMoved(moved, moveSome(tx, type, group, { limit: all, context }))
    finishMerge(tx, type, group, context)
  }
  return moved
}

export function addMoved(one: MovedCounts, other: MovedCounts): MovedCounts {
  return { references: one.references + other.references, variants: one.variants + other.variants }
}

export interface SomeOfMerge {
  readonly limit: number
  readonly context: MergeContext
}

export function moveSome(
  tx: WritableDb,
  type: EntityType,
  group: MergeGroup,
  { limit, context }: SomeOfMerge,
): MovedCounts {
  const survivor = toIdentity(readSurvivor(tx, group, context), type)
  const sources = listSourcesOf(tx, group.merge, limit)
  const replacement = { merge: group.merge, survivor }
  let references = 0
  for (const row of listEntityRows(tx, sources))
    references += redirectReferences(tx, row, replacement, context)
  const children = listChildrenOf(tx, group, limit - sources.length)
  for (const row of listEntityRows(tx, children)) storeChanges(tx, readStored(row), survivor.id, [], context)
  return { references, variants: children.length }
}

/** A survivor below a merged entity moves to the position of the topmost one, so that no cycle closes. */
function readSurvivor(tx: WritableDb, { keep, merge }: MergeGroup, context: MergeContext): EntityRow {
  const row = getEntityRow(tx, keep)
  let place: number | null | undefined
  for (let above = row.parent; above !== null;) {
    const { id, parent } = getEntityRow(tx, above)
    if (merge.includes(id)) place = parent
    above = parent
  }
  return place === undefined ? row : storeChanges(tx, readStored(row), place, [], context)
}

/** Trashes merged entities once they have no referrers, and gives the survivor the chosen values. */
export function finishMerge(
  tx: WritableDb,
  type: EntityType,
  group: MergeGroup,
  context: MergeContext,
): void {
  const survivor = getEntityRow(tx, group.keep)
  const writes = resolveSurvivorValues(tx, type, group)
  const merged = listEntityRows(tx, group.merge)
  for (const one of merged) moveAttachments(tx, context.edit_id, one, survivor)
  closeGroups(tx, context.edit_id, group.merge)
  leaveEntityAliases(tx, type, { merged, survivor }, context)
  const into = { ...context, merge: { merged_into: toStub(survivor) } }
  // One by one from below, so that each can be restored alone.
  for (const { id } of lowestFirst(merged))
    for (const { id: trashed, uuid, label } of trashTrees(tx, [id]))
      recordEntityEvent(tx, 'entity.deleted', { id: trashed, uuid, label, type }, [], into)
  writeSurvivor(tx, group.keep, writes, { ...context, merge: { merged: merged.map(toStub) } })
}

function lowestFirst(rows: readonly EntityRow[]): EntityRow[] {
  const parents = new Map(rows.map(({ id, parent }) => [id, parent]))
  const depthOf = ({ id }: EntityRow): number => {
    let depth = 0
    for (let above = parents.get(id); above; above = parents.get(above)) depth += 1
    return depth
  }
  return rows.toSorted((one, other) => depthOf(other) - depthOf(one))
}

function writeSurvivor(
  tx: WritableDb,
  keep: number,
  writes: readonly ResolvedWrite[],
  context: WriteContext,
): void {
  const row = getEntityRow(tx, keep)
  const stored = readStored(row)
  refuseDuplicates(tx, writes, stored)
  if (storeChanges(tx, stored, undefined, writes, context) !== row) return
  const changed = changeEntity(tx, row, row)
  recordEntityEvent(tx, 'entity.updated', toIdentity(changed, toEntityType(row.type)), [], context)
}

function toStub({ uuid, type, label }: EntityRow): ReferenceStub {
  return { id: uuid, type: toEntityType(type), label }
}

export function countMoves(
  db: ReadableDb,
  { groups }: MergePlan,
): MovedCounts & { readonly entities: number } {
  const counts = groups.map((group) => {
    const variants = listChildrenOf(db, group, all).length
    const sources = listSourcesOf(db, group.merge, all).length
    return { references: countReferencesTo(db, group.merge), variants, entities: sources + variants }
  })
  const sum = (key: 'references' | 'variants' | 'entities') =>
    counts.reduce((total, count) => total + count[key], 0)
  return { references: sum('references'), variants: sum('variants'), entities: sum('entities') }
}

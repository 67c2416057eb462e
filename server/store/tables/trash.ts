/**
 * The trash: a trashed entity moves to separate tables with its references, so other queries need not
 * exclude it. A reference returns when both of its ends live again.
 */
import { countType, type EntityRow, type StubRow, noteLastId } from './entities.ts'
import { entityTypes, type EntityType, toEntityType } from '#shared/entities.ts'
import { attributesOf } from './attributes.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'
import { removeLostComments } from './comments.ts'
import { removeLostImportRows } from './imports.ts'
import { documentColumn } from './leftover-values.ts'
import { removeLostNotes } from './notes.ts'
import { removeLostAxes } from './variant-axes.ts'
import { removeLostFindings } from './quality.ts'
import { removeLostProposals } from './proposals.ts'
import { removeLostScraped } from './scraped-sources.ts'

export interface TrashedEntity {
  readonly id: number
  readonly uuid: string
  readonly type: number
  readonly parent: number | null
  readonly label: string | null
  readonly attributes: EntityRow['attributes']
  /** The internal id of the entity it was trashed with; its own if it was trashed by name. */
  readonly root: number
}

export function findAlive(
  db: ReadableDb,
  type: EntityType,
  uuids: readonly string[],
): { id: number; uuid: string }[] {
  return db.all(
    'SELECT e.id, e.uuid FROM json_each(?) j CROSS JOIN entity e ON e.uuid = j.value WHERE e.type = ?',
    JSON.stringify(uuids),
    entityTypes.indexOf(type),
  )
}

/** The given entities and their descendants, each with its topmost given ancestor. */
export function listTrees(db: ReadableDb, ids: readonly number[]): TrashedEntity[] {
  const rows = db.all<TrashedEntity>(
    `WITH RECURSIVE tree (id, root) AS (
       SELECT value, value FROM json_each(?) UNION SELECT e.id, tree.root FROM entity e JOIN tree ON e.parent = tree.id)
     SELECT e.id, e.uuid, e.type, e.parent, e.label, ${documentColumn(db, 'e')} AS attributes, tree.root FROM tree JOIN entity e USING (id) ORDER BY e.id`,
    JSON.stringify(ids),
  )
  // A named entity below another named one goes with that one.
  const covered = new Set(rows.filter(({ id, root }) => id !== root).map(({ id }) => id))
  return rows.filter(({ root }) => !covered.has(root))
}

export function moveToTrash(tx: WritableDb, members: readonly TrashedEntity[]): void {
  const ids = idsOf(members)
  tx.run(
    `INSERT INTO trashed_entity (id, uuid, type, parent, label, created_at, updated_at, attributes, trashed_at, root)
     SELECT e.id, e.uuid, e.type, e.parent, e.label, e.created_at, e.updated_at, e.attributes, ?, j.value ->> 1
     FROM json_each(?) j CROSS JOIN entity e ON e.id = j.value ->> 0`,
    Date.now(),
    JSON.stringify(members.map(({ id, root }) => [id, root])),
  )
  for (const end of ['source', 'target']) {
    const where = `WHERE ${end} IN (SELECT value FROM json_each(?))`
    tx.run(
      `INSERT INTO trashed_reference SELECT source, attribute, position, target FROM reference ${where}`,
      ids,
    )
    tx.run(`DELETE FROM reference ${where}`, ids)
  }
  for (const type of typesOf(members)) {
    for (const { id, traits } of attributesOf(tx, type).list) {
      if (traits.shape === 'scalar')
        tx.run(`DELETE FROM value_${id} WHERE entity IN (SELECT value FROM json_each(?))`, ids)
    }
  }
  // One statement, since at the end of each no child may point to a missing parent.
  tx.run('DELETE FROM entity WHERE id IN (SELECT value FROM json_each(?))', ids)
  countTypes(tx, members, -1)
}

export function findTrashed(db: ReadableDb, uuids: readonly string[]): TrashedEntity[] {
  return db.all(
    `SELECT t.id, t.uuid, t.type, t.parent, t.label, ${documentColumn(db, 't')} AS attributes, t.root
     FROM json_each(?) j CROSS JOIN trashed_entity t ON t.uuid = j.value`,
    JSON.stringify(uuids),
  )
}

export function listGroups(db: ReadableDb, roots: readonly number[]): TrashedEntity[] {
  return db.all(
    `SELECT t.id, t.uuid, t.type, t.parent, t.label, ${documentColumn(db, 't')} AS attributes, t.root FROM trashed_entity t
     WHERE root IN (SELECT value FROM json_each(?)) ORDER BY id`,
    JSON.stringify(roots),
  )
}

export function findTrashedUuid(db: ReadableDb, id: number): string | undefined {
  return db.get<{ uuid: string }>('SELECT uuid FROM trashed_entity WHERE id = ?', id)?.uuid
}

export function listTrashedStubs(db: ReadableDb, ids: readonly number[]): StubRow[] {
  return db.tuples<StubRow>(
    'SELECT t.id, t.uuid, t.type, t.label FROM json_each(?) j CROSS JOIN trashed_entity t ON t.id = j.value',
    JSON.stringify(ids),
  )
}

/**
 * Moves whole groups back. A parent that was deleted for good is dropped. The caller fills the value
 * tables.
 */
export function moveFromTrash(tx: WritableDb, members: readonly TrashedEntity[]): void {
  const ids = idsOf(members)
  tx.run(
    `INSERT INTO entity (id, uuid, type, parent, label, created_at, updated_at, attributes)
     SELECT t.id, t.uuid, t.type,
       CASE WHEN EXISTS (SELECT 1 FROM entity e WHERE e.id = t.parent) OR EXISTS (SELECT 1 FROM trashed_entity p WHERE p.id = t.parent)
         THEN t.parent END,
       t.label, t.created_at, max(?, t.updated_at + 1), t.attributes
     FROM json_each(?) j CROSS JOIN trashed_entity t ON t.id = j.value`,
    Date.now(),
    ids,
  )
  tx.run('DELETE FROM trashed_entity WHERE id IN (SELECT value FROM json_each(?))', ids)
  for (const end of ['source', 'target']) {
    const where = `WHERE ${end} IN (SELECT value FROM json_each(?))
      AND EXISTS (SELECT 1 FROM entity WHERE id = source) AND EXISTS (SELECT 1 FROM entity WHERE id = target)`
    tx.run(
      `INSERT INTO reference SELECT source, attribute, position, target FROM trashed_reference ${where}`,
      ids,
    )
    tx.run(`DELETE FROM trashed_reference ${where}`, ids)
  }
  countTypes(tx, members, 1)
}

export function trashedTexts(db: ReadableDb, text: string): string[] {
  return db.column<string>('SELECT attributes FROM trashed_entity WHERE instr(attributes, ?) > 0', text)
}

/** Deletes groups for good, by default all; returns the number of entities. */
export function removeTrashed(tx: WritableDb, roots: readonly number[] | undefined): number {
  noteLastId(tx)
  const removed = removeRows(tx, roots)
  removeLostScraped(tx)
  removeLostProposals(tx)
  removeLostNotes(tx)
  removeLostComments(tx)
  removeLostImportRows(tx)
  removeLostAxes(tx)
  removeLostFindings(tx)
  return removed
}

function removeRows(tx: WritableDb, roots: readonly number[] | undefined): number {
  if (!roots) {
    tx.run('DELETE FROM trashed_reference')
    return tx.run('DELETE FROM trashed_entity').changes
  }
  const ids = idsOf(listGroups(tx, roots))
  for (const end of ['source', 'target'])
    tx.run(`DELETE FROM trashed_reference WHERE ${end} IN (SELECT value FROM json_each(?))`, ids)
  return tx.run('DELETE FROM trashed_entity WHERE id IN (SELECT value FROM json_each(?))', ids).changes
}

export interface TrashRow {
  readonly id: number
  readonly uuid: string
  readonly type: number
  readonly label: string | null
  readonly parent_uuid: string | null
  readonly created_at: number
  readonly updated_at: number
  readonly trashed_at: number
  readonly others: number
}

export interface TrashWindow {
  readonly type: EntityType | undefined
  readonly limit: number
  readonly offset: number
  readonly after: readonly [trashedAt: number, id: number] | undefined
}

export function listTrash(
  db: ReadableDb,
  { type, limit, offset, after }: TrashWindow,
): { rows: TrashRow[]; total: number } {
  const ofType = type === undefined ? '' : `AND t.type = ${entityTypes.indexOf(type)}`
  const from = `FROM trashed_entity t WHERE t.id = t.root ${ofType}`
  const rows = db.all<TrashRow>(
    `SELECT t.id, t.uuid, t.type, t.label, t.created_at, t.updated_at, t.trashed_at,
       coalesce((SELECT uuid FROM entity WHERE id = t.parent), (SELECT uuid FROM trashed_entity WHERE id = t.parent)) AS parent_uuid,
       (SELECT count(*) - 1 FROM trashed_entity g WHERE g.root = t.id) AS others
     ${from} AND (t.trashed_at, t.id) < (?, ?) ORDER BY t.trashed_at DESC, t.id DESC LIMIT ? OFFSET ?`,
    ...(after ?? [Number.MAX_SAFE_INTEGER, 0]),
    limit,
    offset,
  )
  return { rows, total: db.get<{ total: number }>(`SELECT count(*) AS total ${from}`)?.total ?? 0 }
}

function idsOf(members: readonly { readonly id: number }[]): string {
  return JSON.stringify(members.map(({ id }) => id))
}

function typesOf(members: readonly TrashedEntity[]): EntityType[] {
  return [...new Set(members.map(({ type }) => type))].map((type) => toEntityType(type))
}

function countTypes(tx: WritableDb, members: readonly TrashedEntity[], step: 1 | -1): void {
  for (const [type, { length }] of Map.groupBy(members, (member) => member.type))
    countType(tx, type, step * length)
}

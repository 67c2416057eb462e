import type { DuplicateGroup, DuplicateStatus, DuplicateWay } from '#shared/duplicates.ts'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'
import { type Json, toJson } from '../database/json.ts'

export type Reasons = DuplicateGroup['reasons']
export type Marks = Readonly<Partial<Record<DuplicateWay, readonly number[]>>>

export interface GroupRow {
  readonly id: number
  readonly uuid: string
  readonly type: number
  readonly score: number
  readonly status: DuplicateStatus
  readonly members: Json<readonly number[]>
  readonly reasons: Json<Reasons>
  readonly marks: Json<Marks>
}

export type NewGroup = Omit<GroupRow, 'id'>

export interface GroupFilter {
  readonly types: readonly EntityType[]
  readonly status: DuplicateStatus
  readonly minScore: number
}

export interface GroupWindow {
  readonly limit: number
  readonly offset: number
  readonly behind: readonly [score: number, id: number] | undefined
}

// Two members of an open group must still exist.
const isThere = `(g.status <> 'open' OR
  (SELECT count(*) FROM duplicate_member m JOIN entity e ON e.id = m.entity WHERE m.grp = g.id) > 1)`

export function listGroupPage(
  db: ReadableDb,
  { types, status, minScore }: GroupFilter,
  { limit, offset, behind = [101, 0] }: GroupWindow,
): { rows: GroupRow[]; total: number } {
  const from = `FROM duplicate_group g WHERE g.status = ? AND g.type IN (SELECT value FROM json_each(?)) AND g.score >= ? AND ${isThere}`
  const filter = [status, JSON.stringify(types.map((type) => entityTypes.indexOf(type))), minScore]
  const [score, id] = behind
  return {
    rows: db.all<GroupRow>(
      `SELECT g.* ${from} AND (g.score < ? OR (g.score = ? AND g.id > ?)) ORDER BY g.score DESC, g.id LIMIT +? OFFSET +?`,
      ...filter,
      score,
      score,
      id,
      limit,
      offset,
    ),
    total: db.get<{ total: number }>(`SELECT count(*) AS total ${from}`, ...filter)?.total ?? 0,
  }
}

export function findGroup(db: ReadableDb, uuid: string): GroupRow | undefined {
  return db.get<GroupRow>('SELECT * FROM duplicate_group WHERE uuid = ?', uuid)
}

export function findGroupOf(db: ReadableDb, members: string): GroupRow | undefined {
  return db.get<GroupRow>('SELECT * FROM duplicate_group WHERE members = ?', members)
}

export function listOpenGroups(
  db: ReadableDb,
  type: EntityType,
): Pick<GroupRow, 'id' | 'members' | 'reasons'>[] {
  return db.all(
    "SELECT id, members, reasons FROM duplicate_group WHERE status = 'open' AND type = ?",
    entityTypes.indexOf(type),
  )
}

export function insertGroup(tx: WritableDb, group: NewGroup): void {
  const { uuid, type, score, status, members, reasons, marks } = group
  const { lastInsertRowid: id } = tx.run(
    'INSERT INTO duplicate_group (uuid, type, score, status, members, reasons, marks) VALUES (?, ?, ?, ?, ?, ?, ?)',
    uuid,
    type,
    score,
    status,
    members,
    reasons,
    marks,
  )
  tx.run('INSERT INTO duplicate_member (entity, grp) SELECT value, ? FROM json_each(?)', id, members)
}

export function changeGroup(
  tx: WritableDb,
  { id, score, status, reasons, marks }: Omit<GroupRow, 'uuid' | 'type' | 'members'>,
): void {
  tx.run(
    'UPDATE duplicate_group SET score = ?, status = ?, reasons = ?, marks = ? WHERE id = ?',
    score,
    status,
    reasons,
    marks,
    id,
  )
}

export function removeGroups(tx: WritableDb, ids: readonly number[]): void {
  const list = JSON.stringify(ids)
  tx.run('DELETE FROM duplicate_member WHERE grp IN (SELECT value FROM json_each(?))', list)
  tx.run('DELETE FROM duplicate_group WHERE id IN (SELECT value FROM json_each(?))', list)
}

/** Open groups that keep fewer than two members once some are merged. */
export function listGroupsWithout(db: ReadableDb, merged: readonly number[]): number[] {
  const ids = JSON.stringify(merged)
  return db.column<number>(
    `SELECT DISTINCT g.id FROM json_each(?) j CROSS JOIN duplicate_member o ON o.entity = j.value JOIN duplicate_group g ON g.id = o.grp
     WHERE g.status = 'open' AND (SELECT count(*) FROM duplicate_member m JOIN entity e ON e.id = m.entity
       WHERE m.grp = g.id AND m.entity NOT IN (SELECT value FROM json_each(?))) < 2 ORDER BY g.id`,
    ids,
    ids,
  )
}

export type DismissedRow = [one: number, other: number, way: DuplicateWay, marks: string]

export function listDismissed(db: ReadableDb): DismissedRow[] {
  return db.tuples<DismissedRow>('SELECT one, other, way, marks FROM dismissed_match')
}

export function putDismissed(tx: WritableDb, rows: readonly DismissedRow[]): void {
  for (const row of rows)
    tx.run('REPLACE INTO dismissed_match (one, other, way, marks) VALUES (?, ?, ?, ?)', ...row)
}

export function removeDismissed(tx: WritableDb, members: string): void {
  tx.run(
    `DELETE FROM dismissed_match WHERE one IN (SELECT value FROM json_each(?)) AND other IN (SELECT value FROM json_each(?))`,
    members,
    members,
  )
}

export function listSignatures(
  db: ReadableDb,
  hashes: readonly string[],
): [hash: string, signature: Uint8Array][] {
  return db.tuples(
    'SELECT s.hash, s.signature FROM json_each(?) j CROSS JOIN picture_signature s ON s.hash = j.value',
    toJson([...hashes]),
  )
}

export function putSignature(tx: WritableDb, hash: string, signature: Uint8Array): void {
  tx.run('REPLACE INTO picture_signature (hash, signature) VALUES (?, ?)', hash, signature)
}

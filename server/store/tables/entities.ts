import type { Json } from '../database/json.ts'
import { entityTypes, type EntityType, toEntityType } from '#shared/entities.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'
import { valuesByComparable } from './index-tables.ts'
import { documentColumn } from './leftover-values.ts'
import type { Comparable } from './values.ts'
import { IdentityClock } from '../database/identity-clock.ts'

export type Document = Record<string, string | number | boolean>

export interface EntityRow {
  readonly id: number
  readonly uuid: string
  readonly type: number
  readonly parent: number | null
  readonly parent_uuid: string | null
  readonly label: string | null
  readonly created_at: number
  readonly updated_at: number
  readonly attributes: Json<Document>
}

// Parameters of queries are written `+?`: see database/fragment.ts.
function columns(db: ReadableDb): string {
  return `e.id, e.uuid, e.type, e.parent, p.uuid AS parent_uuid, e.label, e.created_at, e.updated_at, ${documentColumn(db, 'e')} AS attributes`
}

export function findEntity(db: ReadableDb, type: EntityType, uuid: string): EntityRow | undefined {
  return db.get<EntityRow>(
    `SELECT ${columns(db)} FROM entity e LEFT JOIN entity p ON p.id = e.parent WHERE e.uuid = +? AND e.type = +?`,
    uuid,
    entityTypes.indexOf(type),
  )
}

export function getEntityRow(db: ReadableDb, id: number): EntityRow {
  const sql = `SELECT ${columns(db)} FROM entity e LEFT JOIN entity p ON p.id = e.parent WHERE e.id = +?`
  return db.get<EntityRow>(sql, id) as EntityRow
}

export function listEntitiesByComparable(
  db: ReadableDb,
  attributeId: number,
  comparable: Comparable,
  limit: number,
): EntityRow[] {
  return db.all<EntityRow>(
    `SELECT ${columns(db)} FROM ${valuesByComparable(db, attributeId)} v CROSS JOIN entity e ON e.id = v.entity LEFT JOIN entity p ON p.id = e.parent
     WHERE v.norm = +? ORDER BY v.entity LIMIT +?`,
    comparable,
    limit,
  )
}

export function listEntityRows(db: ReadableDb, ids: readonly number[]): EntityRow[] {
  // The outer loop runs in the order of the ids, so nothing is sorted.
  return db.all<EntityRow>(
    `SELECT e.id, e.uuid, e.type, e.parent, (SELECT uuid FROM entity p WHERE p.id = e.parent) AS parent_uuid, e.label,
       e.created_at, e.updated_at, ${documentColumn(db, 'e')} AS attributes
     FROM json_each(?) j CROSS JOIN entity e ON e.id = j.value`,
    JSON.stringify(ids),
  )
}

export function listVariants(db: ReadableDb, type: EntityType, parent: string, limit: number): EntityRow[] {
  return db.all<EntityRow>(
    `SELECT ${columns(db)} FROM entity p JOIN entity e ON e.parent = p.id AND e.type = +? WHERE p.uuid = +? ORDER BY e.id LIMIT +?`,
    entityTypes.indexOf(type),
    parent,
    limit,
  )
}

export function listIdsByUuid(db: ReadableDb, type: EntityType, uuids: readonly string[]): number[] {
  return db.column<number>(
    'SELECT e.id FROM json_each(?) j CROSS JOIN entity e ON e.uuid = j.value AND e.type = +?',
    JSON.stringify(uuids),
    entityTypes.indexOf(type),
  )
}

export type Kinship = [id: number, parent: number | null, hasChildren: number]

/** The parents and children of entities, by id; only children of the same type count. */
export function listKinships(db: ReadableDb, ids: readonly number[]): Kinship[] {
  return db.tuples<Kinship>(
    `SELECT e.id, e.parent, EXISTS (SELECT 1 FROM entity c WHERE c.parent = e.id AND c.type = e.type)
     FROM json_each(?) j CROSS JOIN entity e ON e.id = j.value`,
    JSON.stringify(ids),
  )
}

export function listStubRows(db: ReadableDb, ids: readonly number[]): StubRow[] {
  return db.tuples<StubRow>(
    'SELECT e.id, e.uuid, e.type, e.label FROM json_each(?) j CROSS JOIN entity e ON e.id = j.value',
    JSON.stringify(ids),
  )
}

export function listLabelled(db: ReadableDb, type: EntityType, limit: number): StubRow[] {
  return db.tuples<StubRow>(
    'SELECT id, uuid, type, label FROM entity WHERE type = +? AND label IS NOT NULL ORDER BY created_at, id LIMIT +?',
    entityTypes.indexOf(type),
    limit,
  )
}

export type StubRow = [id: number, uuid: string, type: number, label: string | null]

export interface EntityIdentity {
  readonly id: number
  readonly uuid: string
  readonly type: EntityType
  readonly label: string | null
}

export function findIdentity(db: ReadableDb, uuid: string): EntityIdentity | undefined {
  const row = db.get<{ id: number; type: number; label: string | null }>(
    'SELECT id, type, label FROM entity WHERE uuid = ?',
    uuid,
  )
  return row && { id: row.id, uuid, type: toEntityType(row.type), label: row.label }
}

export function isWithin(db: ReadableDb, entity: number, ancestor: number): boolean {
  const found = db.get(
    `WITH RECURSIVE up(id) AS (SELECT ? UNION SELECT parent FROM entity JOIN up USING (id) WHERE parent IS NOT NULL)
     SELECT 1 FROM up WHERE id = ?`,
    entity,
    ancestor,
  )
  return found !== undefined
}

/** The entities and all their ancestors, each once. */
export function listWithAncestors(db: ReadableDb, entities: readonly number[]): number[] {
  return db.column<number>(
    `WITH RECURSIVE up(id) AS (
       SELECT value FROM json_each(?) UNION SELECT parent FROM entity JOIN up USING (id) WHERE parent IS NOT NULL)
     SELECT id FROM up`,
    JSON.stringify(entities),
  )
}

export interface NewEntity {
  readonly type: EntityType
  readonly parent: number | null
  readonly label: string | null
  readonly attributes: Json<Document>
}

export function insertEntity(tx: WritableDb, entity: NewEntity): EntityRow {
  const { uuid, at } = nextIdentity(tx)
  const type = entityTypes.indexOf(entity.type)
  const id = takeInternalId(tx)
  tx.run(
    'INSERT INTO entity (id, uuid, type, parent, label, created_at, updated_at, attributes) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    id,
    uuid,
    type,
    entity.parent,
    entity.label,
    at,
    at,
    entity.attributes,
  )
  countType(tx, type, 1)
  const parentUuid = findUuid(tx, entity.parent)
  return { ...entity, id, uuid, type, parent_uuid: parentUuid, created_at: at, updated_at: at }
}

export type KnownEntity = Pick<EntityRow, 'uuid' | 'label' | 'created_at' | 'updated_at' | 'attributes'> & {
  readonly type: EntityType
}

export function insertKnownEntity(tx: WritableDb, entity: KnownEntity): number {
  const id = takeInternalId(tx)
  const type = entityTypes.indexOf(entity.type)
  tx.run(
    'INSERT INTO entity (id, uuid, type, label, created_at, updated_at, attributes) VALUES (?, ?, ?, ?, ?, ?, ?)',
    id,
    entity.uuid,
    type,
    entity.label,
    entity.created_at,
    entity.updated_at,
    entity.attributes,
  )
  countType(tx, type, 1)
  return id
}

/** Moves an entity below another without counting as a change of it. */
export function putBelow(tx: WritableDb, id: number, parent: number): void {
  tx.run('UPDATE entity SET parent = ? WHERE id = ?', parent, id)
}

function findUuid(db: ReadableDb, id: number | null): string | null {
  return id === null ? null : getEntityRow(db, id).uuid
}

/** Stores the new state of an entity and returns its row; its `updated_at` grows strictly. */
export function changeEntity(
  tx: WritableDb,
  row: EntityRow,
  change: Pick<EntityRow, 'parent' | 'label' | 'attributes'>,
): EntityRow {
  const { parent, label, attributes } = change
  const isMoved = parent !== row.parent
  // The column refers to its own table, so naming it makes SQLite rewrite every index of the row.
  if (isMoved) tx.run('UPDATE entity SET parent = ? WHERE id = ?', parent, row.id)
  const updatedAt = Math.max(Date.now(), row.updated_at + 1)
  tx.run(
    'UPDATE entity SET label = ?, attributes = ?, updated_at = ? WHERE id = ?',
    label,
    attributes,
    updatedAt,
    row.id,
  )
  const parentUuid = isMoved ? findUuid(tx, parent) : row.parent_uuid
  return { ...row, ...change, parent_uuid: parentUuid, updated_at: updatedAt }
}

export function countEntities(db: ReadableDb, type: EntityType): number {
  const index = entityTypes.indexOf(type)
  return db.get<{ total: number }>('SELECT total FROM type_count WHERE type = ?', index)?.total ?? 0
}

/** Changes whenever entities of the type come or go. */
export function typeVersion(db: ReadableDb, type: EntityType): number {
  const index = entityTypes.indexOf(type)
  return db.column<number>('SELECT version FROM type_count WHERE type = ?', index)[0] ?? 0
}

export function countType(tx: WritableDb, type: number, step: number): void {
  tx.run('UPDATE type_count SET total = total + ?, version = version + 1 WHERE type = ?', step, type)
}

export function countChildren(
  db: ReadableDb,
  type: EntityType,
  ids: readonly number[],
): ReadonlyMap<number, number> {
  const rows = db.all<{ parent: number; count: number }>(
    `SELECT e.parent, count(*) AS count FROM json_each(?) j CROSS JOIN entity e ON e.parent = j.value AND e.type = ? GROUP BY e.parent`,
    JSON.stringify(ids),
    entityTypes.indexOf(type),
  )
  return new Map(rows.map(({ parent, count }) => [parent, count]))
}

type EntityValue = [entity: number, value: string]

type Among =
  | { readonly type: EntityType; readonly key: string; readonly behind: number }
  | { readonly key: string; readonly ids: readonly number[] }

const pageSize = 5_000

/** The text under a key of all entities of a type or of some, by id, page by page. */
export function* eachDocumentValue(db: ReadableDb, among: Among): Generator<EntityValue> {
  const path = `$."${among.key}"`
  if ('type' in among) yield* eachOfType(db, path, among)
  else yield* eachNamed(db, path, among.ids)
}

function* eachNamed(db: ReadableDb, path: string, ids: readonly number[]): Generator<EntityValue> {
  for (let start = 0; start < ids.length; start += pageSize)
    yield* db.tuples<EntityValue>(
      `SELECT e.id, e.attributes ->> ? AS held FROM json_each(?) j CROSS JOIN entity e ON e.id = j.value
       WHERE held IS NOT NULL`,
      path,
      JSON.stringify(ids.slice(start, start + pageSize)),
    )
}

function* eachOfType(
  db: ReadableDb,
  path: string,
  { type, behind }: { readonly type: EntityType; readonly behind: number },
): Generator<EntityValue> {
  const text = `SELECT id, attributes ->> ? FROM entity WHERE +type = ? AND id > ? ORDER BY id LIMIT ${pageSize}`
  let page: [id: number, value: string | null][]
  let after = behind
  do {
    page = db.tuples(text, path, entityTypes.indexOf(type), after)
    for (const [id, value] of page) if (value !== null) yield [id, value]
    after = page.at(-1)?.[0] ?? after
  } while (page.length === pageSize)
}

function clockOf(tx: WritableDb): IdentityClock {
  return (tx.clock ??= loadClock(tx))
}

/** A clock that continues after every time and id in the file. */
function loadClock(tx: WritableDb): IdentityClock {
  const newest = tx.get<{ at: number | null }>(
    `SELECT max(at) AS at FROM (SELECT max(created_at) AS at FROM entity
       UNION ALL SELECT max(created_at) FROM event WHERE sequence = (SELECT max(sequence) FROM event))`,
  )?.at
  return new IdentityClock({ milliseconds: newest ?? 0, lastId: readLastId(tx) })
}

function readLastId(tx: WritableDb): number {
  const ids = tx.column<number | null>(
    `SELECT max(id) FROM entity UNION ALL SELECT max(id) FROM trashed_entity
     UNION ALL SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'last_entity_id'`,
  )
  return Math.max(0, ...ids.map((id) => id ?? 0))
}

function takeInternalId(tx: WritableDb): number {
  return clockOf(tx).nextId()
}

/** Stores the last id: its entity may be deleted for good while events still name it. */
export function noteLastId(tx: WritableDb): void {
  tx.run("REPLACE INTO meta (key, value) VALUES ('last_entity_id', ?)", String(clockOf(tx).lastId))
}

/**
 * A new UUIDv7 and its time; both grow with every call on this file, so creation order is id order, events
 * included.
 */
export function nextIdentity(tx: WritableDb): { uuid: string; at: number } {
  const clock = clockOf(tx)
  const uuid = clock.nextUuid(Date.now())
  return { uuid, at: clock.milliseconds }
}

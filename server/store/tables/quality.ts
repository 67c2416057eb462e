import { type EntityType, entityTypes, toEntityType } from '#shared/entities.ts'
import type { Actor } from '#shared/events.ts'
import type { QualityRule, RuleOrigin } from '#shared/quality.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'
import type { Json } from '../database/json.ts'

export type RuleContent = Pick<
  QualityRule,
  'severity' | 'weight' | 'applies_to' | 'check' | 'message' | 'enabled'
>

export interface RuleRow {
  readonly uuid: string
  readonly type: EntityType
  readonly key: string
  readonly name: string
  readonly origin: RuleOrigin
  readonly definition: Json<RuleContent>
}

export function listRuleRows(db: ReadableDb): RuleRow[] {
  return db
    .all<Omit<RuleRow, 'type'> & { type: number }>(
      'SELECT uuid, type, key, name, origin, definition FROM quality_rule ORDER BY id',
    )
    .map((row) => ({ ...row, type: toEntityType(row.type) }))
}

export function putRuleRow(tx: WritableDb, { uuid, type, key, name, origin, definition }: RuleRow): void {
  tx.run(
    `INSERT INTO quality_rule (uuid, type, key, name, origin, definition) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (uuid) DO UPDATE SET name = excluded.name, definition = excluded.definition`,
    uuid,
    entityTypes.indexOf(type),
    key,
    name,
    origin,
    definition,
  )
}

export function removeRule(tx: WritableDb, uuid: string): void {
  tx.run('DELETE FROM quality_rule WHERE uuid = ?', uuid)
  tx.run('DELETE FROM quality_accepted WHERE rule = ?', uuid)
  forgetChecks(tx, uuid)
}

/** Makes the next job run all checks of a rule again. */
export function forgetChecks(tx: WritableDb, uuid: string): void {
  tx.run('DELETE FROM quality_found WHERE rule = ?', uuid)
  tx.run('DELETE FROM quality_checked WHERE rule = ?', uuid)
}

export interface AcceptedRow {
  readonly entity: number
  readonly rule: string
  readonly attribute: number
  readonly value: string
  readonly reason: string
  readonly at: number
  readonly actor: Json<Actor>
}

export function putAccepted(tx: WritableDb, row: AcceptedRow): void {
  tx.run(
    `INSERT INTO quality_accepted (entity, rule, attribute, value, reason, at, actor) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (entity, rule, attribute) DO UPDATE SET value = excluded.value, reason = excluded.reason, at = excluded.at, actor = excluded.actor`,
    row.entity,
    row.rule,
    row.attribute,
    row.value,
    row.reason,
    row.at,
    row.actor,
  )
}

/** Removes an acceptance; false without one. */
export function removeAccepted(tx: WritableDb, { entity, rule, attribute }: FindingKey): boolean {
  const { changes } = tx.run(
    'DELETE FROM quality_accepted WHERE entity = ? AND rule = ? AND attribute = ?',
    entity,
    rule,
    attribute,
  )
  return changes > 0
}

export type FindingKey = Pick<AcceptedRow, 'entity' | 'rule' | 'attribute'>

export function listAccepted(
  db: ReadableDb,
  rule: string,
  attribute: number,
  entities: readonly number[],
): ReadonlyMap<number, AcceptedRow> {
  const rows = db.all<AcceptedRow>(
    'SELECT a.* FROM json_each(?) j CROSS JOIN quality_accepted a ON a.entity = j.value AND a.rule = ? AND a.attribute = ?',
    JSON.stringify(entities),
    rule,
    attribute,
  )
  return new Map(rows.map((row) => [row.entity, row]))
}

export function listAcceptedOf(db: ReadableDb, rule: string, attribute: number): AcceptedRow[] {
  return db.all<AcceptedRow>(
    'SELECT * FROM quality_accepted WHERE rule = ? AND attribute = ? ORDER BY entity',
    rule,
    attribute,
  )
}

export function listAcceptedRules(db: ReadableDb): ReadonlySet<string> {
  return new Set(db.column<string>('SELECT DISTINCT rule FROM quality_accepted'))
}

export function removeLostFindings(tx: WritableDb): void {
  for (const table of ['quality_accepted', 'quality_found'])
    tx.run(
      `DELETE FROM ${table} WHERE NOT EXISTS (SELECT 1 FROM entity WHERE entity.id = ${table}.entity)
         AND NOT EXISTS (SELECT 1 FROM trashed_entity WHERE trashed_entity.id = ${table}.entity)`,
    )
}

export interface CheckedRow {
  readonly rule: string
  readonly mark: string
  readonly sequence: number
  readonly checked_at: number
}

export function listChecked(db: ReadableDb): ReadonlyMap<string, CheckedRow> {
  const rows = db.all<CheckedRow>('SELECT * FROM quality_checked')
  return new Map(rows.map((row) => [row.rule, row]))
}

export function putChecked(tx: WritableDb, { rule, mark, sequence, checked_at }: CheckedRow): void {
  tx.run(
    `INSERT INTO quality_checked (rule, mark, sequence, checked_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (rule) DO UPDATE SET mark = excluded.mark, sequence = excluded.sequence, checked_at = excluded.checked_at`,
    rule,
    mark,
    sequence,
    checked_at,
  )
}

export interface FoundRow {
  readonly rule: string
  readonly attribute: number
  readonly entity: number
  readonly value: string
  readonly checked_at: number
}

export function replaceFound(
  tx: WritableDb,
  rule: string,
  entities: readonly number[],
  found: readonly FoundRow[],
): void {
  tx.run(
    `DELETE FROM quality_found WHERE rule = ? AND entity IN (SELECT value FROM json_each(?))`,
    rule,
    JSON.stringify(entities),
  )
  for (const row of found)
    tx.run(
      'INSERT OR REPLACE INTO quality_found (rule, attribute, entity, value, checked_at) VALUES (?, ?, ?, ?, ?)',
      row.rule,
      row.attribute,
      row.entity,
      row.value,
      row.checked_at,
    )
}

export function listFoundTimes(
  db: ReadableDb,
  rule: string,
  attribute: number,
  entities: readonly number[],
): ReadonlyMap<number, number> {
  return new Map(
    db.tuples<[number, number]>(
      'SELECT f.entity, f.checked_at FROM json_each(?) j CROSS JOIN quality_found f ON f.rule = ? AND f.attribute = ? AND f.entity = j.value',
      JSON.stringify(entities),
      rule,
      attribute,
    ),
  )
}

export interface DayRow {
  readonly day: string
  readonly score: number
  readonly entities: number
}

export function listDays(db: ReadableDb, type: EntityType): DayRow[] {
  return db.all<DayRow>(
    'SELECT day, score, entities FROM quality_day WHERE type = ? ORDER BY day',
    entityTypes.indexOf(type),
  )
}

export function putDay(tx: WritableDb, type: EntityType, { day, score, entities }: DayRow): void {
  tx.run(
    `INSERT INTO quality_day (type, day, score, entities) VALUES (?, ?, ?, ?)
     ON CONFLICT (type, day) DO UPDATE SET score = excluded.score, entities = excluded.entities`,
    entityTypes.indexOf(type),
    day,
    score,
    entities,
  )
}

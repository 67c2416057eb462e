/**
 * All stored values of one attribute: in documents and references, and in the trash, which come back with
 * a restore.
 */
import { type Json, parseJson } from '../database/json.ts'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import { type Attribute, isComputed, attributesOf } from '../tables/attributes.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'
import { leaveValues } from '../tables/leftover-values.ts'
import { byAttribute, holdersByAttribute } from '../tables/references.ts'
import { type Comparable, putComparable } from '../tables/values.ts'
import { compileValue } from './compile-value.ts'
import { Compiler } from './compiler.ts'
import { getValuePlan } from './value-plan.ts'
import { type Fragment, raw, sql } from '../database/fragment.ts'

type Home = 'entity' | 'trashed_entity'
const homes: readonly Home[] = ['entity', 'trashed_entity']

type StoredScalar = string | number | boolean

export interface StoredValue {
  readonly id: number
  readonly isTrashed: boolean
  readonly value: StoredScalar
}

const pageSize = 1000

export function* eachStoredValue(db: ReadableDb, attribute: Attribute): Generator<StoredValue> {
  const path = pathOf(attribute)
  const type = entityTypes.indexOf(attribute.entityType)
  for (const home of homes) {
    const sql = `SELECT id, attributes -> +? FROM ${home}
      WHERE +type = +? AND id > +? AND attributes -> +? IS NOT NULL ORDER BY id LIMIT ${pageSize}`
    let page: [id: number, json: Json<StoredScalar>][]
    for (let after = 0; ; after = page.at(-1)?.[0] ?? after) {
      page = db.tuples(sql, path, type, after, path)
      for (const [id, json] of page) {
        yield { id, isTrashed: home !== 'entity', value: parseJson(json) }
      }
      if (page.length < pageSize) break
    }
  }
}

export function listDistinctStored(
  db: ReadableDb,
  attribute: Attribute,
  where: readonly Home[] = homes,
): string[] {
  const path = pathOf(attribute)
  return where.flatMap((home) =>
    db.column<string>(
      `SELECT DISTINCT attributes ->> ? AS value FROM ${home} WHERE type = ? AND value IS NOT NULL`,
      path,
      entityTypes.indexOf(attribute.entityType),
    ),
  )
}

export function replaceStoredValue(
  tx: WritableDb,
  attribute: Attribute,
  { id, isTrashed }: StoredValue,
  { value, comparable }: { readonly value: StoredScalar; readonly comparable: Comparable },
): void {
  tx.run(
    `UPDATE ${isTrashed ? 'trashed_entity' : 'entity'}
     SET attributes = json_set(attributes, ?, json(?)), updated_at = max(?, updated_at + 1) WHERE id = ?`,
    pathOf(attribute),
    JSON.stringify(value),
    Date.now(),
    id,
  )
  if (!isTrashed) putComparable(tx, attribute.id, id, comparable)
}

export function countHolders(db: ReadableDb, attribute: Attribute, above = 0): number {
  return attribute.traits.shape === 'scalar'
    ? countDocuments(db, attribute)
    : countSources(db, attribute, above)
}

function countDocuments(db: ReadableDb, attribute: Attribute): number {
  const counts = homes.map((home) =>
    db.column<number>(
      `SELECT count(*) FROM ${home} WHERE type = ? AND attributes -> ? IS NOT NULL`,
      entityTypes.indexOf(attribute.entityType),
      pathOf(attribute),
    ),
  )
  return counts.flat().reduce((sum, count) => sum + count, 0)
}

function countSources(db: ReadableDb, { id }: Attribute, above: number): number {
  const [count = 0] = db.column<number>(
    `SELECT count(*) FROM (
       SELECT source FROM (SELECT source, attribute FROM ${byAttribute(db)} UNION ALL SELECT source, attribute FROM trashed_reference)
       WHERE attribute = ? GROUP BY source HAVING count(*) > ?)`,
    id,
    above,
  )
  return count
}

/** Whether any entity holds a value, except those in the trash that these jobs created. */
export function isHeldByOthers(db: ReadableDb, attribute: Attribute, jobs: readonly string[]): boolean {
  const ofOthers =
    "NOT IN (SELECT entity FROM event WHERE job IN (SELECT value FROM json_each(?)) AND kind = 'entity.created')"
  const job = JSON.stringify(jobs)
  const { id, entityType, traits } = attribute
  const [type, path] = [entityTypes.indexOf(entityType), pathOf(attribute)]
  const isHeld =
    traits.shape === 'scalar'
      ? db.column<number>(
          `SELECT EXISTS (SELECT 1 FROM entity WHERE type = ? AND attributes -> ? IS NOT NULL) OR EXISTS (
             SELECT 1 FROM trashed_entity WHERE type = ? AND attributes -> ? IS NOT NULL AND id ${ofOthers})`,
          type,
          path,
          type,
          path,
          job,
        )
      : db.column<number>(
          `SELECT EXISTS (SELECT 1 FROM ${byAttribute(db)} WHERE attribute = ?) OR EXISTS (
             SELECT 1 FROM trashed_reference WHERE attribute = ? AND source ${ofOthers})`,
          id,
          id,
          job,
        )
  return isHeld[0] === 1
}

export function removeValues(tx: WritableDb, attribute: Attribute): void {
  if (attribute.traits.shape === 'scalar') leaveInDocuments(tx, attribute)
  else removeReferences(tx, attribute)
}

/** The value table covers living entities only, so any entity in the trash may hold a value. */
function leaveInDocuments(tx: WritableDb, attribute: Attribute): void {
  const holders = tx.column<number>(
    `SELECT entity FROM value_${attribute.id} UNION ALL SELECT id FROM trashed_entity WHERE type = ?`,
    entityTypes.indexOf(attribute.entityType),
  )
  leaveValues(tx, attribute, holders)
}

function removeReferences(tx: WritableDb, attribute: Attribute): void {
  const { id } = attribute
  const holders = tx.column<number>(
    `SELECT source FROM ${holdersByAttribute(tx)} WHERE attribute = ? UNION SELECT source FROM trashed_reference WHERE attribute = ?`,
    id,
    id,
  )
  // By ids, because not every copy of the workspace has the index of holders.
  tx.run(
    'DELETE FROM reference WHERE source IN (SELECT value FROM json_each(?)) AND attribute = ?',
    JSON.stringify(holders),
    id,
  )
  tx.run('DELETE FROM trashed_reference WHERE attribute = ?', id)
  leaveValues(tx, attribute, holders)
}

/**
 * Sets every label of a type to the effective value of its primary attribute. Entities in the trash have
 * their stored value only.
 */
export function relabel(tx: WritableDb, type: EntityType, primary: Attribute | undefined): void {
  const path = primary ? pathOf(primary) : null
  for (const home of homes) {
    tx.run(
      `UPDATE ${home} SET label = attributes ->> ? WHERE type = ? AND label IS NOT attributes ->> ?`,
      path,
      entityTypes.indexOf(type),
      path,
    )
  }
  if (primary && isComputed(primary)) relabelAll(tx, primary)
}

function pathOf({ key }: Attribute): string {
  return `$."${key}"`
}

/**
 * Relabels entities and those with labels derived from them: variants by inheritance, parents by roll-up
 * (decisions, reading 11).
 */
export function relabelAround(tx: WritableDb, type: EntityType, ids: readonly (number | null)[]): void {
  const { primary } = attributesOf(tx, type)
  if (!primary || !isComputed(primary)) return
  const isInherited = primary.extras.inheritance_mode === 'inherit_from_parent'
  const step = isInherited
    ? 'SELECT e.id FROM near JOIN entity e ON e.parent = near.id'
    : 'SELECT e.parent FROM near JOIN entity e ON e.id = near.id WHERE e.parent IS NOT NULL'
  const near = sql`WITH RECURSIVE near (id) AS (
    SELECT value FROM json_each(${JSON.stringify(ids.filter((id) => id !== null))}) UNION ${raw(step)}) SELECT id FROM near`
  setLabels(tx, primary, sql`t.id IN (${near})`)
}

function relabelAll(tx: WritableDb, primary: Attribute): void {
  setLabels(tx, primary, sql`t.type = ${entityTypes.indexOf(primary.entityType)}`)
}

function setLabels(tx: WritableDb, primary: Attribute, where: Fragment): void {
  const { shown } = compileValue(new Compiler(), getValuePlan(tx, primary))
  const [label, other] = [shown(raw('t.id')), shown(raw('t.id'))]
  const { text, params } =
    sql`UPDATE entity AS t SET label = ${label} WHERE ${where} AND t.label IS NOT ${other}`
  tx.run(text, ...params)
}

/**
 * Values of deleted attributes in documents. Rewriting them all would take too long for one transaction,
 * so a deletion stores the holders in rows of `meta`, which are processed between writes. Until then
 * `documentColumn` hides the values.
 */
import { isAttributeKey } from '#shared/attributes.ts'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import { cachePart, countedValues } from '../database/caches.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'

interface Leftover {
  readonly id: string
  readonly type: number
  /**
   * Its key in documents; null for references, which are removed at once, so that only the changes of
   * their holders remain to be recorded.
   */
  readonly key: string | null
}

interface DeletedAttribute {
  readonly uuid: string
  readonly entityType: EntityType
  readonly key: string
  readonly traits: { readonly shape: string }
}

const cachedLeftovers = cachePart<'all', readonly Leftover[]>(countedValues(1))

/** The number of entities changed at once; a deletion itself removes as many. */
export const entitiesPerStep = 50
// The file may come from elsewhere.
const maxLeftovers = 10_000

function leftoversOf(db: ReadableDb): readonly Leftover[] {
  // A writer notifies of its changes itself, and each document would empty its data cache.
  const { data, schema } = db.caches
  const cache = (db.isReadonly ? data : schema).part(cachedLeftovers)
  const known = cache.get('all')
  if (known) return known
  const leftovers = readLeftovers(db)
  cache.add('all', leftovers)
  if (leftovers.length > 0) db.requests.hasLeftovers = true
  return leftovers
}

function readLeftovers(db: ReadableDb): Leftover[] {
  const rows = db.tuples<[name: string, type: unknown, key: unknown]>(
    `SELECT key, value ->> 'type', value ->> 'key' FROM meta
     WHERE key GLOB 'leftover_*' AND json_valid(value) ORDER BY key LIMIT ${maxLeftovers}`,
  )
  return rows.flatMap(([name, type, key]) => {
    const id = name.replace('leftover_', '')
    const isKey = key === null || (typeof key === 'string' && isAttributeKey(key))
    return typeof type === 'number' && isKey && /^[\w-]+$/.test(id) ? [{ id, type, key }] : []
  })
}

/** The document without values of deleted attributes, and without those that the reader may not read. */
export function documentColumn(db: ReadableDb, row: string): string {
  const stored = `${row}.attributes`
  const paths = Map.groupBy([...leftoversOf(db), ...hiddenValues(db)], ({ type }) => type)
  const cases = [...paths].flatMap(([type, leftovers]) => {
    const keys = leftovers.flatMap(({ key }) => (key === null ? [] : [`'$."${key}"'`]))
    return keys.length === 0 ? [] : [`WHEN ${type} THEN json_remove(${stored}, ${keys.join(', ')})`]
  })
  return cases.length === 0 ? stored : `CASE ${row}.type ${cases.join(' ')} ELSE ${stored} END`
}

function hiddenValues({ hidden }: ReadableDb): Pick<Leftover, 'type' | 'key'>[] {
  if (hidden === undefined) return []
  return entityTypes.flatMap((name, type) => Array.from(hidden.keys[name], (key) => ({ type, key })))
}

/**
 * Records that these entities may hold values of a deleted attribute; for few of them the values are
 * removed at once.
 */
export function leaveValues(tx: WritableDb, attribute: DeletedAttribute, holders: readonly number[]): void {
  const { uuid: id, entityType, key, traits } = attribute
  const leftover = {
    id,
    type: entityTypes.indexOf(entityType),
    key: traits.shape === 'scalar' ? key : null,
  }
  const ids = JSON.stringify(holders)
  if (holders.length <= entitiesPerStep) return removeFrom(tx, leftover, ids)
  tx.run(
    'INSERT INTO meta (key, value) VALUES (?, ?)',
    `leftover_${id}`,
    JSON.stringify({ type: leftover.type, key: leftover.key }),
  )
  tx.run(
    `INSERT INTO meta (key, value) SELECT 'holders_' || ? || '_' || (key / ${entitiesPerStep}), json_group_array(value)
     FROM json_each(?) GROUP BY key / ${entitiesPerStep}`,
    id,
    ids,
  )
  tx.schemaChanged()
  tx.requests.hasLeftovers = true
}

/** Removes leftovers from some entities, only of the given key if any; true when there is more to do. */
export function removeSomeLeftovers(tx: WritableDb, only?: LeftoverKey): boolean {
  const among = only ? leftoversUnder(tx, only) : leftoversOf(tx)
  const [leftover] = among
  if (!leftover) return false
  const [step] = tx.tuples<[name: string, ids: string]>(
    `SELECT key, value FROM meta WHERE key GLOB 'holders_${leftover.id}_*' LIMIT 1`,
  )
  if (step) removeFrom(tx, leftover, step[1])
  tx.run('DELETE FROM meta WHERE key = ?', step?.[0] ?? `leftover_${leftover.id}`)
  if (step) return true
  tx.schemaChanged()
  return among.length > 1
}

export interface LeftoverKey {
  readonly type: EntityType
  readonly key: string
}

function leftoversUnder(db: ReadableDb, { type, key }: LeftoverKey): Leftover[] {
  return leftoversOf(db).filter(
    (leftover) => leftover.key === key && leftover.type === entityTypes.indexOf(type),
  )
}

export function removeLeftoversUnder(tx: WritableDb, only: LeftoverKey): void {
  while (removeSomeLeftovers(tx, only));
}

/** Removes the values from entities, which counts as a change of them. */
function removeFrom(tx: WritableDb, { key }: Pick<Leftover, 'key'>, ids: string): void {
  for (const home of ['entity', 'trashed_entity']) {
    const ofThese = 'updated_at = max(?, updated_at + 1) WHERE id IN (SELECT value FROM json_each(?))'
    if (key === null) tx.run(`UPDATE ${home} SET ${ofThese}`, Date.now(), ids)
    else
      tx.run(
        `UPDATE ${home} SET attributes = json_remove(attributes, ?), ${ofThese} AND attributes -> ? IS NOT NULL`,
        `$."${key}"`,
        Date.now(),
        ids,
        `$."${key}"`,
      )
  }
}

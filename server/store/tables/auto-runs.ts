import { entityTypes, type EntityType } from '#shared/entities.ts'
import type { ReadableDb } from '../database/database.ts'

export interface LastAutoRuns {
  /** The event after which they began, and the newest one that they cover. */
  readonly since: number
  readonly until: number
  readonly isActive: boolean
  readonly isStopped: boolean
}

/** The runs of the last check, several where several types changed; undefined before the first. */
export function lastAutoRuns(db: ReadableDb): LastAutoRuns | undefined {
  const last = `SELECT metadata ->> '$.auto.until' FROM job
    WHERE name = 'generation' AND metadata ->> '$.auto.until' IS NOT NULL ORDER BY id DESC LIMIT 1`
  const row = db.get<{ since: number | null; until: number; active: number; stopped: number }>(
    `SELECT min(metadata ->> '$.auto.since') AS since, max(metadata ->> '$.auto.until') AS until,
       count(*) FILTER (WHERE status IN ('queued', 'running')) AS active,
       count(*) FILTER (WHERE result ->> '$.stopped' IS NOT NULL) AS stopped
     FROM job WHERE name = 'generation' AND metadata ->> '$.auto.until' = (${last})`,
  )
  if (!row || row.since === null) return undefined
  return { since: row.since, until: row.until, isActive: row.active > 0, isStopped: row.stopped > 0 }
}

export function spentByAutoRuns(db: ReadableDb, since: number): number {
  const row = db.get<{ dollars: number | null }>(
    `SELECT sum(coalesce(cost, reserved)) AS dollars FROM spend WHERE at >= ? AND job IN
       (SELECT uuid FROM job WHERE name = 'generation' AND metadata ->> '$.auto.until' IS NOT NULL)`,
    since,
  )
  return row?.dollars ?? 0
}

export function hasChangedDefinitions(db: ReadableDb, since: number): boolean {
  const text = `SELECT 1 FROM event WHERE sequence > ? AND kind IN ('attribute.created', 'attribute.updated') LIMIT 1`
  return db.get(text, since) !== undefined
}

/**
 * The ids of entities changed after an event, and of their direct relatives by reference in either
 * direction, parent or variant. Undefined where more than `limit` changed.
 */
export function listTouched(
  db: ReadableDb,
  type: EntityType,
  { since, limit }: { readonly since: number; readonly limit: number },
): string[] | undefined {
  const changed = db.column<number>(
    'SELECT DISTINCT entity FROM event WHERE sequence > ? AND entity IS NOT NULL LIMIT ?',
    since,
    limit + 1,
  )
  if (changed.length > limit) return undefined
  const ids = 'SELECT value FROM json_each(?)'
  const list = JSON.stringify(changed)
  const touched = db.column<string>(
    `SELECT uuid FROM entity WHERE type = ? AND id IN (${ids}
       UNION SELECT source FROM reference WHERE target IN (${ids})
       UNION SELECT target FROM reference WHERE source IN (${ids})
       UNION SELECT parent FROM entity WHERE id IN (${ids})
       UNION SELECT id FROM entity WHERE parent IN (${ids})) LIMIT ?`,
    entityTypes.indexOf(type),
    list,
    list,
    list,
    list,
    list,
    limit + 1,
  )
  return touched.length > limit ? undefined : touched
}

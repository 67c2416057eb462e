import { entityTypes, type EntityType } from '#shared/entities.ts'
import type { ReadableDb } from '../database/database.ts'

/** What is known of the runs that began by themselves last. */
export interface LastAutoRuns {
  /** The event that they began behind, and the newest one that they know. */
  readonly since: number
  readonly until: number
  readonly isActive: boolean
  /** Whether one of them came to the end of its budget. */
  readonly isStopped: boolean
}

/**
 * The runs of the last look, of which there are some where several types have changed; undefined where there
 * was none yet.
 */
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

/** What such runs have cost since a time, in dollars; a call on its way counts as what is reserved for it. */
export function spentByAutoRuns(db: ReadableDb, since: number): number {
  const row = db.get<{ dollars: number | null }>(
    `SELECT sum(coalesce(cost, reserved)) AS dollars FROM spend WHERE at >= ? AND job IN
       (SELECT uuid FROM job WHERE name = 'generation' AND metadata ->> '$.auto.until' IS NOT NULL)`,
    since,
  )
  return row?.dollars ?? 0
}

/** Whether a definition was made or changed behind an event. */
export function hasChangedDefinitions(db: ReadableDb, since: number): boolean {
  const text = `SELECT 1 FROM event WHERE sequence > ? AND kind IN ('attribute.created', 'attribute.updated') LIMIT 1`
  return db.get(text, since) !== undefined
}

/**
 * The ids of entities of a type that changed behind an event, or that a changed one is one step away from: by
 * a reference, either way, or as a parent or a variant. Undefined where more than `limit` entities have
 * changed.
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

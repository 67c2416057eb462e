import type { SpendRow } from '#shared/generations.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'
import { type Json, parseJson, toJson } from '../database/json.ts'
import { entityTypes, type EntityType } from '#shared/entities.ts'

export interface Reservation {
  readonly job: string | null
  readonly provider: string
  readonly model: string
  readonly reserved: number
}

export function reserveSpend(tx: WritableDb, reservations: readonly Reservation[]): number[] {
  const at = Date.now()
  return reservations.map(
    ({ job, provider, model, reserved }) =>
      tx.run(
        `INSERT INTO spend (job, provider, model, at, input_tokens, output_tokens, reserved, cost, status)
         VALUES (?, ?, ?, ?, 0, 0, ?, NULL, 'reserved')`,
        job,
        provider,
        model,
        at,
        reserved,
      ).lastInsertRowid,
  )
}

export interface Settlement {
  readonly id: number
  readonly input: number
  readonly output: number
  readonly cost: number | null
}

export function settleSpend(tx: WritableDb, settlements: readonly Settlement[]): void {
  for (const { id, input, output, cost } of settlements)
    tx.run(
      "UPDATE spend SET input_tokens = ?, output_tokens = ?, cost = ?, status = 'settled' WHERE id = ?",
      input,
      output,
      cost,
      id,
    )
}

export function giveUpSpend(tx: WritableDb, id: number): void {
  tx.run("UPDATE spend SET status = 'unsettled', cost = reserved WHERE id = ?", id)
}

/** Interrupted calls of a job cost their reserved amount; the job's next runner records this first. */
export function noteUnsettled(tx: WritableDb, job: string): void {
  tx.run("UPDATE spend SET status = 'unsettled', cost = reserved WHERE job = ? AND status = 'reserved'", job)
}

export interface JobSpend {
  readonly input: number
  readonly output: number
  /** Includes unsettled calls; null where no price is known. */
  readonly cost: number | null
  readonly unsettledCalls: number
  readonly unsettledCost: number
}

export function spendOfJob(db: ReadableDb, job: string): JobSpend {
  const row = db.get<JobSpend>(
    `SELECT coalesce(sum(input_tokens), 0) AS input, coalesce(sum(output_tokens), 0) AS output, sum(cost) AS cost,
       count(*) FILTER (WHERE status = 'unsettled') AS unsettledCalls,
       coalesce(sum(cost) FILTER (WHERE status = 'unsettled'), 0) AS unsettledCost
     FROM spend WHERE job = ?`,
    job,
  )
  return row ?? { input: 0, output: 0, cost: null, unsettledCalls: 0, unsettledCost: 0 }
}

/**
 * The cost between two times (milliseconds, the second exclusive), by day, provider and model, the last day
 * first.
 */
export function listSpend(db: ReadableDb, { since, until }: { since: number; until: number }): SpendRow[] {
  return db
    .all<Omit<SpendRow, 'tokens' | 'unsettled'> & Record<'input' | 'output' | 'lost' | 'lostCost', number>>(
      `SELECT date(at / 1000, 'unixepoch') AS day, provider, model, count(*) AS calls,
         sum(input_tokens) AS input, sum(output_tokens) AS output,
         CASE WHEN count(cost) = count(*) FILTER (WHERE status <> 'reserved') THEN sum(coalesce(cost, reserved)) END AS cost,
         count(*) FILTER (WHERE status = 'unsettled') AS lost,
         coalesce(sum(cost) FILTER (WHERE status = 'unsettled'), 0) AS lostCost
       FROM spend WHERE at >= ? AND at < ? GROUP BY day, provider, model ORDER BY day DESC, provider, model`,
      since,
      until,
    )
    .map(({ input, output, lost, lostCost, ...row }) => ({
      ...row,
      tokens: { input, output },
      unsettled: { calls: lost, cost: lostCost },
    }))
}

export interface OrderedVideoKey {
  readonly job: string
  readonly entity: number
  readonly attribute: string
}

export interface OrderedVideo {
  readonly spend: number
  readonly order: unknown
}

export function putOrderedVideo(
  tx: WritableDb,
  { job, entity, attribute, spend, order }: OrderedVideoKey & OrderedVideo,
): void {
  tx.run(
    'INSERT OR REPLACE INTO ordered_video (job, entity, attribute, spend, video) VALUES (?, ?, ?, ?, ?)',
    job,
    entity,
    attribute,
    spend,
    toJson(order),
  )
}

export function findOrderedVideo(
  db: ReadableDb,
  { job, entity, attribute }: OrderedVideoKey,
): OrderedVideo | undefined {
  const row = db.get<{ spend: number; video: Json<unknown> }>(
    'SELECT spend, video FROM ordered_video WHERE job = ? AND entity = ? AND attribute = ?',
    job,
    entity,
    attribute,
  )
  return row && { spend: row.spend, order: parseJson(row.video) }
}

export function removeOrderedVideo(tx: WritableDb, { job, entity, attribute }: OrderedVideoKey): void {
  tx.run('DELETE FROM ordered_video WHERE job = ? AND entity = ? AND attribute = ?', job, entity, attribute)
}

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
       (SELECT uuid FROM job WHERE name = 'generation'
         AND (metadata ->> '$.auto.until' IS NOT NULL OR metadata ->> '$.automation_id' IS NOT NULL))`,
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

import type { ReadableDb, WritableDb } from '../database/database.ts'
import { type Json, parseJson, toJson } from '../database/json.ts'

/** A value of a job that a video was ordered for. */
export interface VideoPlace {
  readonly job: string
  /** The internal id. */
  readonly entity: number
  /** The key. */
  readonly attribute: string
}

/** An order that a provider has taken: what it answered, and the call that paid for it. */
export interface OrderedVideo {
  readonly spend: number
  readonly order: unknown
}

/** Keeps an order until its video is stored. */
export function putOrderedVideo(
  tx: WritableDb,
  { job, entity, attribute, spend, order }: VideoPlace & OrderedVideo,
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

/** The order that a job waits for at that place. */
export function findOrderedVideo(
  db: ReadableDb,
  { job, entity, attribute }: VideoPlace,
): OrderedVideo | undefined {
  const row = db.get<{ spend: number; video: Json<unknown> }>(
    'SELECT spend, video FROM ordered_video WHERE job = ? AND entity = ? AND attribute = ?',
    job,
    entity,
    attribute,
  )
  return row && { spend: row.spend, order: parseJson(row.video) }
}

/** Forgets an order whose video is stored, or will not come. */
export function removeOrderedVideo(tx: WritableDb, { job, entity, attribute }: VideoPlace): void {
  tx.run('DELETE FROM ordered_video WHERE job = ? AND entity = ? AND attribute = ?', job, entity, attribute)
}

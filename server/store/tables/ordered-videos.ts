import type { ReadableDb, WritableDb } from '../database/database.ts'
import { type Json, parseJson, toJson } from '../database/json.ts'

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

import type { ReadableDb, WritableDb } from '../database/database.ts'
import type { Json } from '../database/json.ts'

/** A request that is done once, however often it is sent: whose it is, its key, and a digest of the whole. */
export interface IdempotencyKey {
  readonly owner: string
  readonly key: string
  readonly digest: string
}

export interface StoredAnswer<Answer> {
  readonly digest: string
  readonly answer: Json<Answer>
}

const dayMs = 24 * 60 * 60 * 1000
export const maxStoredAnswers = 100_000

export function findStoredAnswer<Answer>(
  db: ReadableDb,
  { owner, key }: IdempotencyKey,
  now = Date.now(),
): StoredAnswer<Answer> | undefined {
  return db.get<StoredAnswer<Answer>>(
    'SELECT digest, answer FROM stored_answer WHERE owner = ? AND key = ? AND created_at > ?',
    owner,
    key,
    now - dayMs,
  )
}

/** Stores an answer and removes two that are older than a day or too many, the oldest first. */
export function storeAnswer<Answer>(
  tx: WritableDb,
  { owner, key, digest }: IdempotencyKey,
  answer: Json<Answer>,
  now = Date.now(),
): void {
  tx.run(
    `INSERT INTO stored_answer (owner, key, digest, answer, created_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (owner, key) DO UPDATE SET
       digest = excluded.digest, answer = excluded.answer, created_at = excluded.created_at`,
    owner,
    key,
    digest,
    answer,
    now,
  )
  tx.run(
    `DELETE FROM stored_answer WHERE id IN (SELECT id FROM stored_answer ORDER BY id LIMIT 2)
     AND (created_at <= ? OR id <= (SELECT max(id) FROM stored_answer) - ?)`,
    now - dayMs,
    maxStoredAnswers,
  )
}

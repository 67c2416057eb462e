import type { PromptText } from '#shared/schemas/proposals.ts'
import { type Json, parseJson, toJson } from '../database/json.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'

/** Returns the id of a prompt among those of an attribute; a new one is stored with the time. */
export function keepPromptVersion(tx: WritableDb, attribute: number, prompt: PromptText): number {
  const text = toJson(prompt)
  tx.run(
    'INSERT INTO prompt_version (attribute, prompt, created_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    attribute,
    text,
    Date.now(),
  )
  const known = 'SELECT id FROM prompt_version WHERE attribute = ? AND prompt = ?'
  const row = tx.get<{ id: number }>(known, attribute, text)
  if (!row) throw new Error('A prompt that was stored is there.')
  return row.id
}

export interface PromptVersionRow {
  readonly prompt: PromptText
  readonly created_at: number
  readonly open: number
  readonly accepted: number
  readonly rejected: number
}

const maxVersions = 50

/** The prompts of an attribute, the newest first, with how many of their proposals were decided how. */
export function listPromptVersions(db: ReadableDb, attribute: number): PromptVersionRow[] {
  const count = (status: string) =>
    `(SELECT count(*) FROM proposal WHERE prompt = v.id AND status = '${status}') AS ${status}`
  return db
    .all<Omit<PromptVersionRow, 'prompt'> & { prompt: Json<PromptText> }>(
      `SELECT v.prompt, v.created_at, ${count('open')}, ${count('accepted')}, ${count('rejected')}
       FROM prompt_version v WHERE v.attribute = ? ORDER BY v.id DESC LIMIT ${maxVersions}`,
      attribute,
    )
    .map(({ prompt, ...row }) => ({ ...row, prompt: parseJson(prompt) }))
}

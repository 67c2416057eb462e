import { toEntityType } from '#shared/entities.ts'
import type { Note } from '#shared/notes.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { parseJson } from '../../store/database/json.ts'
import type { NoteRow } from '../../store/tables/notes.ts'
import { stubsJson } from '../entities/stub-json.ts'

/** Notes as answers tell them; one whose entity is not alive is left out. */
export function toNotes(db: ReadableDb, rows: readonly NoteRow[]): Note[] {
  const stubs = stubsJson(db, [...new Set(rows.map(({ entity }) => entity))])
  return rows.flatMap((row) => {
    const stub = stubs.get(row.entity)
    if (stub === undefined) return []
    return {
      id: row.uuid,
      entity: JSON.parse(stub),
      attribute: keyOf(db, row),
      text: row.text,
      status: row.status,
      author: parseJson(row.author),
      created_at: toTime(row.created_at),
      updated_at: toTime(row.updated_at),
      done_at: row.done_at === null ? null : toTime(row.done_at),
      done_by: row.done_by === null ? null : parseJson(row.done_by),
    }
  })
}

/** The key of the attribute that a note is on; null for the whole entity. */
export function keyOf(
  db: ReadableDb,
  { type, attribute }: Pick<NoteRow, 'type' | 'attribute'>,
): string | null {
  if (attribute === null) return null
  return attributesOf(db, toEntityType(type)).byId.get(attribute)?.key ?? null
}

function toTime(at: number): string {
  return new Date(at).toISOString()
}

/** Notes as a package holds them. */
import { entityTypes } from '#shared/entities.ts'
import type { PackagedNote } from '#shared/packages.ts'
import { attributesOf } from '../../store/tables/attributes.ts'
import type { ReadableDb, WritableDb } from '../../store/database/database.ts'
import { toJson } from '../../store/database/json.ts'
import { findIdentity } from '../../store/tables/entities.ts'
import { insertNote, listNotedIds, listNotesOf } from '../../store/tables/notes.ts'
import { toNotes } from './note-json.ts'

/** The entities that have notes, in lots of that size; none where nobody has left any. */
export function listNotedEntities(db: ReadableDb, most: number): number[][] {
  const ids = listNotedIds(db)
  return Array.from({ length: Math.ceil(ids.length / most) }, (_, lot) =>
    ids.slice(lot * most, (lot + 1) * most),
  )
}

/** The notes of some entities, the oldest first. */
export function readNotesOf(db: ReadableDb, ids: readonly number[]): PackagedNote[] {
  return toNotes(db, listNotesOf(db, ids)).map(({ entity, ...note }) => ({ ...note, entity_id: entity.id }))
}

/** Stores a note as it was elsewhere; undefined, or what is wrong with it. */
export function storeNote(tx: WritableDb, note: PackagedNote): string | undefined {
  const entity = findIdentity(tx, note.entity_id)
  if (!entity) return `There is no entity ${note.entity_id}, on which it has a note.`
  const { byKey } = attributesOf(tx, entity.type)
  const attribute = note.attribute === null ? null : byKey.get(note.attribute)?.id
  const times = [note.created_at, note.updated_at, note.done_at].map(readTime)
  const [created, updated, done] = times
  if (attribute === undefined || times.some((time) => Number.isNaN(time)))
    return `The note ${note.id} is no note.`
  insertNote(tx, {
    uuid: note.id,
    entity: entity.id,
    type: entityTypes.indexOf(entity.type),
    attribute,
    text: note.text,
    status: note.status,
    author: toJson(note.author),
    created_at: created ?? 0,
    updated_at: updated ?? 0,
    done_at: done ?? null,
    done_by: note.done_by && toJson(note.done_by),
  })
  return undefined
}

function readTime(text: string | null): number | null {
  return text === null ? null : Date.parse(text)
}

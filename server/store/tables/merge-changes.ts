/** What of an entity stands in tables that no event tells of, moved to another entity and back. */
import type { ReadableDb, WritableDb } from '../database/database.ts'
import { type Json, parseJson, toJson } from '../database/json.ts'
import type { ClassContent } from './attribute-classes.ts'
import { listGroupsWithout } from './duplicates.ts'

type Place = 'note' | 'comment' | 'duplicates' | 'class' | 'view' | 'action' | 'channel' | 'rule'

/** Each column that may name an entity, and by what its rows are found. */
const places: Readonly<Record<Place, readonly [table: string, column: string, row: string]>> = {
  note: ['note', 'entity', 'id'],
  comment: ['comment', 'entity', 'id'],
  duplicates: ['duplicate_group', 'status', 'id'],
  class: ['attribute_class', 'definition', 'uuid'],
  view: ['grid_view', 'definition', 'uuid'],
  action: ['saved_action', 'definition', 'uuid'],
  channel: ['channel', 'settings', 'key'],
  rule: ['quality_rule', 'definition', 'uuid'],
}

interface PlacedChange {
  readonly place: Place
  readonly row: string
  readonly old: string
  readonly new: string
}

/** An entity as both its ids name it. */
export interface NamedEntity {
  readonly id: number
  readonly uuid: string
}

/** Moves notes, comments, links of classes, and what views, saved actions, channels and rules of quality say of an entity to another one, under an edit. */
export function moveHangers(tx: WritableDb, edit: string, from: NamedEntity, to: NamedEntity): void {
  const changes = [
    ...rowChanges(tx, 'note', from, to),
    ...rowChanges(tx, 'comment', from, to),
    ...classChanges(tx, from, to),
    ...(['view', 'action', 'channel', 'rule'] as const).flatMap((place) => textChanges(tx, place, from, to)),
  ]
  for (const change of changes) applyChange(tx, edit, change)
}

/** Says of groups of duplicates that they were merged, where at most one of the members is left without the merged ones. */
export function closeGroups(tx: WritableDb, edit: string, merged: readonly number[]): void {
  for (const id of listGroupsWithout(tx, merged))
    applyChange(tx, edit, { place: 'duplicates', row: String(id), old: 'open', new: 'merged' })
}

/** Takes back what an edit moved, the last first, where it still is as the edit left it; kept under the undo, which can be undone too. */
export function moveHangersBack(tx: WritableDb, edit: string, undo: string): void {
  const changes = tx.all<PlacedChange>(
    "SELECT place, row, old, new FROM merge_change WHERE edit = ? AND place <> 'list' ORDER BY step DESC",
    edit,
  )
  for (const { place, row, old, new: left } of changes)
    applyChange(tx, undo, { place, row, old: left, new: old })
}

function applyChange(tx: WritableDb, edit: string, { place, row, old, new: next }: PlacedChange): void {
  const [table, column, key] = places[place]
  const { changes } = tx.run(
    `UPDATE ${table} SET ${column} = ? WHERE ${key} = ? AND ${column} = ?`,
    ...(place === 'note' || place === 'comment' ? [next, row, old].map(Number) : [next, row, old]),
  )
  if (changes > 0) logMergeChange(tx, edit, { place, row, old, new: next })
}

/** Keeps what an edit changed; the places of a list of references are those of `merged-lists.ts`. */
export function logMergeChange(
  tx: WritableDb,
  edit: string,
  { place, row, old, new: next }: Omit<PlacedChange, 'place'> & { readonly place: Place | 'list' },
): void {
  tx.run(
    `INSERT INTO merge_change (edit, step, place, row, old, new)
     SELECT ?, (SELECT coalesce(max(step) + 1, 0) FROM merge_change WHERE edit = ?), ?, ?, ?, ?`,
    edit,
    edit,
    place,
    row,
    old,
    next,
  )
}

function rowChanges(
  db: ReadableDb,
  place: 'note' | 'comment',
  from: NamedEntity,
  to: NamedEntity,
): PlacedChange[] {
  return db
    .column<number>(`SELECT id FROM ${place} WHERE entity = ? ORDER BY id`, from.id)
    .map((id) => ({ place, row: String(id), old: String(from.id), new: String(to.id) }))
}

function classChanges(db: ReadableDb, from: NamedEntity, to: NamedEntity): PlacedChange[] {
  return rowsOf(db, 'class').flatMap(([row, old]) => {
    const content = parseJson(old as Json<ClassContent>)
    if (!content.categories.includes(from.id)) return []
    const moved = content.categories.map((id) => (id === from.id ? to.id : id))
    return [{ place: 'class', row, old, new: toJson({ ...content, categories: [...new Set(moved)] }) }]
  })
}

function textChanges(
  db: ReadableDb,
  place: 'view' | 'action' | 'channel' | 'rule',
  from: NamedEntity,
  to: NamedEntity,
): PlacedChange[] {
  return rowsOf(db, place)
    .filter(([, old]) => old.includes(from.uuid))
    .map(([row, old]) => ({
      place,
      row,
      old,
      new: JSON.stringify(rename(JSON.parse(old), from.uuid, to.uuid)),
    }))
}

function rowsOf(db: ReadableDb, place: Place): [row: string, text: string][] {
  const [table, column, key] = places[place]
  return db.tuples<[string, string]>(`SELECT ${key}, ${column} FROM ${table} ORDER BY ${key}`)
}

/** JSON with another id in the place of one, wherever it stands; what is said of the other one already stays. */
function rename(value: unknown, from: string, to: string): unknown {
  if (typeof value === 'string') return value.replaceAll(from, to)
  if (Array.isArray(value)) return value.map((item) => rename(item, from, to))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([key]) => key !== from || !Object.hasOwn(value, to))
  return Object.fromEntries(members.map(([key, item]) => [key.replaceAll(from, to), rename(item, from, to)]))
}

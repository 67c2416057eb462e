import type { ReadableDb, WritableDb } from '../database/database.ts'
import { type Json, parseJson, toJson } from '../database/json.ts'
import { type ClassContent, type Attribute, isReference } from './attributes.ts'
import { undoAliases } from './aliases.ts'
import { listGroupsWithout } from './duplicates.ts'
import { entityTypes, type EntityType } from '#shared/entities.ts'

type ChangedTable =
  | 'note'
  | 'comment'
  | 'alias'
  | 'duplicates'
  | 'class'
  | 'view'
  | 'action'
  | 'channel'
  | 'rule'

const places: Readonly<Record<ChangedTable, readonly [table: string, column: string, row: string]>> = {
  note: ['note', 'entity', 'id'],
  comment: ['comment', 'entity', 'id'],
  alias: ['alias', 'entity', 'id'],
  duplicates: ['duplicate_group', 'status', 'id'],
  class: ['attribute_class', 'definition', 'uuid'],
  view: ['grid_view', 'definition', 'uuid'],
  action: ['saved_action', 'definition', 'uuid'],
  channel: ['channel', 'settings', 'key'],
  rule: ['quality_rule', 'definition', 'uuid'],
}

interface LoggedChange {
  readonly place: ChangedTable
  readonly row: string
  readonly old: string
  readonly new: string
}

export interface NamedEntity {
  readonly id: number
  readonly uuid: string
}

/**
 * Moves notes, comments, links of classes and every mention of an entity in settings to another one, under an
 * edit.
 */
export function moveAttachments(tx: WritableDb, edit: string, from: NamedEntity, to: NamedEntity): void {
  const changes = [
    ...rowChanges(tx, 'note', from, to),
    ...rowChanges(tx, 'comment', from, to),
    ...rowChanges(tx, 'alias', from, to),
    ...classChanges(tx, from, to),
    ...(['view', 'action', 'channel', 'rule'] as const).flatMap((table) => textChanges(tx, table, from, to)),
  ]
  for (const change of changes) applyChange(tx, edit, change)
}

export function closeGroups(tx: WritableDb, edit: string, merged: readonly number[]): void {
  for (const id of listGroupsWithout(tx, merged))
    applyChange(tx, edit, { place: 'duplicates', row: String(id), old: 'open', new: 'merged' })
}

/**
 * Reverts the moves of an edit, the last first, where they are unchanged; logged under the undo, which can
 * be undone too.
 */
export function moveHangersBack(tx: WritableDb, edit: string, undo: string): void {
  const changes = tx.all<LoggedChange>(
    "SELECT place, row, old, new FROM merge_change WHERE edit = ? AND place <> 'list' ORDER BY step DESC",
    edit,
  )
  for (const { place, row, old, new: left } of changes)
    applyChange(tx, undo, { place, row, old: left, new: old })
  undoAliases(tx, edit, undo)
}

function applyChange(tx: WritableDb, edit: string, { place, row, old, new: next }: LoggedChange): void {
  const [table, column, key] = places[place]
  const { changes } = tx.run(
    `UPDATE ${table} SET ${column} = ? WHERE ${key} = ? AND ${column} = ?`,
    ...(isOne(place) ? [next, row, old].map(Number) : [next, row, old]),
  )
  if (changes > 0) logMergeChange(tx, edit, { place, row, old, new: next })
}

function isOne(place: ChangedTable): boolean {
  return place === 'note' || place === 'comment' || place === 'alias'
}

function logMergeChange(
  tx: WritableDb,
  edit: string,
  { place, row, old, new: next }: Omit<LoggedChange, 'place'> & { readonly place: ChangedTable | 'list' },
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
  table: 'note' | 'comment' | 'alias',
  from: NamedEntity,
  to: NamedEntity,
): LoggedChange[] {
  return db
    .column<number>(`SELECT id FROM ${table} WHERE entity = ? ORDER BY id`, from.id)
    .map((id) => ({ place: table, row: String(id), old: String(from.id), new: String(to.id) }))
}

function classChanges(db: ReadableDb, from: NamedEntity, to: NamedEntity): LoggedChange[] {
  return rowsOf(db, 'class').flatMap(([row, old]) => {
    const content = parseJson(old as Json<ClassContent>)
    if (!content.categories.includes(from.id)) return []
    const moved = content.categories.map((id) => (id === from.id ? to.id : id))
    return [{ place: 'class', row, old, new: toJson({ ...content, categories: [...new Set(moved)] }) }]
  })
}

function textChanges(
  db: ReadableDb,
  table: 'view' | 'action' | 'channel' | 'rule',
  from: NamedEntity,
  to: NamedEntity,
): LoggedChange[] {
  return rowsOf(db, table)
    .filter(([, old]) => old.includes(from.uuid))
    .map(([row, old]) => ({
      place: table,
      row,
      old,
      new: JSON.stringify(rename(JSON.parse(old), from.uuid, to.uuid)),
    }))
}

function rowsOf(db: ReadableDb, place: ChangedTable): [row: string, text: string][] {
  const [table, column, key] = places[place]
  return db.tuples<[string, string]>(`SELECT ${key}, ${column} FROM ${table} ORDER BY ${key}`)
}

function rename(value: unknown, from: string, to: string): unknown {
  if (typeof value === 'string') return value.replaceAll(from, to)
  if (Array.isArray(value)) return value.map((item) => rename(item, from, to))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([key]) => key !== from || !Object.hasOwn(value, to))
  return Object.fromEntries(members.map(([key, item]) => [key.replaceAll(from, to), rename(item, from, to)]))
}

// References between merged entities are left out: they go to the trash together.
const ofMerged = `FROM json_each(?) j CROSS JOIN reference r ON r.target = j.value
   WHERE r.source NOT IN (SELECT value FROM json_each(?)) AND r.attribute IN (SELECT id FROM attribute)`

export function listSourcesOf(db: ReadableDb, merged: readonly number[], limit: number): number[] {
  const ids = JSON.stringify(merged)
  return db.column<number>(`SELECT DISTINCT r.source ${ofMerged} ORDER BY r.source LIMIT +?`, ids, ids, limit)
}

export function countReferencesTo(db: ReadableDb, merged: readonly number[]): number {
  const ids = JSON.stringify(merged)
  const { hidden } = db
  const isShown = hidden ? ` AND r.attribute NOT IN (${[...hidden.ids].join(', ')})` : ''
  return db.column<number>(`SELECT count(*) ${ofMerged}${isShown}`, ids, ids)[0] ?? 0
}

export function listChildrenOf(
  db: ReadableDb,
  { keep, merge }: { readonly keep: number; readonly merge: readonly number[] },
  limit: number,
): number[] {
  const ids = JSON.stringify(merge)
  return db.column<number>(
    `SELECT e.id FROM json_each(?) j CROSS JOIN entity e ON e.parent = j.value
     WHERE e.id NOT IN (SELECT value FROM json_each(?)) AND e.id <> ? ORDER BY e.id LIMIT +?`,
    ids,
    ids,
    keep,
    limit,
  )
}

/** The values of one entity in the order of the attributes; null without one. */
export type ComparedRow = [id: number, parent: number | null, ...values: (string | number | null)[]]

export function readCompared(
  db: ReadableDb,
  type: EntityType,
  attributes: readonly (Attribute | undefined)[],
  { behind, limit }: { readonly behind: number; readonly limit: number },
): ComparedRow[] {
  return db.tuples<ComparedRow>(
    `SELECT e.id, e.parent, ${attributes.map(valueOf).join(', ')} FROM entity e
     WHERE e.id > +? AND e.type = +? ORDER BY e.id LIMIT +?`,
    behind,
    entityTypes.indexOf(type),
    limit,
  )
}

export function readComparedOf(
  db: ReadableDb,
  attributes: readonly (Attribute | undefined)[],
  ids: readonly number[],
): ComparedRow[] {
  return db.tuples<ComparedRow>(
    `SELECT e.id, e.parent, ${attributes.map(valueOf).join(', ')} FROM json_each(?) j CROSS JOIN entity e ON e.id = j.value`,
    JSON.stringify(ids),
  )
}

function valueOf(attribute: Attribute | undefined): string {
  if (!attribute) return 'NULL'
  if (!isReference(attribute)) return `e.attributes ->> '$.${attribute.key}'`
  return `(SELECT t.label FROM reference r JOIN entity t ON t.id = r.target
     WHERE r.source = e.id AND r.attribute = ${attribute.id} ORDER BY r.position LIMIT 1)`
}

/**
 * Lists of references that a merge changes in place, so that its undo restores the order. Where a part of a
 * list is in the trash, the merge logs positions.
 */
type Layout = readonly (readonly [position: number, target: number])[]

/** The layouts of each list before its logged changes, the last change first. */
export type LoggedLayouts = ReadonlyMap<string, readonly Layout[]>

/** Passed for writes of a merge itself, which restores no logged layouts. */
export const noLoggedLayouts: ReadonlyMap<string, readonly Layout[]> = new Map()

interface ChangedList {
  readonly source: number
  readonly attribute: number
  readonly targets: readonly number[]
}

export function readLoggedLayouts(db: ReadableDb, edit: string): LoggedLayouts {
  const rows = db.tuples<[list: string, old: Json<Layout>]>(
    "SELECT row, old FROM merge_change WHERE edit = ? AND place = 'list' ORDER BY step DESC",
    edit,
  )
  const byList = Map.groupBy(rows, ([list]) => list)
  return new Map([...byList].map(([list, logged]) => [list, logged.map(([, old]) => parseJson(old))]))
}

/**
 * As `replaceTargets`, but unchanged targets and those in the trash keep their position. A restored list
 * takes its logged positions where they are free.
 */
export function changeInPlace(
  tx: WritableDb,
  { source, attribute, targets }: ChangedList,
  logged: LoggedLayouts,
  edit: string | undefined,
): void {
  const ofList = 'WHERE source = +? AND attribute = +?'
  const rows = tx.tuples<[position: number, target: number]>(
    `SELECT position, target FROM reference ${ofList} ORDER BY position`,
    source,
    attribute,
  )
  const trashed = tx.column<number>(`SELECT position FROM trashed_reference ${ofList}`, source, attribute)
  const list = `${source} ${attribute}`
  const stood = trashed.length === 0 ? undefined : findLayout(logged.get(list) ?? [], targets, trashed)
  const positions = stood?.map(([position]) => position) ?? placeTargets(rows, trashed, targets)
  tx.run('DELETE FROM reference WHERE source = ? AND attribute = ?', source, attribute)
  const next: Layout = targets.map((target, index) => [positions[index] ?? index, target])
  for (const [position, target] of next) {
    tx.run(
      'INSERT INTO reference (source, attribute, position, target) VALUES (?, ?, ?, ?)',
      source,
      attribute,
      position,
      target,
    )
  }
  if (edit !== undefined && trashed.length > 0)
    logMergeChange(tx, edit, { place: 'list', row: list, old: toJson(rows), new: toJson(next) })
}

/** The last layout of the same targets that does not affect the trash. */
function findLayout(
  layouts: readonly Layout[],
  targets: readonly number[],
  trashed: readonly number[],
): Layout | undefined {
  return layouts.find(
    (layout) =>
      layout.length === targets.length &&
      layout.every(([position, target], index) => target === targets[index] && !trashed.includes(position)),
  )
}

/**
 * A position for each target: most stay, with room between them for the others. Positions in the trash are
 * occupied.
 */
function placeTargets(rows: Layout, taken: readonly number[], targets: readonly number[]): number[] {
  const stood = new Map(rows.map(([position, target]) => [target, position]))
  const own = targets.map((target) => stood.get(target))
  const stays = chooseStaying(own, taken)
  const trashed = new Set(taken)
  let last = -1
  return own.map((position, index) => {
    let place = stays.has(index) && position !== undefined ? position : last + 1
    while (!stays.has(index) && trashed.has(place)) place += 1
    last = place
    return place
  })
}

/** The indexes of the most targets that can stay in order with room for the others. */
function chooseStaying(own: readonly (number | undefined)[], taken: readonly number[]): ReadonlySet<number> {
  const free = (from: number, to: number) =>
    to - from - 1 - taken.filter((position) => position > from && position < to).length
  const chains: {
    readonly index: number
    readonly position: number
    readonly length: number
    readonly before: number
  }[] = []
  for (const [index, position] of own.entries()) {
    if (position === undefined) continue
    let [length, before] = free(-1, position) >= index ? [1, -1] : [0, -1]
    chains.forEach((chain, at) => {
      if (chain.length < length || chain.position >= position) return
      if (free(chain.position, position) < index - chain.index - 1) return
      length = chain.length + 1
      before = at
    })
    if (length > 0) chains.push({ index, position, length, before })
  }
  const longest = chains.reduce(
    (best, chain, at) => (chain.length > (chains[best]?.length ?? 0) ? at : best),
    -1,
  )
  const staying = new Set<number>()
  for (let chain = chains[longest]; chain; chain = chains[chain.before]) staying.add(chain.index)
  return staying
}

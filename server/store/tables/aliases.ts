/**
 * Spellings that lead somewhere else since a merge, or because a person has said so:
 *
 *     vendor           "Kuechenwerk"  →  the vendor Küchenwerk
 *     product, colour  "Anthrazith"   →  the option Anthrazit
 */
import { entityTypes, type EntityType } from '#shared/entities.ts'
import type { AliasOrigin } from '#shared/schemas/aliases.ts'
import { foldText } from '#shared/text.ts'
import { type Fragment, join, raw, sql } from '../database/fragment.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'
import type { Attribute } from './attributes.ts'
import { nextIdentity } from './entities.ts'

export interface AliasRow {
  readonly id: number
  readonly uuid: string
  readonly type: number
  readonly attribute: string | null
  readonly text: string
  readonly entity: number | null
  readonly entity_uuid: string | null
  readonly label: string | null
  readonly option: string | null
  readonly origin: AliasOrigin
  readonly created_at: number
}

export interface NewAlias {
  readonly type: EntityType
  /** The attribute whose value the text is; null for the label of an entity. */
  readonly attribute: string | null
  readonly text: string
  readonly target: { readonly entity: number } | { readonly option: string }
  readonly origin: AliasOrigin
  readonly edit?: string | undefined
}

/** Adds an alias; of the same text only the newest counts. */
export function insertAlias(
  tx: WritableDb,
  { type, attribute, text, target, origin, edit }: NewAlias,
): AliasRow {
  const { uuid, at } = nextIdentity(tx)
  tx.run(
    `INSERT INTO alias (uuid, type, attribute, text, comparable, entity, option, origin, created_at, edit)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    uuid,
    entityTypes.indexOf(type),
    attribute,
    text,
    foldText(text),
    'entity' in target ? target.entity : null,
    'option' in target ? target.option : null,
    origin,
    at,
    edit ?? null,
  )
  return findAlias(tx, uuid) as AliasRow
}

// An alias of an entity in the trash leads nowhere until the entity comes back.
const alive = `FROM alias a LEFT JOIN entity e ON e.id = a.entity
  WHERE a.undone_by IS NULL AND (a.entity IS NULL OR e.id IS NOT NULL)`

const columns = `a.id, a.uuid, a.type, a.attribute, a.text, a.entity, e.uuid AS entity_uuid, e.label, a.option,
  a.origin, a.created_at`

export function findAlias(db: ReadableDb, uuid: string): AliasRow | undefined {
  return db.get<AliasRow>(`SELECT ${columns} ${alive} AND a.uuid = ?`, uuid)
}

export function removeAlias(tx: WritableDb, id: number): void {
  tx.run('DELETE FROM alias WHERE id = ?', id)
}

/** The entity to which a text leads as the value of an attribute or, of the primary one, as a label. */
export function findEntityAlias(db: ReadableDb, attribute: Attribute, text: string): AliasRow | undefined {
  return db.get<AliasRow>(
    `SELECT ${columns} ${alive} AND a.type = ? AND a.comparable = ? AND a.entity IS NOT NULL
       AND (a.attribute = ? OR (a.attribute IS NULL AND ?)) ORDER BY a.id DESC LIMIT 1`,
    entityTypes.indexOf(attribute.entityType),
    foldText(text),
    attribute.uuid,
    attribute.isPrimary ? 1 : 0,
  )
}

/** The texts of an attribute that stand for another value, by their comparable form; the newest wins. */
export function listValueAliases(db: ReadableDb, attribute: Attribute): ReadonlyMap<string, AliasRow> {
  const rows = db.all<AliasRow>(
    `SELECT ${columns} ${alive} AND a.type = ? AND a.attribute = ? AND a.option IS NOT NULL ORDER BY a.id`,
    entityTypes.indexOf(attribute.entityType),
    attribute.uuid,
  )
  return new Map(rows.map((row) => [foldText(row.text), row]))
}

export interface AliasFilter {
  readonly types: readonly EntityType[]
  readonly entity: number | undefined
  readonly attributes: readonly string[] | undefined
  readonly text: string | undefined
}

export function listAliasPage(
  db: ReadableDb,
  { types, entity, attributes, text }: AliasFilter,
  {
    limit,
    offset,
    behind,
  }: { readonly limit: number; readonly offset: number; readonly behind?: number | undefined },
): { rows: AliasRow[]; total: number } {
  const codes = JSON.stringify(types.map((type) => entityTypes.indexOf(type)))
  const where = join(
    [
      sql`${raw(alive)} AND a.type IN (SELECT value FROM json_each(${codes}))`,
      ...(entity === undefined ? [] : [sql`a.entity = ${entity}`]),
      ...(attributes === undefined
        ? []
        : [sql`a.attribute IN (SELECT value FROM json_each(${JSON.stringify(attributes)}))`]),
      ...(db.hidden
        ? [
            sql`ifnull(a.attribute, '') NOT IN (SELECT value FROM json_each(${JSON.stringify([...db.hidden.uuids])}))`,
          ]
        : []),
      ...(text === undefined ? [] : [sql`a.comparable = ${foldText(text)}`]),
    ],
    ' AND ',
  )
  const read = <Row extends object>(query: Fragment): Row[] => db.all<Row>(query.text, ...query.params)
  const rows = read<AliasRow>(
    sql`SELECT ${raw(columns)} ${where}${behind === undefined ? raw('') : sql` AND a.id < ${behind}`}
      ORDER BY a.id DESC LIMIT ${limit} OFFSET ${offset}`,
  )
  const [counted] = read<{ total: number }>(sql`SELECT count(*) AS total ${where}`)
  return { rows, total: counted?.total ?? 0 }
}

/** Switches off what an edit has left; the undo of an undo switches it on again. */
export function undoAliases(tx: WritableDb, edit: string, undo: string): void {
  tx.run('UPDATE alias SET undone_by = ? WHERE edit = ? AND undone_by IS NULL', undo, edit)
  tx.run('UPDATE alias SET undone_by = NULL WHERE undone_by = ?', edit)
}

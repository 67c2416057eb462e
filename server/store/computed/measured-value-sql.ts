import { entityTypes, type EntityType } from '#shared/entities.ts'
import { type Fragment, raw, sql, guardRow } from '../database/fragment.ts'
import { lookedAt } from '../database/sql-functions.ts'
import type { Attribute } from '../tables/attributes.ts'
import { findLengths } from '../tables/index-tables.ts'
import { requestLengthIndex } from '../tables/indexes.ts'
import type { Compiler } from './compiler.ts'
import { keysOf } from './inherited-value-sql.ts'
import { keyedSql } from './lookup-value-sql.ts'
import { always, asText, noValue, singleList, type ValueSql } from './value-sql.ts'

export type Measure = (entity: Fragment, compiler: Compiler) => Fragment

export interface Measures {
  readonly one: Measure
  readonly all?: () => Measure
}

export function measuredSql(
  compiler: Compiler,
  type: EntityType,
  { one, all = () => one }: Measures,
): ValueSql {
  const key = (entity: Fragment) => one(entity, compiler)
  const shown = (entity: Fragment) => asText('number', key(entity))
  const entities = (name: Fragment) =>
    sql`entity ${name} WHERE ${name}.type = ${raw(String(entityTypes.indexOf(type)))} AND ${guardRow(sql`${name}.id`)}`
  return {
    ...noValue,
    test: (entity, predicate) => sql`(${predicate(key(entity))})`,
    members: (predicate) => {
      const name = compiler.alias()
      return sql`SELECT ${name}.id AS entity FROM ${entities(name)} AND ${predicate(all()(sql`${name}.id`, compiler))}`
    },
    key,
    keys: () => {
      const name = compiler.alias()
      return sql`SELECT ${name}.id AS entity, ${all()(sql`${name}.id`, compiler)} AS norm FROM ${entities(name)}`
    },
    shown,
    list: singleList('number', { key, shown }),
  }
}

/**
 * The code points of the trimmed shown text; NULL for a blank. `stored` is the attribute of a stored text.
 */
export function lengthSql(compiler: Compiler, text: ValueSql, stored: Attribute | undefined): ValueSql {
  const key: ValueSql['key'] = stored
    ? (entity) =>
        sql`(SELECT ${lengthOf(stored, raw('v'))} FROM ${tableOf(stored)} v WHERE v.entity = ${entity})`
    : (entity) => sql`text_length(${text.shown(entity)})`
  const keys: ValueSql['keys'] = stored
    ? () => storedLengths(compiler, stored)
    : () => keysOf(compiler, text.members(always), key)
  const shown = (entity: Fragment) => asText('number', key(entity))
  return { ...keyedSql(compiler, key, keys), shown, list: singleList('number', { key, shown }) }
}

function storedLengths({ indexes: db }: Compiler, stored: Attribute): Fragment {
  const index = db && findLengths(db, stored.id)
  if (index) return raw(`SELECT entity, norm FROM ${index}`)
  if (db) requestLengthIndex(db, stored.id)
  return sql`SELECT v.entity AS entity, ${lengthOf(stored, raw('v'))} AS norm FROM ${tableOf(stored)} v WHERE ${guardRow(raw('v.entity'))}`
}

function tableOf({ id }: Attribute): Fragment {
  return raw(`value_${id}`)
}

// Folding turns ß and ligatures into two letters, so texts with these are read from the document.
const longerWhenFolded = ['ss', 'ff', 'fi', 'fl', 'st']

/**
 * Most comparables are as long as the text, which saves reading the document. SQLite's `length` stops at a
 * NUL.
 */
function lengthOf({ key }: Attribute, row: Fragment): Fragment {
  const comparable = sql`${row}.norm`
  const isOther = longerWhenFolded.map((letters) => `instr(${comparable.text}, '${letters}')`).join(' OR ')
  const written = sql`SELECT attributes ->> ${`$."${key}"`} FROM entity WHERE id = ${row}.entity`
  return sql`CASE WHEN length(${comparable}) <> octet_length(${comparable}) OR ${raw(isOther)} THEN text_length((${written})) ELSE length(${comparable}) END`
}

/** The pixels of the shorter side of a stored picture, `files/<hash>.<extension>`; NULL for a link. */
export function pictureSql(compiler: Compiler, path: ValueSql): ValueSql {
  const key: ValueSql['key'] = (entity) =>
    sql`(SELECT picture_side(substr(f.bytes, 1, ${lookedAt})) FROM file f WHERE f.hash = substr(${path.shown(entity)}, 7, 64))`
  const shown: ValueSql['shown'] = (entity) => asText('number', key(entity))
  return {
    ...keyedSql(compiler, key, () => keysOf(compiler, path.members(always), key)),
    shown,
    list: singleList('number', { key, shown }),
  }
}

import type { Family } from '#shared/attributes.ts'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import type { Attribute } from '../tables/attributes.ts'
import type { Compiler } from './compiler.ts'
import { findFixedIndex, valuesByComparable } from '../tables/index-tables.ts'
import { type Fragment, raw, sql } from '../database/fragment.ts'

export interface Predicate {
  (comparable: Fragment): Fragment
  readonly range?: { readonly bound: number; readonly keeps: 'larger' | 'smaller' }
}

export interface ValueSql {
  readonly test: (entity: Fragment, predicate: Predicate) => Fragment
  /**
   * SELECT of all matching entities, each once, as `entity`; `isNarrow` where an index gives the few
   * values.
   */
  readonly members: (predicate: Predicate, isNarrow?: boolean) => Fragment
  /** The only comparable value that the entity is sorted by, or NULL. References have no key. */
  readonly key: (entity: Fragment) => Fragment
  /** SELECT of all entities with a key, as `entity` and `norm`. */
  readonly keys: () => Fragment
  readonly shown: (entity: Fragment) => Fragment
  /** All values as the text of a JSON array, or NULL. References have no list. */
  readonly list: (entity: Fragment) => Fragment
  /** SELECT of the referenced entities, as `target` and `place`. Only references have links. */
  readonly links: (entity: Fragment) => Fragment
}

export const always: Predicate = () => raw('1')

export function asText(family: Family, comparable: Fragment): Fragment {
  if (family === 'number') return sql`number_text(${comparable})`
  return family === 'boolean'
    ? sql`CASE ${comparable} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END`
    : comparable
}

export const noValue: ValueSql = {
  test: () => raw('0'),
  members: () => raw('SELECT 0 AS entity WHERE 0'),
  key: () => raw('NULL'),
  keys: () => raw('SELECT 0 AS entity, 0 AS norm WHERE 0'),
  shown: () => raw('NULL'),
  list: () => raw('NULL'),
  links: () => raw('SELECT 0 AS target, 0 AS place WHERE 0'),
}

function listOfOne(value: Fragment): Fragment {
  return sql`(SELECT json_array(value) FROM (SELECT ${value} AS value) WHERE value IS NOT NULL)`
}

export function singleList(family: Family, forms: Pick<ValueSql, 'key' | 'shown'>): ValueSql['list'] {
  return (entity) => listOfOne(memberOf(family, forms)(entity))
}

export function memberOf(family: Family, { key, shown }: Pick<ValueSql, 'key' | 'shown'>): ValueSql['shown'] {
  return family === 'number' ? key : shown
}

export function scalarSql(compiler: Compiler, { id, key, traits }: Attribute): ValueSql {
  const table = raw(`value_${id}`)
  const comparable = (entity: Fragment) => sql`(SELECT norm FROM ${table} WHERE entity = ${entity})`
  const shown = (entity: Fragment) =>
    traits.family === 'text'
      ? sql`(SELECT attributes ->> ${`$."${key}"`} FROM entity WHERE id = ${entity})`
      : asText(traits.family, comparable(entity))
  return {
    ...noValue,
    test: (entity, predicate) => {
      const name = compiler.alias()
      return sql`EXISTS (SELECT 1 FROM ${table} ${name} WHERE ${name}.entity = ${entity} AND ${predicate(sql`${name}.norm`)})`
    },
    members: (predicate) => {
      const name = compiler.alias()
      const { indexes } = compiler
      const values = indexes ? raw(valuesByComparable(indexes, id)) : table
      return sql`SELECT ${name}.entity AS entity FROM ${values} ${name} WHERE ${predicate(sql`${name}.norm`)}`
    },
    key: comparable,
    keys: () => sql`SELECT entity, norm FROM ${table}`,
    shown,
    list: singleList(traits.family, { key: comparable, shown }),
  }
}

export function inverseSql(compiler: Compiler, forward: ValueSql): ValueSql {
  const sources = (entity: Fragment) => forward.members((id) => sql`${id} = ${entity}`, true)
  return {
    ...noValue,
    test: (entity, predicate) => {
      const name = compiler.alias()
      return sql`EXISTS (SELECT 1 FROM (${sources(entity)}) ${name} WHERE ${predicate(sql`${name}.entity`)})`
    },
    links: (entity) => sql`SELECT entity AS target, entity AS place FROM (${sources(entity)})`,
  }
}

export function parentSql(compiler: Compiler, type: EntityType): ValueSql {
  return {
    ...noValue,
    test: (entity, predicate) => {
      const child = compiler.alias()
      return sql`EXISTS (SELECT 1 FROM entity ${child} WHERE ${child}.id = ${entity}
        AND ${child}.parent IS NOT NULL AND ${predicate(sql`${child}.parent`)})`
    },
    members: (predicate) => {
      const child = compiler.alias()
      // The plus keeps SQLite on the index by parent, which contains the variants alone.
      return sql`SELECT ${child}.id AS entity FROM entity ${child} WHERE +${child}.type = ${entityTypes.indexOf(type)}
        AND ${child}.parent IS NOT NULL AND ${predicate(sql`${child}.parent`)}`
    },
    links: (entity) => {
      const child = compiler.alias()
      return sql`SELECT ${child}.parent AS target, 0 AS place FROM entity ${child}
        WHERE ${child}.id = ${entity} AND ${child}.parent IS NOT NULL`
    },
  }
}

export function referenceSql(compiler: Compiler, { id }: Attribute, isInverse = false): ValueSql {
  const [from, to] = [raw(isInverse ? 'target' : 'source'), raw(isInverse ? 'source' : 'target')]
  const place = raw(isInverse ? 'source' : 'position')
  const of = (name: Fragment, entity: Fragment) =>
    sql`FROM reference ${name} WHERE ${name}.${from} = ${entity} AND ${name}.attribute = ${id}`
  return {
    ...noValue,
    test: (entity, predicate) => {
      const name = compiler.alias()
      return sql`EXISTS (SELECT 1 ${of(name, entity)} AND ${predicate(sql`${name}.${to}`)})`
    },
    members: (predicate, isNarrow) => {
      const name = compiler.alias()
      const { indexes } = compiler
      const referring = isNarrow || !indexes ? undefined : findFixedIndex(indexes, 'referring')
      // For few targets the referrers are found without this index.
      const holder = compiler.alias()
      const rows = referring
        ? sql`${raw(referring)} ${holder} CROSS JOIN reference ${name} ON ${holder}.attribute = ${id} AND ${name}.source = ${holder}.source`
        : sql`reference ${name}`
      return sql`SELECT DISTINCT ${name}.${from} AS entity FROM ${rows}
        WHERE ${name}.attribute = ${id} AND ${predicate(sql`${name}.${to}`)}`
    },
    links: (entity) => {
      const name = compiler.alias()
      return sql`SELECT ${name}.${to} AS target, ${name}.${place} AS place ${of(name, entity)}`
    },
  }
}

import type { Family } from '#shared/attributes.ts'
import { entityTypes, type EntityType } from '#shared/entities.ts'
import type { Compiler } from './compiler.ts'
import { always, memberOf, noValue, type Predicate, type ValueSql } from './value-sql.ts'
import { keysOf, linksArray, orderedIds } from './inherited-value-sql.ts'
import { type Fragment, raw, sql } from '../database/fragment.ts'

export function lookupSql(
  compiler: Compiler,
  via: ValueSql,
  target: ValueSql,
  direct: number | undefined,
): ValueSql {
  const first = (value: (entity: Fragment) => Fragment) => (entity: Fragment) => {
    const link = compiler.alias()
    return sql`(SELECT ${value(sql`${link}.target`)} FROM (${via.links(entity)}) ${link} LIMIT 1)`
  }
  const members: ValueSql['members'] = (predicate, isNarrow) =>
    via.members((id) => sql`${id} IN (${target.members(predicate, isNarrow)})`, isNarrow)
  const key = first(target.key)
  return {
    test: (entity, predicate) => via.test(entity, (id) => target.test(id, predicate)),
    members,
    key,
    keys: () =>
      direct === undefined ? keysOf(compiler, members(always), key) : keysByTarget(compiler, direct, target),
    shown: first(target.shown),
    list: first(target.list),
    links: (entity) => linksOfLinks(compiler, via, target, entity),
  }
}

function keysByTarget(compiler: Compiler, reference: number, target: ValueSql): Fragment {
  const [link, keyed] = [compiler.alias(), compiler.alias()]
  return sql`SELECT ${link}.source AS entity, ${keyed}.norm AS norm FROM (${target.keys()}) ${keyed}
    CROSS JOIN reference ${link} ON ${link}.target = ${keyed}.entity AND ${link}.attribute = ${reference}`
}

/** The least key of what the references lead to, so that a list of them has one key as well. */
export function pathSql(compiler: Compiler, via: ValueSql, target: ValueSql): ValueSql {
  const key: ValueSql['key'] = (entity) => {
    const link = compiler.alias()
    return sql`(SELECT min(${target.key(sql`${link}.target`)}) FROM (${via.links(entity)}) ${link})`
  }
  return keyedSql(compiler, key, () => keysOf(compiler, via.members(always), key))
}

const scale = 1_000_000

function linksOfLinks(compiler: Compiler, via: ValueSql, target: ValueSql, entity: Fragment): Fragment {
  const [link, list] = [compiler.alias(), compiler.alias()]
  return sql`SELECT ${list}.value AS target, min(${link}.key * ${scale} + ${list}.key) AS place
    FROM json_each((${orderedIds(via.links, entity)})) ${link}
    CROSS JOIN ${linksArray(target.links, sql`${link}.value`)} ${list} GROUP BY ${list}.value`
}

/** A lookup by a list: the values of its targets joined by `, `; they compare as that text. */
export function joinedLookupSql(
  compiler: Compiler,
  via: ValueSql,
  target: ValueSql,
  family: Family,
): ValueSql {
  const shown = (entity: Fragment) => {
    const link = compiler.alias()
    return sql`(SELECT group_concat(${target.shown(sql`${link}.target`)}, ', ' ORDER BY ${link}.place)
      FROM (${via.links(entity)}) ${link})`
  }
  const key = (entity: Fragment) => sql`fold_text(${shown(entity)})`
  const keys = () =>
    keysOf(
      compiler,
      via.members((id) => target.test(id, always)),
      key,
    )
  const value = memberOf(family, target)
  const list = (entity: Fragment) => {
    const link = compiler.alias()
    return sql`(SELECT CASE WHEN count(*) > 0 THEN json_group_array(value ORDER BY place) END FROM (
      SELECT ${value(sql`${link}.target`)} AS value, ${link}.place AS place FROM (${via.links(entity)}) ${link})
      WHERE value IS NOT NULL)`
  }
  return { ...keyedSql(compiler, key, keys), shown, list }
}

export function keyedSql(compiler: Compiler, key: ValueSql['key'], keys: ValueSql['keys']): ValueSql {
  return {
    ...noValue,
    test: (entity, predicate) => testOfKey(compiler, key(entity), predicate),
    members: (predicate) => {
      const keyed = compiler.alias()
      return sql`SELECT ${keyed}.entity AS entity FROM (${keys()}) ${keyed} WHERE ${predicate(sql`${keyed}.norm`)}`
    },
    key,
    keys,
  }
}

function testOfKey(compiler: Compiler, key: Fragment, predicate: Predicate): Fragment {
  const keyed = compiler.alias()
  const comparable = sql`${keyed}.norm`
  return sql`EXISTS (SELECT 1 FROM (SELECT ${key} AS norm) ${keyed} WHERE ${comparable} IS NOT NULL AND ${predicate(comparable)})`
}

/**
 * The key consists of all targets' names in order, each with a mark that separates namesakes. Equal keys
 * mean equal references; categories sort by their tree.
 */
export function labelSql(compiler: Compiler, references: ValueSql, target: EntityType): ValueSql {
  // Reading all names of a type at once suits thousands of rows; there may be a million products, so their
  // names are read one by one.
  const nameOf = target === 'product' ? nameAlone(compiler) : nameInTree(compiler, target)
  const key: ValueSql['key'] = (entity) => {
    const [link, named] = [compiler.alias(), compiler.alias()]
    return sql`(SELECT bounded_text(group_concat(${named}.name, char(3) ORDER BY ${named}.name)) FROM (
      SELECT ${nameOf(sql`${link}.target`)} AS name FROM (${references.links(entity)}) ${link}) ${named})`
  }
  return keyedSql(compiler, key, () => keysOf(compiler, references.members(always), key))
}

/** The mark after a name sorts before every letter, so that "oak" comes before "oak veneer". */
function nameOfRow(row: Fragment): Fragment {
  return sql`coalesce(fold_text(${row}.label), '') || char(1) || ${row}.id`
}

function nameAlone(compiler: Compiler): (target: Fragment) => Fragment {
  return (target) => {
    const named = compiler.alias()
    return sql`(SELECT ${nameOfRow(named)} FROM entity ${named} WHERE ${named}.id = ${target})`
  }
}

function nameInTree(compiler: Compiler, target: EntityType): (entity: Fragment) => Fragment {
  const type = raw(String(entityTypes.indexOf(target)))
  return (entity) => {
    const [tree, node, named] = [compiler.alias(), compiler.alias(), compiler.alias()]
    return sql`(WITH RECURSIVE ${tree} (id, path) AS (
        SELECT ${node}.id, ${nameOfRow(node)} FROM entity ${node} WHERE ${node}.type = ${type} AND ${node}.parent IS NULL
        UNION ALL SELECT ${node}.id, ${tree}.path || char(2) || ${nameOfRow(node)}
          FROM ${tree} CROSS JOIN entity ${node} WHERE ${node}.parent = ${tree}.id AND +${node}.type = ${type}),
      ${named} (id, path) AS MATERIALIZED (SELECT id, path FROM ${tree})
      SELECT ${named}.path FROM ${named} WHERE ${named}.id = ${entity})`
  }
}

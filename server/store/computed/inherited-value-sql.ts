/**
 * Fills blanks of a value from the nearest ancestor or from the variants, over all levels. A walk carries
 * the value along, so it is computed once per entity.
 */
import type { Family } from '#shared/attributes.ts'
import type { Compiler } from './compiler.ts'
import { always, type Predicate, type ValueSql } from './value-sql.ts'
import { type Fragment, join, raw, sql, guardRow } from '../database/fragment.ts'

type Value = (entity: Fragment) => Fragment

export interface InnerValue {
  readonly base: ValueSql
  readonly unindexed: () => ValueSql
  readonly family: Family
  readonly isReference: boolean
  readonly isSeveral: boolean
}

function presence({ base, isReference, isSeveral }: InnerValue): Value {
  if (!isReference && !isSeveral) return base.key
  return (entity) => sql`NULLIF(${base.test(entity, always)}, 0)`
}

function walk(
  compiler: Compiler,
  entity: Fragment,
  value: Value,
  towards: Direction,
  select: (rows: Fragment) => Fragment,
): Fragment {
  const [rows, next] = [compiler.alias(), compiler.alias()]
  const [id, step] =
    towards === 'parent'
      ? [sql`${next}.parent`, sql`${next}.id = ${rows}.id AND ${next}.parent IS NOT NULL`]
      : [sql`${next}.id`, sql`${next}.parent = ${rows}.id`]
  return sql`WITH RECURSIVE ${rows} (id, value, level) AS (
    SELECT ${entity}, ${value(entity)}, 0 UNION ALL
    SELECT ${id}, ${value(id)}, ${rows}.level + 1 FROM ${rows} JOIN entity ${next} ON ${step} WHERE ${rows}.value IS NULL)
    ${select(rows)}`
}

function testOnWalk(compiler: Compiler, inner: InnerValue, towards: Direction): ValueSql['test'] {
  const { base, isReference, isSeveral } = inner
  const value = presence(inner)
  return (entity, predicate) => {
    const found = (rows: Fragment) =>
      isReference || isSeveral ? base.test(sql`${rows}.id`, predicate) : predicate(sql`${rows}.value`)
    return sql`EXISTS (${walk(compiler, entity, value, towards, (rows) => sql`SELECT 1 FROM ${rows} WHERE ${rows}.value IS NOT NULL AND ${found(rows)}`)})`
  }
}

type Direction = 'parent' | 'children'

interface Spreading {
  readonly direction: Direction
  readonly has: Value
  readonly hasComparable: boolean
  readonly isNarrow?: boolean | undefined
}

/**
 * Entities without a value that get one from others, step by step. Few rows are looked at one by one;
 * otherwise all variants are read, which costs the same for any number.
 */
function spreadFrom(
  compiler: Compiler,
  rows: Fragment,
  { direction, has, hasComparable, isNarrow = false }: Spreading,
): Fragment {
  const [start, first, found, next] = [compiler.alias(), compiler.alias(), compiler.alias(), compiler.alias()]
  const columns = raw(hasComparable ? 'entity, norm' : 'entity')
  const [from, to] = direction === 'parent' ? [raw('id'), raw('parent')] : [raw('parent'), raw('id')]
  const comparable = (name: Fragment) => (hasComparable ? sql`, ${name}.norm` : raw(''))
  const tables = [sql`(${rows}) ${start}`, sql`entity ${first}`]
  const steps = join(isNarrow ? tables : tables.toReversed(), ' CROSS JOIN ')
  // Several variants have one parent, which is visited once.
  const union = raw(direction === 'parent' && !hasComparable ? 'UNION' : 'UNION ALL')
  return sql`WITH RECURSIVE ${found} (${columns}) AS (
    SELECT ${first}.${to}${comparable(start)} FROM ${steps}
    WHERE ${start}.entity = ${first}.${from} AND ${first}.parent IS NOT NULL AND NOT ${has(sql`${first}.${to}`)} ${union}
    SELECT ${next}.${to}${comparable(found)} FROM ${found} CROSS JOIN entity ${next}
    WHERE ${next}.${from} = ${found}.entity AND ${next}.parent IS NOT NULL AND NOT ${has(sql`${next}.${to}`)})
    SELECT ${columns} FROM ${found}`
}

function startOf(
  { base, unindexed }: InnerValue,
  predicate: Predicate,
  isNarrow: boolean | undefined,
): Fragment {
  return isNarrow ? base.members(predicate, isNarrow) : unindexed().members(predicate)
}

function spread(rows: Fragment, others: Fragment): Fragment {
  return sql`SELECT * FROM (${rows}) UNION ALL SELECT * FROM (${others})`
}

export function inheritedSql(compiler: Compiler, inner: InnerValue): ValueSql {
  const { base } = inner
  const has: Value = (entity) => base.test(entity, always)
  const last = (value: Value, column: string) => (entity: Fragment) =>
    sql`(${walk(compiler, entity, value, 'parent', (rows) => sql`SELECT ${rows}.${raw(column)} FROM ${rows} ORDER BY ${rows}.level DESC LIMIT 1`)})`
  const holder = last(presence(inner), 'id')
  const descend = (rows: Fragment, hasComparable: boolean, isNarrow?: boolean) =>
    spreadFrom(compiler, rows, { direction: 'children', has, hasComparable, isNarrow })
  return {
    test: testOnWalk(compiler, inner, 'parent'),
    members: (predicate, isNarrow) =>
      spread(
        base.members(predicate, isNarrow),
        descend(startOf(inner, predicate, isNarrow), false, isNarrow),
      ),
    key: last(base.key, 'value'),
    keys: () => spread(base.keys(), descend(base.keys(), true)),
    shown: last(base.shown, 'value'),
    list: last(base.list, 'value'),
    links: (entity) => base.links(holder(entity)),
  }
}

export function rolledUpSql(compiler: Compiler, inner: InnerValue, mode: 'unique' | 'all'): ValueSql {
  const { base, family } = inner
  const has: Value = (entity) => base.test(entity, always)
  const down = (entity: Fragment, value: Value, select: (rows: Fragment) => Fragment) =>
    sql`(${walk(compiler, entity, value, 'children', select)})`
  const distinct = (comparable: (rows: Fragment) => Fragment, rows: Fragment) =>
    firstHolders(rows, mode === 'unique' ? comparable(rows) : sql`${rows}.id`)
  const textKey = (rows: Fragment) => (family === 'text' ? sql`fold_text(${rows}.value)` : sql`${rows}.value`)
  const shown = (entity: Fragment) => down(entity, base.shown, (rows) => asText(distinct(textKey, rows)))
  const list = (entity: Fragment) =>
    down(entity, base.list, (rows) =>
      asList(
        compiler,
        distinct(({ text }) => base.key(raw(`${text}.id`)), rows),
      ),
    )
  const least = (entity: Fragment) => down(entity, base.key, (rows) => sql`SELECT min(value) FROM ${rows}`)
  const climb = (rows: Fragment, hasComparable: boolean, isNarrow?: boolean) =>
    spreadFrom(compiler, rows, { direction: 'parent', has, hasComparable, isNarrow })
  const others = (rows: Fragment) =>
    family === 'text'
      ? keysOf(compiler, climb(sql`SELECT entity FROM (${rows})`, false), key)
      : sql`SELECT entity, min(norm) AS norm FROM (${climb(rows, true)}) GROUP BY entity`
  const key = family === 'text' ? (entity: Fragment) => sql`fold_text(${shown(entity)})` : least
  return {
    test: testOnWalk(compiler, inner, 'children'),
    members: (predicate, isNarrow) =>
      spread(base.members(predicate, isNarrow), climb(startOf(inner, predicate, isNarrow), false, isNarrow)),
    key,
    keys: () => spread(base.keys(), others(base.keys())),
    shown,
    list,
    links: (entity) =>
      walk(compiler, entity, presence(inner), 'children', (rows) => unionOfLinks(compiler, rows, base.links)),
  }
}

function firstHolders(rows: Fragment, comparable: Fragment): Fragment {
  return sql`SELECT value, min(id) AS first FROM (
    SELECT ${rows}.value AS value, ${rows}.id AS id, ${comparable} AS norm FROM ${rows} WHERE ${rows}.value IS NOT NULL) GROUP BY norm`
}

function asText(values: Fragment): Fragment {
  return sql`SELECT group_concat(value, ', ' ORDER BY first) FROM (${values})`
}

function asList(compiler: Compiler, lists: Fragment): Fragment {
  const [list, member] = [compiler.alias(), compiler.alias()]
  return sql`SELECT CASE WHEN count(*) > 0 THEN json_group_array(${member}.value ORDER BY ${list}.first, ${member}.key) END
    FROM (${lists}) ${list} CROSS JOIN json_each(${list}.value) ${member}`
}

// More references than one list holds, so that the references of one holder stay together.
const scale = 1_000_000

function unionOfLinks(compiler: Compiler, sources: Fragment, links: ValueSql['links']): Fragment {
  const list = compiler.alias()
  return sql`SELECT ${list}.value AS target, min(${sources}.id * ${scale} + ${list}.key) AS place
    FROM ${sources} CROSS JOIN ${linksArray(links, sql`${sources}.id`)} ${list} GROUP BY ${list}.value`
}

export function linksArray(links: ValueSql['links'], entity: Fragment): Fragment {
  return sql`json_each((${orderedIds(links, entity)}))`
}

export function orderedIds(links: ValueSql['links'], entity: Fragment): Fragment {
  return sql`SELECT json_group_array(target ORDER BY place) FROM (${links(entity)})`
}

export function keysOf(compiler: Compiler, members: Fragment, key: ValueSql['key']): Fragment {
  const [member, keyed] = [compiler.alias(), compiler.alias()]
  // The limit keeps SQLite from computing a key again at every use.
  return sql`SELECT ${keyed}.entity AS entity, ${keyed}.norm AS norm FROM (
    SELECT ${member}.entity AS entity, ${key(sql`${member}.entity`)} AS norm FROM (${members}) ${member} WHERE ${guardRow(sql`${member}.entity`)} LIMIT -1) ${keyed}
    WHERE ${keyed}.norm IS NOT NULL`
}

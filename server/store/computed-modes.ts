/** What a mode makes of a value: blanks are filled from the nearest ancestor or from the variants, over all levels. */
import type { Family } from '#shared/attributes.ts'
import { alias, always, type Forms, isTextual, memberOf } from './computed-forms.ts'
import { type Fragment, raw, sql } from './query/fragment.ts'

/** The entity itself or its nearest ancestor that has a value. */
export function inheritForms(base: Forms): Forms {
  const has = (entity: Fragment) => base.test(entity, always)
  /** From the entity up to the first that has a value: only the last of them can have one. */
  const chain = (entity: Fragment, select: (name: Fragment) => Fragment) => {
    const [up, parent] = [alias(), alias()]
    return sql`WITH RECURSIVE ${up} (id, level) AS (
      SELECT ${entity}, 0 UNION ALL
      SELECT ${parent}.parent, ${up}.level + 1 FROM ${up} JOIN entity ${parent} ON ${parent}.id = ${up}.id
      WHERE ${parent}.parent IS NOT NULL AND NOT ${has(sql`${up}.id`)})
      ${select(up)}`
  }
  const last = (value: (entity: Fragment) => Fragment) => (entity: Fragment) =>
    sql`(${chain(entity, (up) => sql`SELECT ${value(sql`${up}.id`)} FROM ${up} ORDER BY ${up}.level DESC LIMIT 1`)})`
  const spread = (rows: Fragment, columns: string) => {
    const [down, child] = [alias(), alias()]
    const others = columns === 'entity' ? raw('') : sql`, ${down}.norm`
    return sql`WITH RECURSIVE ${down} (${raw(columns)}) AS (
      SELECT * FROM (${rows}) UNION ALL
      SELECT ${child}.id${others} FROM ${down} JOIN entity ${child} ON ${child}.parent = ${down}.entity
      WHERE NOT ${has(sql`${child}.id`)})
      SELECT ${raw(columns)} FROM ${down}`
  }
  return {
    test: (entity, predicate) =>
      sql`EXISTS (${chain(entity, (up) => sql`SELECT 1 FROM ${up} WHERE ${base.test(sql`${up}.id`, predicate)}`)})`,
    members: (predicate) => spread(base.members(predicate), 'entity'),
    key: last(base.key),
    keys: () => spread(base.keys(), 'entity, norm'),
    shown: last(base.shown),
    list: last(base.list),
    links: (entity) => base.links(last((id) => id)(entity)),
  }
}

/** The entity itself, or where it has no value all of its nearest descendants that have one. */
export function rollUpForms(base: Forms, family: Family, mode: 'unique' | 'all'): Forms {
  const has = (entity: Fragment) => base.test(entity, always)
  const tree = (entity: Fragment, select: (name: Fragment) => Fragment) => {
    const [down, child] = [alias(), alias()]
    return sql`WITH RECURSIVE ${down} (id) AS (
      SELECT ${entity} UNION ALL
      SELECT ${child}.id FROM ${down} JOIN entity ${child} ON ${child}.parent = ${down}.id WHERE NOT ${has(sql`${down}.id`)})
      ${select(down)}`
  }
  const climb = (rows: Fragment, columns: string) => {
    const [up, child] = [alias(), alias()]
    const isPair = columns !== 'entity'
    return sql`WITH RECURSIVE ${up} (${raw(columns)}) AS (
      SELECT * FROM (${rows}) UNION${raw(isPair ? ' ALL' : '')}
      SELECT ${child}.parent${isPair ? sql`, ${up}.norm` : raw('')} FROM ${up} JOIN entity ${child} ON ${child}.id = ${up}.entity
      WHERE ${child}.parent IS NOT NULL AND NOT ${has(sql`${child}.parent`)})
      SELECT ${isPair ? raw('entity, min(norm) AS norm') : raw('entity')} FROM ${up}${raw(isPair ? ' GROUP BY entity' : '')}`
  }
  const value = memberOf(family, base)
  const shown = (entity: Fragment) =>
    sql`(${tree(entity, (down) => gather(base, down, { aggregate: asText, value: base.shown, mode }))})`
  const list = (entity: Fragment) =>
    sql`(${tree(entity, (down) => gather(base, down, { aggregate: asList, value, mode }))})`
  const members: Forms['members'] = (predicate) => climb(base.members(predicate), 'entity')
  const least = (entity: Fragment) =>
    sql`(${tree(entity, (down) => sql`SELECT min(${base.key(sql`${down}.id`)}) FROM ${down}`)})`
  const key = isTextual(family) ? (entity: Fragment) => sql`fold_text(${shown(entity)})` : least
  return {
    test: (entity, predicate) =>
      sql`EXISTS (${tree(entity, (down) => sql`SELECT 1 FROM ${down} WHERE ${base.test(sql`${down}.id`, predicate)}`)})`,
    members,
    key,
    keys: () => (isTextual(family) ? keysOf(members(always), key) : climb(base.keys(), 'entity, norm')),
    shown,
    list,
    links: (entity) => sql`${tree(entity, (down) => union(down, base.links))}`,
  }
}

const asText = raw("group_concat(value, ', ' ORDER BY first)")
const asList = raw('CASE WHEN count(*) > 0 THEN json_group_array(value ORDER BY first) END')

interface Gathering {
  readonly aggregate: Fragment
  readonly value: Forms['shown']
  readonly mode: 'unique' | 'all'
}

/** Values in the order in which their holders were created; of equal ones `unique` keeps the first. */
function gather(base: Forms, down: Fragment, { aggregate, value, mode }: Gathering): Fragment {
  const id = sql`${down}.id`
  const key = mode === 'unique' ? base.key(id) : id
  return sql`SELECT ${aggregate} FROM (
    SELECT value, min(id) AS first FROM (
      SELECT ${id} AS id, ${key} AS norm, ${value(id)} AS value FROM ${down}) WHERE value IS NOT NULL GROUP BY norm)`
}

// More references than one list holds: what comes from one holder stays together.
const places = 1_000_000

/** What several entities refer to, each once, in the order of their creation and then of their lists. */
function union(sources: Fragment, links: Forms['links']): Fragment {
  const list = alias()
  return sql`SELECT ${list}.value AS target, min(${sources}.id * ${places} + ${list}.key) AS place
    FROM ${sources} CROSS JOIN ${linksArray(links, sql`${sources}.id`)} ${list} GROUP BY ${list}.value`
}

/** The ids of a list in order, as a table that may depend on the tables before it. */
export function linksArray(links: Forms['links'], entity: Fragment): Fragment {
  return sql`json_each((${orderedIds(links, entity)}))`
}

/** SELECT of the ids of a list in order, as a JSON array. */
export function orderedIds(links: Forms['links'], entity: Fragment): Fragment {
  return sql`SELECT json_group_array(target ORDER BY place) FROM (${links(entity)})`
}

/** SELECT of entities with their keys, for values whose keys are only known one by one. */
export function keysOf(members: Fragment, key: Forms['key']): Fragment {
  const [member, keyed] = [alias(), alias()]
  return sql`SELECT ${keyed}.entity AS entity, ${keyed}.norm AS norm FROM (
    SELECT ${member}.entity AS entity, ${key(sql`${member}.entity`)} AS norm FROM (${members}) ${member}) ${keyed}
    WHERE ${keyed}.norm IS NOT NULL`
}

/** The values that a lookup shows of what its reference names. */
import type { Family } from '#shared/attributes.ts'
import { alias, always, type Forms, memberOf, noForms, type Predicate } from './forms.ts'
import { keysOf, linksArray, orderedIds } from './mode-forms.ts'
import { type Fragment, sql } from '../database/fragment.ts'

/** A lookup by a single reference: whatever its target has, so also whatever that refers to. */
export function lookupForms(via: Forms, target: Forms, direct: number | undefined): Forms {
  const first = (value: (entity: Fragment) => Fragment) => (entity: Fragment) => {
    const link = alias()
    return sql`(SELECT ${value(sql`${link}.target`)} FROM (${via.links(entity)}) ${link} LIMIT 1)`
  }
  const members: Forms['members'] = (predicate, isNarrow) =>
    via.members((id) => sql`${id} IN (${target.members(predicate, isNarrow)})`, isNarrow)
  const key = first(target.key)
  return {
    test: (entity, predicate) => via.test(entity, (id) => target.test(id, predicate)),
    members,
    key,
    keys: () => (direct === undefined ? keysOf(members(always), key) : keysByTarget(direct, target)),
    shown: first(target.shown),
    list: first(target.list),
    links: (entity) => linksOfLinks(via, target, entity),
  }
}

/** By a reference that nothing computes: from each target to all that refer to it. */
function keysByTarget(reference: number, target: Forms): Fragment {
  const [link, keyed] = [alias(), alias()]
  return sql`SELECT ${link}.source AS entity, ${keyed}.norm AS norm FROM (${target.keys()}) ${keyed}
    CROSS JOIN reference ${link} ON ${link}.target = ${keyed}.entity AND ${link}.attribute = ${reference}`
}

// More references than one list holds.
const places = 1_000_000

/** What each target of a list refers to, each once, in the order of both lists. */
function linksOfLinks(via: Forms, target: Forms, entity: Fragment): Fragment {
  const [link, list] = [alias(), alias()]
  return sql`SELECT ${list}.value AS target, min(${link}.key * ${places} + ${list}.key) AS place
    FROM json_each((${orderedIds(via.links, entity)})) ${link}
    CROSS JOIN ${linksArray(target.links, sql`${link}.value`)} ${list} GROUP BY ${list}.value`
}

/** A lookup by a list: the values of its targets joined by `, `, which compare as that text. */
export function joinedLookupForms(via: Forms, target: Forms, family: Family): Forms {
  const shown = (entity: Fragment) => {
    const link = alias()
    return sql`(SELECT group_concat(${target.shown(sql`${link}.target`)}, ', ' ORDER BY ${link}.place)
      FROM (${via.links(entity)}) ${link})`
  }
  const key = (entity: Fragment) => sql`fold_text(${shown(entity)})`
  const keys = () =>
    keysOf(
      via.members((id) => target.test(id, always)),
      key,
    )
  const value = memberOf(family, target)
  const list = (entity: Fragment) => {
    const link = alias()
    return sql`(SELECT CASE WHEN count(*) > 0 THEN json_group_array(value ORDER BY place) END FROM (
      SELECT ${value(sql`${link}.target`)} AS value, ${link}.place AS place FROM (${via.links(entity)}) ${link})
      WHERE value IS NOT NULL)`
  }
  return { ...keyForms(key, keys), shown, list }
}

/** The forms of a value that has one comparable form only, its key. */
export function keyForms(key: Forms['key'], keys: Forms['keys']): Forms {
  return {
    ...noForms,
    test: (entity, predicate) => testOfKey(key(entity), predicate),
    members: (predicate) => {
      const keyed = alias()
      return sql`SELECT ${keyed}.entity AS entity FROM (${keys()}) ${keyed} WHERE ${predicate(sql`${keyed}.norm`)}`
    },
    key,
    keys,
  }
}

function testOfKey(key: Fragment, predicate: Predicate): Fragment {
  const keyed = alias()
  const norm = sql`${keyed}.norm`
  return sql`EXISTS (SELECT 1 FROM (SELECT ${key} AS norm) ${keyed} WHERE ${norm} IS NOT NULL AND ${predicate(norm)})`
}

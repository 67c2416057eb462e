/** The values that a lookup shows of what its reference names. */
import { alias, always, type Forms, type Predicate } from './computed-forms.ts'
import { keysOf, linksArray, orderedIds } from './computed-modes.ts'
import { type Fragment, sql } from './query/fragment.ts'

/** A lookup by a single reference: whatever its target has, so also whatever that refers to. */
export function lookupForms(via: Forms, target: Forms): Forms {
  const first = (value: (entity: Fragment) => Fragment) => (entity: Fragment) => {
    const link = alias()
    return sql`(SELECT ${value(sql`${link}.target`)} FROM (${via.links(entity)}) ${link} LIMIT 1)`
  }
  const members: Forms['members'] = (predicate) =>
    via.members((id) => sql`${id} IN (${target.members(predicate)})`)
  const key = first(target.key)
  return {
    test: (entity, predicate) => via.test(entity, (id) => target.test(id, predicate)),
    members,
    key,
    keys: () => keysOf(members(always), key),
    shown: first(target.shown),
    links: (entity) => linksOfLinks(via, target, entity),
  }
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
export function joinedLookupForms(via: Forms, target: Forms): Forms {
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
  return {
    ...textForms(key, keys),
    shown,
  }
}

/** The forms of a value that has one comparable form only, its key. */
export function textForms(key: Forms['key'], keys: Forms['keys']): Omit<Forms, 'shown'> {
  return {
    test: (entity, predicate) => testOfKey(key(entity), predicate),
    members: (predicate) => {
      const keyed = alias()
      return sql`SELECT ${keyed}.entity AS entity FROM (${keys()}) ${keyed} WHERE ${predicate(sql`${keyed}.norm`)}`
    },
    key,
    keys,
    links: () => sql`SELECT 0 AS target, 0 AS place WHERE 0`,
  }
}

function testOfKey(key: Fragment, predicate: Predicate): Fragment {
  const keyed = alias()
  const norm = sql`${keyed}.norm`
  return sql`EXISTS (SELECT 1 FROM (SELECT ${key} AS norm) ${keyed} WHERE ${norm} IS NOT NULL AND ${predicate(norm)})`
}

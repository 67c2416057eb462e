/** The forms of the names of what a reference leads to, by which entities are put in order and in groups. */
import { entityTypes, type EntityType } from '#shared/entities.ts'
import { type Fragment, raw, sql } from '../database/fragment.ts'
import { alias, always, type Forms } from './forms.ts'
import { keyForms } from './lookup-forms.ts'
import { keysOf } from './mode-forms.ts'

/**
 * The key is one text: the names of all that is referred to, in their order, each with what tells it from another of the same
 * name. Entities with equal keys refer to the same. Categories stand where their tree has them.
 */
export function labelForms(references: Forms, target: EntityType): Forms {
  // A tree puts the names of a whole type together at once, which suits some thousands; products may be a million, so each name is read alone.
  const nameOf = target === 'product' ? nameAlone : nameInTree(target)
  const key: Forms['key'] = (entity) => {
    const [link, named] = [alias(), alias()]
    return sql`(SELECT bounded_text(group_concat(${named}.name, char(3) ORDER BY ${named}.name)) FROM (
      SELECT ${nameOf(sql`${link}.target`)} AS name FROM (${references.links(entity)}) ${link}) ${named})`
  }
  return keyForms(key, () => keysOf(references.members(always), key))
}

/** What stands behind a name is less than every letter, so that "oak" comes before "oak veneer". */
function nameOfRow(row: Fragment): Fragment {
  return sql`coalesce(fold_text(${row}.label), '') || char(1) || ${row}.id`
}

function nameAlone(target: Fragment): Fragment {
  const named = alias()
  return sql`(SELECT ${nameOfRow(named)} FROM entity ${named} WHERE ${named}.id = ${target})`
}

/** The names from the root down. They are put together once for the whole type, however many entities refer to it. */
function nameInTree(target: EntityType): (entity: Fragment) => Fragment {
  const type = raw(String(entityTypes.indexOf(target)))
  return (entity) => {
    const [tree, node, named] = [alias(), alias(), alias()]
    return sql`(WITH RECURSIVE ${tree} (id, path) AS (
        SELECT ${node}.id, ${nameOfRow(node)} FROM entity ${node} WHERE ${node}.type = ${type} AND ${node}.parent IS NULL
        UNION ALL SELECT ${node}.id, ${tree}.path || char(2) || ${nameOfRow(node)}
          FROM ${tree} CROSS JOIN entity ${node} WHERE ${node}.parent = ${tree}.id AND +${node}.type = ${type}),
      ${named} (id, path) AS MATERIALIZED (SELECT id, path FROM ${tree})
      SELECT ${named}.path FROM ${named} WHERE ${named}.id = ${entity})`
  }
}

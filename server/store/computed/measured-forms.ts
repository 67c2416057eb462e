/** The forms of a number that is measured on every entity of a type: each has one. */
import { entityTypes, type EntityType } from '#shared/entities.ts'
import { alias, asText, type Forms, noForms, singleList } from './forms.ts'
import { type Fragment, raw, sql } from '../database/fragment.ts'
import { guardRow } from '../database/read-guard.ts'

/** SQL of the number of one entity, inside of a compilation. */
export type Measure = (entity: Fragment) => Fragment

/** How a number is measured: of one entity, and of all at once where that has a quicker way. */
export interface Measures {
  readonly one: Measure
  readonly all?: () => Measure
}

/** A number that is no value and no formula but what the measures find. */
export function measuredForms(type: EntityType, { one, all = () => one }: Measures): Forms {
  const shown = (entity: Fragment) => asText('number', one(entity))
  const entities = (name: Fragment) =>
    sql`entity ${name} WHERE ${name}.type = ${raw(String(entityTypes.indexOf(type)))} AND ${guardRow(sql`${name}.id`)}`
  return {
    ...noForms,
    test: (entity, predicate) => sql`(${predicate(one(entity))})`,
    members: (predicate) => {
      const name = alias()
      return sql`SELECT ${name}.id AS entity FROM ${entities(name)} AND ${predicate(all()(sql`${name}.id`))}`
    },
    key: one,
    keys: () => {
      const name = alias()
      return sql`SELECT ${name}.id AS entity, ${all()(sql`${name}.id`)} AS norm FROM ${entities(name)}`
    },
    shown,
    list: singleList('number', { key: one, shown }),
  }
}

/** The forms of a number that is measured on every product: each has one. */
import { entityTypes } from '#shared/entities.ts'
import { alias, asText, type Forms, noForms, singleList } from './forms.ts'
import { type Fragment, raw, sql } from '../database/fragment.ts'
import { guardRow } from '../database/read-guard.ts'

/** SQL of the number of one product, inside of a compilation. */
export type Measure = (entity: Fragment) => Fragment

/** A number that is no value and no formula but what `measure` finds. */
export function measuredForms(measure: Measure): Forms {
  const shown = (entity: Fragment) => asText('number', measure(entity))
  const products = (name: Fragment) =>
    sql`entity ${name} WHERE ${name}.type = ${raw(String(entityTypes.indexOf('product')))} AND ${guardRow(sql`${name}.id`)}`
  return {
    ...noForms,
    test: (entity, predicate) => sql`(${predicate(measure(entity))})`,
    members: (predicate) => {
      const name = alias()
      return sql`SELECT ${name}.id AS entity FROM ${products(name)} AND ${predicate(measure(sql`${name}.id`))}`
    },
    key: measure,
    keys: () => {
      const name = alias()
      return sql`SELECT ${name}.id AS entity, ${measure(sql`${name}.id`)} AS norm FROM ${products(name)}`
    },
    shown,
    list: singleList('number', { key: measure, shown }),
  }
}

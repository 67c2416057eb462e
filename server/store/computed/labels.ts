import { entityTypes, type EntityType } from '#shared/entities.ts'
import { type Attribute, attributesOf, isComputed } from '../tables/attributes.ts'
import { compileValue } from './compile-value.ts'
import { Compiler } from './compiler.ts'
import { getValuePlan } from './value-plan.ts'
import type { WritableDb } from '../database/database.ts'
import { type Fragment, raw, sql } from '../database/fragment.ts'

/**
 * Gives entities, and those whose label follows theirs, the label that the effective primary value says now: variants where it
 * is inherited, parents where it is rolled up. Does nothing where labels follow nobody (decisions, reading 11).
 */
export function relabelAround(tx: WritableDb, type: EntityType, ids: readonly (number | null)[]): void {
  const { primary } = attributesOf(tx, type)
  if (!primary || !isComputed(primary)) return
  const isInherited = primary.extras.inheritance_mode === 'inherit_from_parent'
  const step = isInherited
    ? 'SELECT e.id FROM near JOIN entity e ON e.parent = near.id'
    : 'SELECT e.parent FROM near JOIN entity e ON e.id = near.id WHERE e.parent IS NOT NULL'
  const near = sql`WITH RECURSIVE near (id) AS (
    SELECT value FROM json_each(${JSON.stringify(ids.filter((id) => id !== null))}) UNION ${raw(step)}) SELECT id FROM near`
  setLabels(tx, primary, sql`t.id IN (${near})`)
}

/** Gives every entity of a type the label that its effective primary value says. */
export function relabelAll(tx: WritableDb, primary: Attribute): void {
  setLabels(tx, primary, sql`t.type = ${entityTypes.indexOf(primary.entityType)}`)
}

function setLabels(tx: WritableDb, primary: Attribute, where: Fragment): void {
  const { shown } = compileValue(new Compiler(), getValuePlan(tx, primary))
  const [label, other] = [shown(raw('t.id')), shown(raw('t.id'))]
  const { text, params } =
    sql`UPDATE entity AS t SET label = ${label} WHERE ${where} AND t.label IS NOT ${other}`
  tx.run(text, ...params)
}

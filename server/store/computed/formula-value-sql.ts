import { entityTypes, type EntityType } from '#shared/entities.ts'
import type { CallExpression } from '#shared/formula/syntax.ts'
import type { Formula } from '#shared/formula/formula.ts'
import type { Compiler } from './compiler.ts'
import { keyedSql } from './lookup-value-sql.ts'
import { asText, type Predicate, singleList, type ValueSql } from './value-sql.ts'
import type { ValuePlan } from './value-plan.ts'
import { formulaLanguage, toFormulaType } from './formulas.ts'
import { type Fragment, join, raw, sql, guardRow } from '../database/fragment.ts'
import { countEntities } from '../tables/entities.ts'
import { countValues } from '../tables/values.ts'

export interface Input {
  readonly plan: ValuePlan
  readonly value: ValueSql
}

type Inputs = ReadonlyMap<string, Input>

export function formulaSql(
  compiler: Compiler,
  { attribute, family }: ValuePlan,
  formula: Formula,
  inputs: Inputs,
): ValueSql {
  const comparable = (value: Fragment) => (family === 'text' ? sql`fold_text(${value})` : value)
  const value = (entity: Fragment) => {
    const row = compiler.alias()
    const columns = [...inputs.values()].map(
      (input, index) => sql`${valueOf(compiler, input, entity)} AS i${raw(`${index}`)}`,
    )
    const from = columns.length === 0 ? raw('') : sql` FROM (SELECT ${join(columns, ', ')}) ${row}`
    return sql`(SELECT ${compute(formula, inputs, columnsOf(row))}${from})`
  }
  const key = (entity: Fragment) => comparable(value(entity))
  const shown = family === 'text' ? value : (entity: Fragment) => asText(family, value(entity))
  const keysOf = (computed: Formula) => allKeys(compiler, attribute.entityType, computed, inputs, comparable)
  const keyed = keyedSql(compiler, key, () => keysOf(formula))
  const { root } = formula
  const members: ValueSql['members'] = (predicate) =>
    predicate.range && root.kind === 'call' && root.name === 'tidy'
      ? membersOfTidied(compiler, { formula, root }, keysOf, predicate, predicate.range)
      : keyed.members(predicate)
  return {
    ...keyed,
    members,
    shown,
    list: singleList(family, { key, shown }),
  }
}

// More than the effect of rounding to fifteen digits.
const nearby = 1e-14

/** A number is rounded only where that decides, because printing takes as long as all the rest. */
function membersOfTidied(
  compiler: Compiler,
  { formula, root }: { formula: Formula; root: CallExpression },
  keysOf: (computed: Formula) => Fragment,
  predicate: Predicate,
  { bound, keeps }: NonNullable<Predicate['range']>,
): Fragment {
  const keyed = compiler.alias()
  const value = sql`${keyed}.norm`
  const given = { kind: 'reference', type: 'number', key: '' } as const
  const tidied = formulaLanguage().toSql({ ...formula, root: { ...root, args: [given] } }, () => value, '')
  const exact = keysOf({ ...formula, root: root.args[0] ?? root })
  const [least, most] = [bound - Math.abs(bound) * nearby, bound + Math.abs(bound) * nearby]
  const decided =
    keeps === 'larger'
      ? sql`${value} >= ${least} AND ${value} < 9e999 AND (${value} > ${most} OR ${predicate(tidied)})`
      : sql`${value} <= ${most} AND ${value} > -9e999 AND (${value} < ${least} OR ${predicate(tidied)})`
  return sql`SELECT ${keyed}.entity AS entity FROM (${exact}) ${keyed} WHERE ${decided}`
}

type ColumnOf = (index: number) => Fragment

function compute(formula: Formula, inputs: Inputs, columnOf: ColumnOf): Fragment {
  const keys = [...inputs.keys()]
  const { toSql, localToday } = formulaLanguage()
  return toSql(formula, (key) => columnOf(keys.indexOf(key)), localToday())
}

function columnsOf({ text }: Fragment): ColumnOf {
  return (index) => raw(`${text}.i${index}`)
}

function listOfTokens(text: Fragment): Fragment {
  return sql`formula_split_list(${text})`
}

function valueOf(compiler: Compiler, { plan, value }: Input, entity: Fragment): Fragment {
  if (plan.isReference) return labels(compiler, plan, value, entity)
  if (plan.hasTokens) return listOfTokens(value.shown(entity))
  if (toFormulaType(plan) === 'list') return value.list(entity)
  return plan.family === 'text' ? value.shown(entity) : value.key(entity)
}

function labels(compiler: Compiler, { isSeveral }: ValuePlan, value: ValueSql, entity: Fragment): Fragment {
  const [link, target] = [compiler.alias(), compiler.alias()]
  const from = sql`FROM (${value.links(entity)}) ${link} CROSS JOIN entity ${target} ON ${target}.id = ${link}.target
    WHERE ${target}.label IS NOT NULL`
  if (!isSeveral) return sql`(SELECT ${target}.label ${from} LIMIT 1)`
  return sql`(SELECT CASE WHEN count(*) > 0 THEN json_group_array(${target}.label ORDER BY ${link}.place) END ${from})`
}

// SQLite joins 64 tables at most.
const maxJoins = 50

function allKeys(
  compiler: Compiler,
  type: EntityType,
  formula: Formula,
  inputs: Inputs,
  comparable: (value: Fragment) => Fragment,
): Fragment {
  const [entity, row, keyed] = [compiler.alias(), compiler.alias(), compiler.alias()]
  const led = leadingTable(compiler, type, inputs)
  // In order of creation, as in the joined tables: another index would scatter the look-ups.
  const walk = led
    ? { id: sql`${entity}.entity`, rows: sql`${led.table} ${entity} NOT INDEXED`, where: raw('') }
    : {
        id: sql`${entity}.id`,
        rows: sql`entity ${entity} INDEXED BY entity_by_created`,
        where: sql`${entity}.type = ${entityTypes.indexOf(type)} AND `,
      }
  const parts = [...inputs.values()].map((input, index) =>
    input === led?.input
      ? { column: sql`${entity}.norm`, join: raw('') }
      : inputOfAll(compiler, input, { entity, id: walk.id }, index),
  )
  const joins = parts.flatMap((part) => part.join ?? [])
  const all = sql`FROM ${walk.rows}${join(joins, '')} WHERE ${walk.where}${guardRow(walk.id)} LIMIT -1`
  const columns = parts.map(({ column }, index) => sql`, ${column} AS i${raw(`${index}`)}`)
  // The limits keep SQLite from computing an input or the result again at every use.
  const results =
    joins.length === parts.length
      ? sql`SELECT ${walk.id} AS entity, ${comparable(compute(formula, inputs, (index) => parts[index]?.column ?? raw('NULL')))} AS norm ${all}`
      : sql`SELECT ${row}.id AS entity, ${comparable(compute(formula, inputs, columnsOf(row)))} AS norm FROM (
          SELECT ${walk.id} AS id${join(columns, '')} ${all}) ${row} LIMIT -1`
  return sql`SELECT ${keyed}.entity AS entity, ${keyed}.norm AS norm FROM (${results}) ${keyed}
    WHERE ${keyed}.norm IS NOT NULL`
}

/** A table with every entity leads the join, which saves the entity table and a look-up in it per row. */
function leadingTable(
  { indexes: db }: Compiler,
  type: EntityType,
  inputs: Inputs,
): { input: Input; table: Fragment } | undefined {
  const all = [...inputs.values()]
  if (!db || !all.every(isOfTable)) return undefined
  const total = countEntities(db, type)
  const input = all.find(({ plan }) => countValues(db, plan.attribute.id) === total)
  return input && { input, table: raw(`value_${input.plan.attribute.id}`) }
}

function isOfTable({ plan }: Input): boolean {
  return plan.base.kind === 'own' && plan.mode === 'off' && !plan.isReference && plan.family !== 'text'
}

interface EntityColumns {
  readonly entity: Fragment
  readonly id: Fragment
}

function inputOfAll(
  compiler: Compiler,
  input: Input,
  { entity, id }: EntityColumns,
  index: number,
): { column: Fragment; join?: Fragment } {
  const { plan } = input
  const isPlain = plan.base.kind === 'own' && plan.mode === 'off' && !plan.isReference
  if (!isPlain || index >= maxJoins) return { column: valueOf(compiler, input, id) }
  if (plan.family === 'text') {
    const text = sql`${entity}.attributes ->> ${`$."${plan.attribute.key}"`}`
    return { column: plan.hasTokens ? listOfTokens(text) : text }
  }
  const table = compiler.alias()
  return {
    column: sql`${table}.norm`,
    join: sql` LEFT JOIN ${raw(`value_${plan.attribute.id}`)} ${table} ON ${table}.entity = ${id}`,
  }
}

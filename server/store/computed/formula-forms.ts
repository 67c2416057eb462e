/** Formulas over effective values, as SQL: each input is put in once, as a column, however often the formula names it. */
import { entityTypes } from '#shared/entities.ts'
import type { Formula } from '#shared/formula/formula.ts'
import { alias, asText, type Forms, singleList } from './forms.ts'
import { keyForms } from './lookup-forms.ts'
import type { ValuePlan } from './value-plan.ts'
import { formulaLanguage, toFormulaType } from './formulas.ts'
import { type Fragment, join, raw, sql } from '../database/fragment.ts'
import { guardRow } from '../database/read-guard.ts'

/** One attribute that a formula names. */
export interface Input {
  readonly plan: ValuePlan
  readonly forms: Forms
}

type Inputs = ReadonlyMap<string, Input>

/** The forms of a formula whose inputs are known. */
export function formulaForms({ attribute, family }: ValuePlan, formula: Formula, inputs: Inputs): Forms {
  const norm = (value: Fragment) => (family === 'text' ? sql`fold_text(${value})` : value)
  const value = (entity: Fragment) => {
    const row = alias()
    const columns = [...inputs.values()].map(
      (input, index) => sql`${valueOf(input, entity)} AS i${raw(`${index}`)}`,
    )
    const from = columns.length === 0 ? raw('') : sql` FROM (SELECT ${join(columns, ', ')}) ${row}`
    return sql`(SELECT ${compute(formula, inputs, row)}${from})`
  }
  const key = (entity: Fragment) => norm(value(entity))
  const shown = family === 'text' ? value : (entity: Fragment) => asText(family, value(entity))
  return {
    ...keyForms(key, () => allKeys(entityTypes.indexOf(attribute.entityType), formula, inputs, norm)),
    shown,
    list: singleList(family, { key, shown }),
  }
}

function compute(formula: Formula, inputs: Inputs, row: Fragment): Fragment {
  const keys = [...inputs.keys()]
  const { toSql, localToday } = formulaLanguage()
  return toSql(formula, (key) => raw(`${row.text}.i${keys.indexOf(key)}`), localToday())
}

/** The tokens of a multi select, which is one text, as a list. */
function listOfTokens(text: Fragment): Fragment {
  return sql`formula_split_list(${text})`
}

/** The value of an input in the form that formulas take. */
function valueOf({ plan, forms }: Input, entity: Fragment): Fragment {
  if (plan.isReference) return labels(plan, forms, entity)
  if (plan.hasTokens) return listOfTokens(forms.shown(entity))
  if (toFormulaType(plan) === 'list') return forms.list(entity)
  return plan.family === 'text' ? forms.shown(entity) : forms.key(entity)
}

function labels({ isSeveral }: ValuePlan, forms: Forms, entity: Fragment): Fragment {
  const [link, target] = [alias(), alias()]
  const from = sql`FROM (${forms.links(entity)}) ${link} CROSS JOIN entity ${target} ON ${target}.id = ${link}.target
    WHERE ${target}.label IS NOT NULL`
  if (!isSeveral) return sql`(SELECT ${target}.label ${from} LIMIT 1)`
  return sql`(SELECT CASE WHEN count(*) > 0 THEN json_group_array(${target}.label ORDER BY ${link}.place) END ${from})`
}

// SQLite joins 64 tables at most.
const maxJoins = 50

/** The formula for all entities of its type: what they hold themselves is joined, the rest is looked up for each. */
function allKeys(
  type: number,
  formula: Formula,
  inputs: Inputs,
  norm: (value: Fragment) => Fragment,
): Fragment {
  const [entity, row, keyed] = [alias(), alias(), alias()]
  const parts = [...inputs.values()].map((input, index) => inputOfAll(input, entity, index))
  const columns = parts.map(({ column }, index) => sql`, ${column} AS i${raw(`${index}`)}`)
  const joins = parts.flatMap((part) => part.join ?? [])
  // In the order of creation, which is that of the tables that are joined: another index would scatter the look-ups.
  const entities = sql`entity ${entity} INDEXED BY entity_by_created`
  const rows = sql`SELECT ${entity}.id AS id${join(columns, '')} FROM ${entities}${join(joins, '')}
    WHERE ${entity}.type = ${type} AND ${guardRow(sql`${entity}.id`)} LIMIT -1`
  // The limits keep SQLite from computing an input or the result again wherever it is named.
  return sql`SELECT ${keyed}.entity AS entity, ${keyed}.norm AS norm FROM (
    SELECT ${row}.id AS entity, ${norm(compute(formula, inputs, row))} AS norm FROM (${rows}) ${row} LIMIT -1) ${keyed}
    WHERE ${keyed}.norm IS NOT NULL`
}

function inputOfAll(input: Input, entity: Fragment, index: number): { column: Fragment; join?: Fragment } {
  const { plan } = input
  const isPlain = plan.base.kind === 'own' && plan.mode === 'off' && !plan.isReference
  if (!isPlain || index >= maxJoins) return { column: valueOf(input, sql`${entity}.id`) }
  const { id, key } = plan.attribute
  if (plan.family === 'text') {
    const text = sql`${entity}.attributes ->> ${`$."${key}"`}`
    return { column: plan.hasTokens ? listOfTokens(text) : text }
  }
  const table = alias()
  return {
    column: sql`${table}.norm`,
    join: sql` LEFT JOIN ${raw(`value_${id}`)} ${table} ON ${table}.entity = ${entity}.id`,
  }
}

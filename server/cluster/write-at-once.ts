/** How many rows are written by one statement. */
import type { CollectedStatement } from '../store/database/database.ts'
import { encodeValue } from './batch.ts'
import type { Addition, Form, Insertion } from './statement-forms.ts'

/** Values of one row. */
export type Row = readonly unknown[]

/** Statements of one form, put together in the place of the first of them. */
export interface Group {
  readonly form: Form
  readonly statements: CollectedStatement[]
  readonly constants: Row
  readonly rows: Row[]
  /** Whether all its values survive being sent as JSON. */
  isPlain: boolean
  /** Keys, where each may be there once. */
  readonly keys: Set<unknown>
}

/** The statements that a group is sent as. */
export function statementsOf(group: Group): readonly CollectedStatement[] {
  const { form, statements } = group
  if (statements.length === 1) return statements
  if (form.kind === 'add') return sumsOf(group, form)
  const done = { changes: 0, lastInsertRowid: 0 }
  for (const one of statements) {
    if (!one.done || one.done.changes === 0) continue
    done.changes += one.done.changes
    done.lastInsertRowid = one.done.lastInsertRowid
  }
  return [{ ...writtenAtOnce(group), done }]
}

function writtenAtOnce({ form, ...group }: Group): Pick<CollectedStatement, 'text' | 'params'> {
  if (form.kind === 'insert')
    return group.isPlain ? insertedOfJson(form, group) : insertedOfValues(form, group)
  const list = jsonOf(group.rows)
  if (form.kind === 'remove')
    return {
      text: `DELETE FROM ${form.table} WHERE ${form.key} IN (SELECT value->>0 FROM json_each(?))`,
      params: [list],
    }
  const columns = form.kind === 'set' ? form.columns : []
  const set = columns.map((column, index) => `${column} = j.value->>${index}`).join(', ')
  const where = `${form.table}.${form.key} = j.value->>${columns.length}`
  return { text: `UPDATE ${form.table} SET ${set} FROM json_each(?) j WHERE ${where}`, params: [list] }
}

type Rows = Pick<Group, 'constants' | 'rows'>

function insertedOfJson({ head, columns, tail }: Insertion, { constants, rows }: Rows) {
  const values = Array.from({ length: columns }, (_, index) => `value->>${index}`)
  const all = [...values, ...constants.map(() => '?')].join(', ')
  // Without a WHERE SQLite would take the ON of ON CONFLICT for that of a join.
  return {
    text: `${head} SELECT ${all} FROM json_each(?) WHERE true ${tail}`,
    params: [...constants, jsonOf(rows)],
  }
}

function insertedOfValues({ head, columns, tail }: Insertion, { constants, rows }: Rows) {
  const tuple = `(${Array.from({ length: columns + constants.length }, () => '?').join(', ')})`
  const text = `${head} VALUES ${rows.map(() => tuple).join(', ')} ${tail}`
  return { text, params: rows.flatMap((row) => [...row, ...constants]) }
}

function jsonOf(rows: readonly Row[]): string {
  return `[${rows.map((row) => `[${row.map(encodeValue).join()}]`).join()}]`
}

/** One addition for each key. */
function sumsOf({ statements, rows }: Group, form: Addition): CollectedStatement[] {
  const sums = new Map<unknown, { sum: number; count: number; statement: CollectedStatement | undefined }>()
  rows.forEach(([step, key], index) => {
    const { sum = 0, count = 0 } = sums.get(key) ?? {}
    sums.set(key, { sum: sum + Number(step), count: count + 1, statement: statements[index] })
  })
  const { table, columns, key: by } = form
  const [summed, counted] = columns.map((column) => `${column} = ${column} + ?`)
  const text = `UPDATE ${table} SET ${summed}, ${counted} WHERE ${by} = ?`
  return [...sums].map(([key, { sum, count, statement }]) => ({
    text,
    params: [sum, count, key],
    ...(statement?.done && { done: statement.done }),
  }))
}

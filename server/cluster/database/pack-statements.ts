/**
 * Packs statements of one form, since each node prepares every statement and takes each value by itself,
 * which costs more than the writing: their rows become one list in JSON, or rows of one VALUES. A
 * statement joins an earlier one only where nothing between them depends on the order.
 */
import type { CollectedStatement, ReadableDb } from '../../store/database/database.ts'
import { encodeValue } from './batch.ts'

type Item = Group | { readonly statement: CollectedStatement }

interface TableDependencies {
  readonly parents: ReadonlySet<string>
  readonly isParent: boolean
  /** Columns that refer, are referred to, or are unique. */
  readonly bound: ReadonlySet<string>
  readonly hasTriggers: boolean
}

const none: TableDependencies = { parents: new Set(), isParent: false, bound: new Set(), hasTriggers: false }

/** Reads the bonds of all tables, as the cluster has them: triggers of indexes are those of a copy alone. */
export function readDependencies(db: ReadableDb): (table: string) => TableDependencies {
  const references = db.all<{ child: string; parent: string; column: string; target: string | null }>(
    `SELECT t.name AS child, f."table" AS parent, f."from" AS "column", f."to" AS target
     FROM sqlite_schema t, pragma_foreign_key_list(t.name) f WHERE t.type = 'table'`,
  )
  const unique = db.all<{ table: string; column: string }>(
    `SELECT t.name AS "table", c.name AS "column" FROM sqlite_schema t, pragma_index_list(t.name) i, pragma_index_info(i.name) c
     WHERE t.type = 'table' AND i."unique" = 1
     UNION SELECT t.name, c.name FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table' AND c.pk > 0`,
  )
  const triggered = new Set(
    db.column<string>(
      "SELECT tbl_name FROM sqlite_schema WHERE type = 'trigger' AND name NOT GLOB 'index_*'",
    ),
  )
  const dependencies = new Map<string, TableDependencies>()
  return (table) => {
    const found = dependencies.get(table) ?? dependenciesOf(table, references, unique, triggered)
    dependencies.set(table, found)
    return found
  }
}

function dependenciesOf(
  table: string,
  references: readonly { child: string; parent: string; column: string; target: string | null }[],
  unique: readonly { table: string; column: string }[],
  triggered: ReadonlySet<string>,
): TableDependencies {
  const [from, to] = [
    references.filter(({ child }) => child === table),
    references.filter(({ parent }) => parent === table),
  ]
  const own = unique.filter((one) => one.table === table).map(({ column }) => column)
  return {
    ...none,
    parents: new Set(from.map(({ parent }) => parent).filter((parent) => parent !== table)),
    isParent: to.length > 0,
    bound: new Set([
      ...own,
      ...from.map(({ column }) => column),
      ...to.flatMap(({ target }) => target ?? []),
    ]),
    hasTriggers: triggered.has(table),
  }
}

export function packStatements(
  statements: readonly CollectedStatement[],
  dependenciesOf: (table: string) => TableDependencies,
): readonly CollectedStatement[] {
  if (statements.length < minStatements) return statements
  const packing = new Packing(dependenciesOf)
  for (const statement of statements) packing.add(statement)
  return packing.items.flatMap((item) => ('rows' in item ? statementsOf(item) : [item.statement]))
}

const minStatements = 8
// SQLite takes 32,766 values in one statement.
const maxValues = 32_000

/**
 * The forms of statements that can write many rows at once, determined by the text alone; a statement of
 * any other form is sent as it is.
 */
interface Insertion {
  readonly kind: 'insert'
  readonly table: string
  readonly head: string
  /** The number of values per row, and of constants for all rows, which come first. */
  readonly columns: number
  readonly constants: number
  readonly tail: string
}

interface Setting {
  readonly kind: 'set'
  readonly table: string
  readonly columns: readonly string[]
  readonly key: string
}

interface Addition {
  readonly kind: 'add'
  readonly table: string
  readonly columns: readonly [sum: string, count: string]
  readonly key: string
}

interface Removal {
  readonly kind: 'remove'
  readonly table: string
  readonly key: string
}

type Form = Insertion | Setting | Addition | Removal

const tuple = String.raw`\(\?(?:, \?)*\)`
const tuples = `${tuple}(?:, ${tuple})*`
const column = String.raw`\w+ = excluded\.\w+`
const conflict = String.raw`ON CONFLICT(?: \([\w, ]+\))? DO (?:NOTHING|UPDATE SET ${column}(?:, ${column})*)`

const insertion = new RegExp(
  String.raw`^\s*(INSERT (?:OR IGNORE )?INTO (\w+) \([\w, ]+\))\s+VALUES (${tuple})(?:, ${tuple})*\s*(${conflict})?\s*$`,
)
const spread = new RegExp(
  String.raw`^\s*(INSERT INTO (\w+) \([\w, ]+\))\s+SELECT v\.\*, c\.\* FROM \(VALUES (${tuple})\) c CROSS JOIN \(VALUES (${tuple})${tuples.slice(tuple.length)}\) v\s*$`,
)
const setting = /^\s*UPDATE (\w+) SET (\w+ = \?(?:, \w+ = \?)*) WHERE (\w+) = \?\s*$/
const addition = /^\s*UPDATE (\w+) SET (\w+) = \2 \+ \?, (\w+) = \3 \+ 1 WHERE (\w+) = \?\s*$/
const removal = /^\s*DELETE FROM (\w+) WHERE (\w+) = \?\s*$/

const known = new Map<string, Form | undefined>()
const maxKnown = 1000

function formOf(text: string): Form | undefined {
  if (known.has(text)) return known.get(text)
  if (known.size >= maxKnown) known.clear()
  const form =
    readInsertion(text) ?? readSpread(text) ?? readSetting(text) ?? readAddition(text) ?? readRemoval(text)
  known.set(text, form)
  return form
}

function readInsertion(text: string): Insertion | undefined {
  const [, head, table, row, tail = ''] = insertion.exec(text) ?? []
  if (head === undefined || table === undefined) return undefined
  return { kind: 'insert', table, head, columns: marksIn(row), constants: 0, tail }
}

function readSpread(text: string): Insertion | undefined {
  const [, head, table, constants, row] = spread.exec(text) ?? []
  if (head === undefined || table === undefined) return undefined
  return { kind: 'insert', table, head, columns: marksIn(row), constants: marksIn(constants), tail: '' }
}

function readSetting(text: string): Setting | undefined {
  const [, table, columns, key] = setting.exec(text) ?? []
  if (table === undefined || columns === undefined || key === undefined) return undefined
  return { kind: 'set', table, columns: columns.replaceAll(' = ?', '').split(', '), key }
}

function readAddition(text: string): Addition | undefined {
  const [, table, sum, count, key] = addition.exec(text) ?? []
  if (table === undefined || sum === undefined || count === undefined || key === undefined) return undefined
  return { kind: 'add', table, columns: [sum, count], key }
}

function readRemoval(text: string): Removal | undefined {
  const [, table, key] = removal.exec(text) ?? []
  return table === undefined || key === undefined ? undefined : { kind: 'remove', table, key }
}

function marksIn(row = ''): number {
  return row.split('?').length - 1
}

class Packing {
  readonly items: Item[] = []
  readonly #bondsOf: (table: string) => TableDependencies
  readonly #open = new Map<string, { readonly group: Group; readonly place: number }>()
  readonly #touched = new Map<string, number>()
  readonly #inserted = new Map<string, number>()

  constructor(dependenciesOf: (table: string) => TableDependencies) {
    this.#bondsOf = dependenciesOf
  }

  add(statement: CollectedStatement): void {
    const form = formOf(statement.text)
    if (!form || !statement.done || !this.#isFree(form)) {
      // Its reads and writes are unknown, so no statement is moved past it.
      this.#open.clear()
      this.items.push({ statement })
      return
    }
    const constants = form.kind === 'insert' ? statement.params.slice(0, form.constants) : []
    const rows = rowsOf(form, statement.params.slice(constants.length))
    const part = { constants, rows, isPlain: statement.params.every(isPlain) }
    const key = JSON.stringify([
      form.kind === 'insert' ? [form.head, form.tail] : statement.text,
      ...constants.map(String),
    ])
    const open = this.#open.get(key)
    if (open && this.#mayJoin(open, form) && isRoomIn(open.group, part))
      return join(open.group, statement, part)
    const group = { form, statements: [statement], ...part, keys: new Set(keysOf(form, rows)) }
    this.#open.set(key, { group, place: this.items.length })
    this.#touched.set(form.table, this.items.length)
    if (form.kind === 'insert') this.#inserted.set(form.table, this.items.length)
    this.items.push(group)
  }

  #isFree(form: Form): boolean {
    const { bound, isParent, hasTriggers } = this.#bondsOf(form.table)
    if (hasTriggers) return false
    if (form.kind === 'remove') return !isParent
    return form.kind === 'insert' || !form.columns.some((column) => bound.has(column) || column === form.key)
  }

  #mayJoin({ place }: { readonly place: number }, form: Form): boolean {
    if (this.#touched.get(form.table) !== place) return false
    if (form.kind !== 'insert') return true
    const { parents } = this.#bondsOf(form.table)
    return [...parents].every((parent) => (this.#inserted.get(parent) ?? -1) < place)
  }
}

type Part = Pick<Group, 'constants' | 'rows' | 'isPlain'>

function isRoomIn(group: Group, { rows, isPlain: isPartPlain }: Part): boolean {
  // Two values for one key in one statement: which of them stays is undefined.
  if (keysOf(group.form, rows).some((key) => group.keys.has(key))) return false
  if (group.isPlain && isPartPlain) return true
  const values = (group.rows.length + rows.length) * (rows[0]?.length ?? 0) + group.constants.length
  return group.form.kind === 'insert' && values <= maxValues
}

function join(group: Group, statement: CollectedStatement, { rows, isPlain: isPartPlain }: Part): void {
  group.statements.push(statement)
  group.rows.push(...rows)
  group.isPlain &&= isPartPlain
  for (const key of keysOf(group.form, rows)) group.keys.add(key)
}

function rowsOf(form: Form, params: Row): Row[] {
  if (form.kind !== 'insert') return [params]
  return Array.from({ length: params.length / form.columns }, (_, row) =>
    params.slice(row * form.columns, (row + 1) * form.columns),
  )
}

/** Returns the keys of rows; texts that a collation equates are the same key. */
function keysOf(form: Form, rows: readonly Row[]): unknown[] {
  return form.kind === 'set' ? rows.map((row) => String(row.at(-1)).toLowerCase()) : []
}

/** Whether a value is the same when SQLite has read it from JSON: fractions may be rounded otherwise there, and texts end at a NUL. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (typeof value === 'number') return Number.isSafeInteger(value) && !Object.is(value, -0)
  return value === null || typeof value === 'bigint'
}

type Row = readonly unknown[]

interface Group {
  readonly form: Form
  readonly statements: CollectedStatement[]
  readonly constants: Row
  readonly rows: Row[]
  isPlain: boolean
  readonly keys: Set<unknown>
}

function statementsOf(group: Group): readonly CollectedStatement[] {
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

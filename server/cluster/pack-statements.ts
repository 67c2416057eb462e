/**
 * Each node prepares every statement anew and takes each value by itself, which costs more than the writing. So statements of one form
 * are put together: their rows travel as one value, a list in JSON, or else as many rows of one VALUES. A statement joins an earlier one
 * only where nothing between them can tell the difference.
 */
import type { CollectedStatement } from '../store/database/database.ts'
import { type Form, formOf } from './statement-forms.ts'
import type { TableBonds } from './table-bonds.ts'
import { type Group, type Row, statementsOf } from './write-at-once.ts'

type Item = Group | { readonly statement: CollectedStatement }

/** Fewer statements in the place of these, which do the same. */
export function packStatements(
  statements: readonly CollectedStatement[],
  bondsOf: (table: string) => TableBonds,
): readonly CollectedStatement[] {
  if (statements.length < fewStatements) return statements
  const packing = new Packing(bondsOf)
  for (const statement of statements) packing.add(statement)
  return packing.items.flatMap((item) => ('rows' in item ? statementsOf(item) : [item.statement]))
}

const fewStatements = 8
// SQLite takes 32,766 values in one statement.
const maxValues = 32_000

class Packing {
  readonly items: Item[] = []
  readonly #bondsOf: (table: string) => TableBonds
  /** Groups that may be joined, by form and constants. */
  readonly #open = new Map<string, { readonly group: Group; readonly place: number }>()
  /** Where tables were written last, and where they were added to. */
  readonly #touched = new Map<string, number>()
  readonly #inserted = new Map<string, number>()

  constructor(bondsOf: (table: string) => TableBonds) {
    this.#bondsOf = bondsOf
  }

  add(statement: CollectedStatement): void {
    const form = formOf(statement.text)
    if (!form || !statement.done || !this.#isFree(form)) {
      // What it reads and writes is unknown, so no statement is moved past it.
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

  /** Whether what a statement does depends on nothing but its table, and nothing but its table on it. */
  #isFree(form: Form): boolean {
    const { bound, isParent, hasTriggers } = this.#bondsOf(form.table)
    if (hasTriggers) return false
    if (form.kind === 'remove') return !isParent
    return form.kind === 'insert' || !form.columns.some((column) => bound.has(column) || column === form.key)
  }

  /** Whether nothing between the group and here touches the same table, or adds what rows refer to. */
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

/** Texts that a collation takes for the same are the same key. */
function keysOf(form: Form, rows: readonly Row[]): unknown[] {
  return form.kind === 'set' ? rows.map((row) => String(row.at(-1)).toLowerCase()) : []
}

/** Whether a value is the same when SQLite has read it from JSON: fractions may be rounded otherwise there, and texts end at a NUL. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (typeof value === 'number') return Number.isSafeInteger(value) && !Object.is(value, -0)
  return value === null || typeof value === 'bigint'
}

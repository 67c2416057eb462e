/**
 * The forms of statements that many rows can be written by at once. What is told of a statement here depends on its text alone; one of
 * any other form is sent as it is.
 */

/** A statement that adds rows, or changes those that are there, by values alone. */
export interface Insertion {
  readonly kind: 'insert'
  readonly table: string
  /** Up to the columns. */
  readonly head: string
  /** Values of a row that a statement has for each, and those that it has once for all, which come first. */
  readonly columns: number
  readonly constants: number
  /** What happens where a row is there already. */
  readonly tail: string
}

/** A statement that gives columns of the rows under a key new values. */
export interface Setting {
  readonly kind: 'set'
  readonly table: string
  readonly columns: readonly string[]
  readonly key: string
}

/** A statement that adds to a number under a key, and one to another. */
export interface Addition {
  readonly kind: 'add'
  readonly table: string
  readonly columns: readonly [sum: string, count: string]
  readonly key: string
}

/** A statement that removes the rows under a key. */
export interface Removal {
  readonly kind: 'remove'
  readonly table: string
  readonly key: string
}

export type Form = Insertion | Setting | Addition | Removal

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

/** The form of a statement, if it has one. */
export function formOf(text: string): Form | undefined {
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

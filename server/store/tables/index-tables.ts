/**
 * Indexes made on request, since each slows down every write. CREATE INDEX would hold the write lock
 * throughout, so an index is a table in key order, filled in small steps between writes and kept current
 * by triggers. Queries use it once complete; each copy of a workspace has its own.
 */
import { keysOf } from '#shared/text.ts'
import type { TextOrder } from '#shared/text-order.ts'
import { cachePart, countedValues } from '../database/caches.ts'
import type { ReadableDb, WritableDb } from '../database/database.ts'
import type { FixedIndex, IndexName } from '../database/writer-requests.ts'

interface Definition {
  readonly source: string
  readonly columns: readonly string[]
  readonly values?: (row: string) => readonly string[]
  readonly read?: readonly string[]
  readonly row: string
  /** Roughly the order of the key, so that rows added in it are adjacent. */
  readonly order: string
  readonly where?: (row: string) => string
  readonly isShared?: boolean
}

const fixedIndexes: Record<FixedIndex, Definition> = {
  updated: { source: 'entity', columns: ['type', 'updated_at', 'id'], row: 'id', order: 'updated_at' },
  referring: {
    source: 'reference',
    columns: ['attribute', 'source'],
    row: 'source',
    order: 'source',
    isShared: true,
  },
  history: {
    source: 'event',
    columns: ['entity', 'sequence'],
    row: 'sequence',
    order: 'entity, sequence',
    where: (row) => `${row}.entity IS NOT NULL`,
  },
  actor: { source: 'event', columns: ['actor', 'sequence'], row: 'sequence', order: 'actor, sequence' },
}

// The beginning of a long text orders it well enough.
const orderOfValues = "iif(typeof(norm) = 'text', substr(norm, 1, 40), norm), entity"

function definitionOf(name: IndexName): Definition {
  if (isFixed(name)) return fixedIndexes[name]
  if (isLength(name)) return lengthsOf(name)
  if (isOrder(name)) return orderOf(name)
  return { source: name, columns: ['norm', 'entity'], row: 'entity', order: orderOfValues }
}

function isLength(name: IndexName): name is `length_${number}` {
  return name.startsWith('length_')
}

type OrderName = `order_${number}` | `natural_${number}`

function isOrder(name: IndexName): name is OrderName {
  return /^(?:order|natural)_/.test(name)
}

/** For each order: the name of its index, its function, and the characters whose bytes are in order. */
const textOrders = {
  text: { index: 'order', key: 'text_order', inOrder: ' -9a-z' },
  natural: { index: 'natural', key: 'natural_order', inOrder: ' -/a-z' },
} as const satisfies Record<TextOrder, object>

export function textOrderIndex(attributeId: number, order: TextOrder): OrderName {
  return `${textOrders[order].index}_${attributeId}`
}

/** The key by which a comparable text sorts; most texts have the same bytes as their key and need no call. */
export function textOrderSql(comparable: string, order: TextOrder): string {
  const { key, inOrder } = textOrders[order]
  return `iif(${comparable} GLOB '*[^${inOrder}]*', ${key}(${comparable}), ${comparable})`
}

function orderOf(name: OrderName): Definition {
  const order = name.startsWith('order_') ? 'text' : 'natural'
  return {
    source: name.replace(/^[a-z]+/, 'value'),
    columns: ['norm', 'entity'],
    values: (row) => [textOrderSql(`${row}.norm`, order), `${row}.entity`],
    read: ['norm', 'entity'],
    row: 'entity',
    order: orderOfValues,
  }
}

/** Only documents have the original texts: a comparable can be longer or shorter. */
function lengthsOf(name: `length_${number}`): Definition {
  const id = name.replace('length_', '')
  const length = (row: string) =>
    `text_length(CAST(${row}.attributes ->> (SELECT '$."' || key || '"' FROM attribute WHERE id = ${id} AND entity_type = ${row}.type) AS TEXT))`
  return {
    source: 'entity',
    columns: ['entity', 'norm'],
    values: (row) => [`${row}.id`, length(row)],
    read: ['attributes'],
    row: 'id',
    order: 'id',
    where: (row) => `${length(row)} IS NOT NULL`,
  }
}

function valuesOf({ columns, values }: Definition, row: string): readonly string[] {
  return values?.(row) ?? columns.map((column) => `${row}.${column}`)
}

function isFixed(name: IndexName): name is FixedIndex {
  return name in fixedIndexes
}

const complete = (name: IndexName) => `index_${name}`
const incomplete = (name: IndexName) => `index_${name}_part`

export function findFixedIndex(db: ReadableDb, index: FixedIndex): string | undefined {
  return hasSchemaObject(db, complete(index)) ? complete(index) : undefined
}

export function findTextOrder(db: ReadableDb, attributeId: number, order: TextOrder): string | undefined {
  const name = complete(textOrderIndex(attributeId, order))
  return hasSchemaObject(db, name) ? name : undefined
}

export function valuesByComparable(db: ReadableDb, attributeId: number): string {
  const name = complete(`value_${attributeId}`)
  return hasSchemaObject(db, name) ? name : `value_${attributeId}`
}

export function findLengths(db: ReadableDb, attributeId: number): string | undefined {
  const name = complete(`length_${attributeId}`)
  return hasSchemaObject(db, name) ? name : undefined
}

/** Whether a value table has its index; earlier versions made one of SQLite's own. */
export function hasValueIndex(db: ReadableDb, attributeId: number): boolean {
  return (
    hasSchemaObject(db, complete(`value_${attributeId}`)) || hasSchemaObject(db, `value_${attributeId}_norm`)
  )
}

export function makeIndex(tx: WritableDb, name: IndexName): void {
  beginIndex(tx, name)
  fillIndex(tx, name, listIndexRows(tx, name))
  finishIndex(tx, name)
}

/** Begins to keep an index current; false where it is complete. An unfinished one begins again. */
export function beginIndex(tx: WritableDb, name: IndexName): boolean {
  if (hasSchemaObject(tx, complete(name)) || !hasSchemaObject(tx, definitionOf(name).source)) return false
  if (!hasSchemaObject(tx, incomplete(name))) tx.unreplicated(() => tx.exec(createStatements(name)))
  return true
}

function createStatements(name: IndexName): string {
  const definition = definitionOf(name)
  const { source, columns, read = columns, where = () => '1', isShared = false } = definition
  const table = incomplete(name)
  const list = (row: string) => valuesOf(definition, row).join(', ')
  const same = (of: string, row: string) =>
    valuesOf(definition, row)
      .map((value, at) => `${of}.${columns[at]} = ${value}`)
      .join(' AND ')
  const others = isShared ? ` AND NOT EXISTS (SELECT 1 FROM ${source} o WHERE ${same('o', 'old')})` : ''
  const remove = `DELETE FROM ${table} WHERE ${same(table, 'old')}${others};`
  // Not OR IGNORE: inside a trigger the conflict clause of the outer statement holds.
  const isNew = isShared ? ` AND NOT EXISTS (SELECT 1 FROM ${table} WHERE ${same(table, 'new')})` : ''
  const add = `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${list('new')} WHERE ${where('new')}${isNew};`
  const before = valuesOf(definition, 'old')
  const isOther = valuesOf(definition, 'new')
    .map((value, at) => `${before[at]} IS NOT ${value}`)
    .join(' OR ')
  return `
    CREATE TABLE ${table} (${columns.map((column) => `${column} NOT NULL`).join(', ')}, PRIMARY KEY (${columns.join(', ')})) WITHOUT ROWID;
    CREATE TRIGGER index_${name}_insert AFTER INSERT ON ${source} BEGIN ${add} END;
    CREATE TRIGGER index_${name}_update AFTER UPDATE OF ${read.join(', ')} ON ${source} WHEN ${isOther} BEGIN ${remove} ${add} END;
    CREATE TRIGGER index_${name}_delete AFTER DELETE ON ${source} BEGIN ${remove} END;`
}

export function listIndexRows(db: ReadableDb, name: IndexName): number[] {
  const { source, row, order, where = () => '1', isShared } = definitionOf(name)
  if (!hasSchemaObject(db, source)) return []
  return db.column<number>(
    `SELECT ${isShared ? 'DISTINCT ' : ''}${row} FROM ${source} WHERE ${where(source)} ORDER BY ${order}`,
  )
}

export function fillIndex(tx: WritableDb, name: IndexName, rows: readonly number[]): void {
  const definition = definitionOf(name)
  const { source, columns, row, where = () => '1' } = definition
  const list = valuesOf(definition, 's').join(', ')
  if (!hasSchemaObject(tx, incomplete(name))) return
  const insert = `INSERT OR IGNORE INTO ${incomplete(name)} (${columns.join(', ')}) SELECT ${list}
     FROM json_each(?) j CROSS JOIN ${source} s ON s.${row} = j.value WHERE ${where('s')}`
  tx.unreplicated(() => tx.run(insert, JSON.stringify(rows)))
}

export function finishIndex(tx: WritableDb, name: IndexName): void {
  if (!hasSchemaObject(tx, incomplete(name))) return
  // Earlier versions made an index of this other kind.
  const finish = `ALTER TABLE ${incomplete(name)} RENAME TO ${complete(name)}; DROP INDEX IF EXISTS wished_${name}`
  tx.unreplicated(() => tx.exec(finish))
}

export function listWrongIndexes(db: ReadableDb): IndexName[] {
  const tables = db.column<string>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 'index_*'",
  )
  const names = tables.flatMap((table): IndexName[] => {
    const value = /^index_value_(\d+)$/.exec(table)?.[1]
    if (value !== undefined) return [`value_${Number(value)}`]
    const length = /^index_length_(\d+)$/.exec(table)?.[1]
    if (length !== undefined) return [`length_${Number(length)}`]
    const [, order, id] = /^index_(order|natural)_(\d+)$/.exec(table) ?? []
    if (order !== undefined) return [textOrderIndex(Number(id), order === 'order' ? 'text' : 'natural')]
    return keysOf(fixedIndexes).filter((name) => complete(name) === table)
  })
  return names.filter((name) => isWrong(db, name))
}

function isWrong(db: ReadableDb, name: IndexName): boolean {
  const definition = definitionOf(name)
  const { source, columns, where = () => '1' } = definition
  const list = valuesOf(definition, source).map((value, at) => `${value} AS ${columns[at]}`)
  const rows = `SELECT DISTINCT ${list.join(', ')} FROM ${source} WHERE ${where(source)}`
  // The plus removes the type of the column: an index has none, and SQLite would scan it for each row.
  const inIndex = columns.map((column) => `i.${column} = +s.${column}`).join(' AND ')
  const [total, missing] = db.tuples<[number, number]>(
    `SELECT (SELECT count(*) FROM ${complete(name)}) - count(*),
       count(*) FILTER (WHERE NOT EXISTS (SELECT 1 FROM ${complete(name)} i WHERE ${inIndex})) FROM (${rows}) s`,
  )[0] ?? [0, 0]
  return total !== 0 || missing !== 0
}

export function dropPartOfIndex(tx: WritableDb, name: IndexName): void {
  if (hasSchemaObject(tx, incomplete(name))) dropIndex(tx, name, incomplete(name))
}

const triggerKinds = ['insert', 'update', 'delete'] as const

function dropIndex(tx: WritableDb, name: string, table: string): void {
  tx.unreplicated(() => {
    for (const kind of triggerKinds) tx.exec(`DROP TRIGGER IF EXISTS index_${name}_${kind}`)
    tx.exec(`DROP TABLE IF EXISTS ${table}`)
  })
}

/** Drops indexes without their source or triggers, after an earlier version deleted the attribute. */
export function dropOrphanedIndexes(tx: WritableDb): void {
  const names = new Set(tx.column<string>('SELECT name FROM sqlite_schema'))
  for (const table of tx.column<string>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 'index_*'",
  )) {
    const name = table.replace(/^index_/, '').replace(/_part$/, '')
    if (!triggerKinds.every((kind) => names.has(`index_${name}_${kind}`))) dropIndex(tx, name, table)
  }
}

export function dropValueTable(tx: WritableDb, attributeId: number): void {
  const lengths: IndexName = `length_${attributeId}`
  for (const table of [complete(lengths), incomplete(lengths)]) dropIndex(tx, lengths, table)
  const name: IndexName = `value_${attributeId}`
  tx.exec(`DROP TABLE IF EXISTS ${name}`)
  tx.unreplicated(() => {
    for (const index of [name, ...keysOf(textOrders).map((order) => textOrderIndex(attributeId, order))])
      for (const table of [complete(index), incomplete(index)]) tx.exec(`DROP TABLE IF EXISTS ${table}`)
  })
}

const schemaNames = cachePart<'names', ReadonlySet<string>>(countedValues(1))

function hasSchemaObject(db: ReadableDb, name: string): boolean {
  const cache = db.caches.schema.part(schemaNames)
  const known = cache.get('names')
  if (known) return known.has(name)
  const names = new Set(db.column<string>('SELECT name FROM sqlite_schema'))
  cache.add('names', names)
  return names.has(name)
}

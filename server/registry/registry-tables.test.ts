import Database from 'better-sqlite3'
import { is } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { expect, onTestFinished, test } from 'vitest'
import { registryFormat } from './registry-format.ts'
import * as tables from './registry-tables.ts'

test('the tables that queries are typed by are those that the migrations make', () => {
  const sqlite = new Database(':memory:')
  onTestFinished(() => void sqlite.close())
  for (const { sql } of registryFormat.migrations) sqlite.exec(sql)
  const made = sqlite
    .prepare<[], { table: string; column: string; required: number }>(
      `SELECT t.name AS "table", c.name AS "column", c."notnull" OR c.pk > 0 AS required
       FROM pragma_table_list t, pragma_table_info(t.name) c
       WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT GLOB 'sqlite_*'`,
    )
    .all()
  const typed = Object.values(tables)
    .filter((table) => is(table, SQLiteTable))
    .map((table) => getTableConfig(table))
    .flatMap(({ name, columns, primaryKeys }) => {
      const keys = new Set(primaryKeys.flatMap((key) => key.columns.map((column) => column.name)))
      return columns.map((column) => ({
        table: name,
        column: column.name,
        required: Number(column.notNull || column.primary || keys.has(column.name)),
      }))
    })
  const inOrder = (rows: typeof made) =>
    rows.map(({ table, column, required }) => `${table}.${column} ${required}`).toSorted()
  expect(inOrder(typed)).toEqual(inOrder(made))
})

import { toJson } from '../database/json.ts'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AttributeExtras, insertAttribute } from '../tables/attributes.ts'
import { checkWorkspace, quickCheck, type ToComparable } from './check.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { insertEntity } from '../tables/entities.ts'
import { replaceTargets } from '../tables/references.ts'
import { advanceSearchIndex } from '../search/search-index.ts'
import { putComparable } from '../tables/values.ts'
import { createWorkspaceFile } from '../file/workspace-file.ts'

const extras = {
  inheritance_mode: 'off',
  acceptable_values: null,
  constraints: {},
} as unknown as AttributeExtras
const toComparable: ToComparable = (_attribute, value) =>
  typeof value === 'string' ? value.toLowerCase() : Number(value)

let folder: string
let database: Database

function fill(): void {
  database.write((tx) => {
    const define = (key: string, dataType: 'single_line_text_field' | 'number' | 'entity_reference') =>
      insertAttribute(tx, {
        uuid: crypto.randomUUID(),
        entityType: 'product',
        key,
        name: key,
        dataType,
        isPrimary: key === 'sku',
        extras,
      }).id
    const [sku, price, vendor] = [
      define('sku', 'single_line_text_field'),
      define('price', 'number'),
      define('vendor', 'entity_reference'),
    ]
    const { id: nord } = insertEntity(tx, {
      type: 'vendor',
      parent: null,
      label: null,
      attributes: toJson({}),
    })
    const attributes = toJson({ sku: 'CH-100', price: 129 })
    const { id: chair } = insertEntity(tx, { type: 'product', parent: null, label: 'CH-100', attributes })
    putComparable(tx, sku, chair, 'ch-100')
    putComparable(tx, price, chair, 129)
    replaceTargets(tx, chair, vendor, [nord])
  })
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-check-'))
  const file = join(folder, 'shop.vitrine')
  createWorkspaceFile(file)
  database = openDatabase(file)
  fill()
})

afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

test('a sound workspace has no findings', () => {
  expect(checkWorkspace(database, toComparable)).toEqual([])
  expect(quickCheck(database)).toEqual([])
})

test.each([
  ['UPDATE type_count SET total = 7 WHERE type = 0', 'counts', 'There are 1 entities of type product, but 7'],
  ['DELETE FROM type_count WHERE type = 4', 'counts', 'but no are counted'],
  ["UPDATE value_1 SET norm = 'other'", 'values', 'The value of sku of product'],
  ['DELETE FROM value_2', 'values', 'The value of price of product'],
  ['INSERT INTO value_2 VALUES (99, 5)', 'values', '1 entities of type product have a value of price, but'],
  [
    `UPDATE entity SET attributes = '{"color":"red"}' WHERE id = 2`,
    'values',
    'no attribute for the value of color',
  ],
  [
    `UPDATE entity SET attributes = '{"vendor":"x"}' WHERE id = 2`,
    'values',
    'no attribute for the value of vendor',
  ],
  [`UPDATE entity SET attributes = '{' WHERE id = 2`, 'values', 'are not readable'],
  ["UPDATE entity SET label = 'CH-101' WHERE id = 2", 'labels', 'The label of product'],
  ["UPDATE entity SET label = 'Nord' WHERE id = 1", 'labels', 'The label of vendor'],
  ['UPDATE reference SET target = 99', 'references', 'from entity 2 by attribute 3 to entity 99'],
  ['UPDATE reference SET attribute = 1', 'references', 'by attribute 1'],
  [
    'PRAGMA foreign_keys = OFF; UPDATE entity SET parent = 99 WHERE id = 2',
    'foreign_keys',
    'Row 2 of entity',
  ],
  [
    'INSERT INTO trashed_entity SELECT id, uuid, type, parent, label, created_at, updated_at, attributes, 1, id FROM entity WHERE id = 1',
    'trash',
    'is in the trash and in the catalog',
  ],
  [
    "INSERT INTO trashed_entity VALUES (9, 'u', 0, NULL, NULL, 1, 1, '{}', 1, 8)",
    'trash',
    'took entity u along',
  ],
  ["INSERT INTO trashed_entity VALUES (9, 'u', 0, NULL, NULL, 1, 1, '[', 1, 9)", 'trash', 'are not readable'],
  ['INSERT INTO trashed_reference VALUES (1, 3, 0, 2)', 'trash', 'from entity 1 to entity 2'],
  ['DROP INDEX entity_by_created', 'schema', 'entity_by_created is missing'],
  ['CREATE TABLE mine (id)', 'schema', 'mine is not part of it'],
  ['DROP TABLE value_2', 'schema', 'value_2 is missing'],
])('%s: %s', (damage, check, message) => {
  database.sqlite.exec(damage)
  expect(checkWorkspace(database, toComparable)).toContainEqual({
    check,
    message: expect.stringContaining(message) as string,
  })
})

test('damage all over is told in part', () => {
  database.write((tx) => {
    for (let id = 10; id < 200; id++) replaceTargets(tx, id, 3, [1])
  })
  const findings = checkWorkspace(database, toComparable)
  expect(findings).toHaveLength(50)
  expect(new Set(findings.map(({ check }) => check))).toEqual(new Set(['references']))
})

test('a page that cannot be read at all is a finding, though the search itself ends with an error', () => {
  const { sqlite } = database
  sqlite.pragma('wal_checkpoint(TRUNCATE)')
  const size = sqlite.pragma('page_size', { simple: true }) as number
  const root = sqlite.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'value_1'").pluck().get()
  const file = sqlite.name
  database.close()
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(size, 0xa5), 0, size, ((root as number) - 1) * size)
  closeSync(handle)
  database = openDatabase(file, { readonly: true })

  expect(() => database.sqlite.pragma('quick_check')).toThrow('malformed')
  expect(quickCheck(database)).toEqual([expect.stringContaining('cannot be read')])
  expect(checkWorkspace(database, toComparable)).toMatchObject([{ check: 'integrity' }])
})

test('a search index that holds less than the catalog is told; one that waits for the feed is not', () => {
  const put = () =>
    database.write((tx) => {
      while (advanceSearchIndex(tx, 'product'));
    })
  put()
  expect(checkWorkspace(database, toComparable)).toEqual([])
  database.write((tx) => tx.run("INSERT INTO search_0 (rowid, tokens) VALUES (77, 'x')"))
  expect(checkWorkspace(database, toComparable)).toEqual([
    {
      check: 'search',
      message: 'The search looks through 2 entities of type product, but there are 1.',
    },
  ])
  database.write((tx) => {
    tx.run('DELETE FROM search_0')
    tx.run("INSERT INTO search_0 (rowid, tokens) VALUES (2, 'x')")
  })
  expect(checkWorkspace(database, toComparable)).toEqual([
    { check: 'search', message: 'The search does not find entity 2 by its texts.' },
  ])
})

test.each([
  ['has a row too many', (index: string) => `INSERT INTO ${index} VALUES ('no such', 99)`],
  ['lacks a row', (index: string) => `DELETE FROM ${index}`],
  ['holds another value', (index: string) => `UPDATE ${index} SET norm = 'other'`],
])('an index for filters and sorts that %s is told', (_what, damage) => {
  const [index = ''] = database.read((db) =>
    db.column<string>("SELECT name FROM sqlite_schema WHERE name GLOB 'index_value_*[0-9]'"),
  )
  expect(checkWorkspace(database, toComparable)).toEqual([])
  database.write((tx) => tx.run(damage(index)))
  const message = `The index ${index.slice('index_'.length)} does not hold what filters and sorts have to see.`
  expect(checkWorkspace(database, toComparable)).toEqual([{ check: 'search', message }])
})

/**
 * Fixtures are dumps of a small workspace of each version, in `migrations/fixtures`. The newest one is
 * made by `vitest run server/store/migrate -u`; once a version is released its fixture is never changed
 * again.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FileFormat, latestVersion, workspaceFormat, schemaDifferences, userVersion } from './migrate.ts'
import { createOwnedFile, createWorkspaceFile, openOwnedFile, openWorkspaceFile } from './workspace-file.ts'

const fixtures = join(import.meta.dirname, 'migrations', 'fixtures')
const fixtureOf = (version: number) => join(fixtures, `${String(version).padStart(4, '0')}.sql`)
const newest = latestVersion(workspaceFormat)

let folder: string
let file: string
let backups: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-migrate-'))
  file = join(folder, 'shop.vitrine')
  backups = join(folder, 'backups')
})

afterEach(() => rmSync(folder, { recursive: true }))

const digest = () => createHash('sha256').update(readFileSync(file)).digest('hex')
const copies = () => (existsSync(backups) ? readdirSync(backups) : [])

function withSqlite<T>(path: string, fn: (sqlite: BetterSqlite3.Database) => T): T {
  const sqlite = new BetterSqlite3(path)
  try {
    return fn(sqlite)
  } finally {
    sqlite.close()
  }
}

describe('fixtures', () => {
  const sampleRows = `
    CREATE TABLE value_1 (entity INTEGER PRIMARY KEY, norm NOT NULL);
    CREATE INDEX value_1_norm ON value_1 (norm, entity);
    INSERT INTO attribute VALUES (1, '018f0000-0000-7000-8000-00000000000a', 0, 'sku', 'SKU', 'single_line_text_field', 1, 1, '{"inheritance_mode":"off"}');
    INSERT INTO attribute VALUES (2, '018f0000-0000-7000-8000-00000000000b', 0, 'vendor', 'Vendor', 'entity_reference', 0, 2, '{"inheritance_mode":"off","reference":{"type":"vendor"}}');
    INSERT INTO entity VALUES (1, '018f0000-0000-7000-8000-000000000001', 2, NULL, NULL, 1700000000000, 1700000000000, '{}');
    INSERT INTO entity VALUES (2, '018f0000-0000-7000-8000-000000000002', 0, NULL, 'CH-100', 1700000000001, 1700000000002, '{"sku":"CH-100"}');
    INSERT INTO entity VALUES (3, '018f0000-0000-7000-8000-000000000003', 0, 2, NULL, 1700000000003, 1700000000003, '{}');
    UPDATE type_count SET total = 2 WHERE type = 0;
    UPDATE type_count SET total = 1 WHERE type = 2;
    INSERT INTO value_1 VALUES (2, 'ch-100');
    INSERT INTO reference VALUES (2, 2, 0, 1);
    INSERT INTO event VALUES (1, '018f0000-0000-7000-8000-00000000000c', 'entity.created', 2, '{}', '{"type":"owner","id":null,"name":null}', 'app', NULL, NULL, 1700000000001, '[]', NULL, NULL);
    INSERT INTO job VALUES (1, '018f0000-0000-7000-8000-00000000000d', 'import', 'completed', 1, 1, 1700000000000, 1700000000000, 1700000000001, NULL, 0, '{}', NULL, '{}', '{}', NULL);
    INSERT INTO file VALUES ('ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb', 'png', 'image/png', 1, 1700000000000, x'61', NULL);
    INSERT INTO channel VALUES ('shopify', 1, '{"currency":"EUR"}');
    INSERT INTO channel_field VALUES ('shopify', 'SKU', '018f0000-0000-7000-8000-00000000000a');
    INSERT INTO channel_name VALUES ('shopify', '018f0000-0000-7000-8000-000000000002', 'chair');
    INSERT INTO trashed_entity VALUES (4, '018f0000-0000-7000-8000-000000000004', 0, NULL, 'CH-101', 1700000000004, 1700000000004, '{"sku":"CH-101"}', 1700000000005, 4);
    INSERT INTO trashed_reference VALUES (4, 2, 0, 1);
    INSERT INTO scraped_source VALUES (1, 'https://shop.example/', 'html', 'Shop', 1700000000000, 3, '[]', '[]', '[]', 'Oak');
    INSERT INTO saved_action VALUES ('018f0000-0000-7000-8000-0000000000ac', 0, 'Raise', '{"set":{},"clear":["sku"],"filter":{},"filter_join":"and","q":""}');
    INSERT INTO grid_view VALUES ('018f0000-0000-7000-8000-00000000000e', 0, 'To do', 1, '{"visible_columns":["sku"]}');
    INSERT INTO attribute_class VALUES ('018f0000-0000-7000-8000-00000000000f', 0, 'chairs', 'Chairs', '{"categories":[],"attributes":[]}');
    INSERT INTO import_fault VALUES ('018f0000-0000-7000-8000-00000000000d', 1, 0, '["price: expected_number"]');
    INSERT INTO fetched_picture VALUES ('https://shop.example/a.png', 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb', NULL, '"v1"', NULL);
    INSERT INTO held_picture VALUES ('018f0000-0000-7000-8000-00000000000d', 'https://shop.example/a.png', 1, 2, 'files/ca97.png');
    INSERT INTO wanted_picture VALUES ('018f0000-0000-7000-8000-00000000000d', 'https://shop.example/b.png', 1, 1, 'Picture', 0, NULL);
    INSERT INTO ordered_video VALUES ('018f0000-0000-7000-8000-00000000000d', 2, 'clip', 1, '{"name":"operations/1"}');
    INSERT INTO note VALUES (1, '018f0000-0000-7000-8000-000000000010', 2, 0, 1, 'Ask Nordlys', 'open', '{"type":"owner","id":null,"name":null}', 1700000000006, 1700000000006, NULL, NULL, '2026-01-12');
    INSERT INTO comment VALUES (1, '018f0000-0000-7000-8000-000000000012', NULL, 2, 0, 1, 'Is this right, @Ana?', '[{"id":"018f0000-0000-7000-8000-000000000013","name":"Ana"}]', '{"type":"owner","id":null,"name":null}', 1700000000006, 1700000000006, NULL, NULL);
    INSERT INTO variant_axes VALUES (2, '[{"attribute":"018f0000-0000-7000-8000-00000000000a","values":["CH-101"]}]');
    INSERT INTO merge_change VALUES ('018f0000-0000-7000-8000-0000000000e1', 0, 'note', '1', '3', '2');
    INSERT INTO quality_rule VALUES (1, '018f0000-0000-7000-8000-000000000011', 0, 'has_sku', 'Has a SKU', 'own', '{"severity":"error","weight":1,"applies_to":"","check":{"kind":"required","attributes":["sku"]},"message":"","enabled":true}');
    INSERT INTO quality_accepted VALUES (2, '018f0000-0000-7000-8000-000000000011', 1, 'CH-100', 'Right', 1700000000006, '{"type":"owner","id":null,"name":null}');
    INSERT INTO quality_found VALUES ('018f0000-0000-7000-8000-000000000011', 1, 2, 'CH-100', 1700000000006);
    INSERT INTO quality_checked VALUES ('018f0000-0000-7000-8000-000000000011', 'a', 1, 1700000000006);
    INSERT INTO quality_day VALUES (0, '2023-11-14', 90, 2);
    INSERT INTO duplicate_group VALUES (1, '018f0000-0000-7000-8000-0000000000e2', 0, 95, 'open', '[2,3]', '[{"by":"gtin","detail":"4006381333931"}]', '{"gtin":[4006381333931,4006381333931]}');
    INSERT INTO duplicate_member VALUES (2, 1);
    INSERT INTO dismissed_match VALUES (2, 3, 'title', '1 1');
    INSERT INTO picture_signature VALUES ('ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb', x'01');
    INSERT INTO import_row VALUES (x'01', 2, '018f0000-0000-7000-8000-00000000000d');
    INSERT INTO file_details VALUES ('ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb', '{"width":1,"height":1}', 1700000000006);
    INSERT INTO asset_plan VALUES ('018f0000-0000-7000-8000-00000000000d', 0, 'matched', 2, '{"name":"CH-100.png"}');
    INSERT INTO recipe VALUES ('018f0000-0000-7000-8000-00000000000f', 'Shop', '{"width":1280}');
    INSERT INTO unplaced_file VALUES ('ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb', 'a.png', 1700000000006);
    INSERT INTO asset_library VALUES (1, '018f0000-0000-7000-8000-0000000000a1', 'Photos', 0, 1, 0, 1700000000006);
    INSERT INTO linked_file VALUES (1, 'chairs/CH-100.png', 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb', 1, 1700000000006000, 'there', NULL);
    INSERT INTO alias VALUES (1, '018f0000-0000-7000-8000-0000000000a2', 0, NULL, 'Freya', 'freya', 2, NULL, 'merge', 1700000000006, '018f0000-0000-7000-8000-0000000000e1', NULL);
    INSERT INTO import_profile VALUES ('018f0000-0000-7000-8000-00000000000f', 0, 'Supplier', '{"merge_key":"sku"}');
  `

  function dump(sqlite: BetterSqlite3.Database): string {
    const objects = sqlite
      .prepare<[], { type: string; name: string; sql: string }>(
        "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*' ORDER BY type DESC, name",
      )
      .all()
    return [
      `PRAGMA application_id = ${String(sqlite.pragma('application_id', { simple: true }))};`,
      `PRAGMA user_version = ${userVersion(sqlite)};`,
      ...objects.map(({ sql }) => `${sql};`),
      ...objects.filter(({ type }) => type === 'table').flatMap(({ name }) => dumpRows(sqlite, name)),
      '',
    ].join('\n')
  }

  function dumpRows(sqlite: BetterSqlite3.Database, table: string): string[] {
    const columns = sqlite.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table) as string[]
    const values = columns.map((column) => `quote("${column}")`).join(` || ', ' || `)
    const rows = sqlite.prepare(`SELECT ${values} FROM "${table}" ORDER BY 1`).pluck().all() as string[]
    return rows.map((row) => `INSERT INTO "${table}" VALUES (${row});`)
  }

  test('that of the newest version is what this program writes', async () => {
    createWorkspaceFile(file)
    const text = withSqlite(file, (sqlite) => {
      sqlite.exec(sampleRows)
      return dump(sqlite)
    })
    await expect(text).toMatchFileSnapshot(fixtureOf(newest))
  })

  test('every version has one', () => {
    const missing = workspaceFormat.migrations.filter(({ version }) => !existsSync(fixtureOf(version)))
    expect(missing.map(({ version }) => version)).toEqual([])
  })

  test.each(workspaceFormat.migrations.map(({ version }) => version))(
    'a file of version %i opens, is copied first if it is older, and equals a new one',
    async (version) => {
      withSqlite(file, (sqlite) => sqlite.exec(readFileSync(fixtureOf(version), 'utf8')))

      const opened = await openWorkspaceFile(file, { backupFolder: backups })
      try {
        const { sqlite } = opened.database
        expect(userVersion(sqlite)).toBe(newest)
        expect(schemaDifferences(sqlite, workspaceFormat)).toEqual([])
        expect(sqlite.pragma('integrity_check', { simple: true })).toBe('ok')
        expect(sqlite.prepare('SELECT uuid FROM entity ORDER BY id').pluck().all()).toHaveLength(3)
      } finally {
        opened.close()
      }
      expect(copies()).toHaveLength(version < newest ? 1 : 0)
    },
  )
})

describe('migrating', () => {
  const first = { version: 10, sql: 'CREATE TABLE shop (id INTEGER PRIMARY KEY, name TEXT)' }
  const addCity = { version: 20, sql: "ALTER TABLE shop ADD COLUMN city TEXT DEFAULT 'Ulm'" }
  const addIndex = { version: 30, sql: 'CREATE INDEX shop_by_city ON shop (city)' }
  const format = (...migrations: FileFormat['migrations']): FileFormat => ({
    name: 'test file',
    applicationId: 0x1234,
    migrations,
  })

  function makeOldFile(sql = "INSERT INTO shop VALUES (1, 'Nord')"): void {
    createOwnedFile(file, format(first))
    withSqlite(file, (sqlite) => sqlite.exec(sql))
  }

  async function open(target: FileFormat): Promise<unknown> {
    const opened = await openOwnedFile(file, target, { backupFolder: backups })
    const rows = opened.database.sqlite.prepare('SELECT * FROM shop').all()
    opened.close()
    return rows
  }

  test('applies every step that is lacking and keeps a copy of the file as it was [SPACE-05]', async () => {
    makeOldFile()
    expect(await open(format(first, addCity, addIndex))).toEqual([{ id: 1, name: 'Nord', city: 'Ulm' }])

    const [copy, ...others] = copies()
    expect(copy).toMatch(/^shop version 10 .*\.vitrine$/)
    expect(others).toEqual([])
    withSqlite(join(backups, copy ?? ''), (sqlite) => {
      expect(userVersion(sqlite)).toBe(10)
      expect(sqlite.prepare('SELECT * FROM shop').all()).toEqual([{ id: 1, name: 'Nord' }])
    })
  })

  test('a file of the newest version is neither copied nor changed [SPACE-05]', async () => {
    makeOldFile()
    const before = digest()
    await open(format(first))
    expect(copies()).toEqual([])
    expect(digest()).toBe(before)
  })

  test.each([
    [
      'a step that fails',
      'SELECT 1',
      { version: 30, sql: 'INSERT INTO nowhere VALUES (1)' },
      'no such table',
    ],
    [
      'a schema that is not that of a new file',
      'CREATE INDEX mine ON shop (name)',
      addIndex,
      'mine is not part',
    ],
    [
      'rows that point to nothing',
      'SELECT 1',
      {
        version: 30,
        sql: 'CREATE TABLE shelf (shop INTEGER REFERENCES shop (id)); INSERT INTO shelf SELECT id + 1 FROM shop',
      },
      '1 rows point to rows that do not exist',
    ],
  ])('%s leaves the file as it was, to the byte', async (_name, oddity, last, reason) => {
    makeOldFile(`INSERT INTO shop VALUES (1, 'Nord'); ${oddity}`)
    const before = digest()

    await expect(open(format(first, addCity, last))).rejects.toMatchObject({
      name: 'WorkspaceFileError',
      kind: 'migration_failed',
      message: expect.stringContaining(reason) as string,
    })

    expect(digest()).toBe(before)
    expect(copies()).toEqual([])
    expect(readdirSync(folder).sort()).toEqual(['backups', 'shop.vitrine'])
  })
})

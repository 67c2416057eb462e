/**
 * Changes to the schema of a workspace file by which an attacker could run code with our writes or block
 * them, and the expected refusals.
 */

const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n'

function rewritten(name: string, change: string): string {
  return `PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = ${change} WHERE name = '${name}'; PRAGMA writable_schema = OFF`
}

/** By description: the SQL of each change, and a part of the refusal. */
export const schemaTricks: Readonly<Record<string, readonly [sql: string, said: string]>> = {
  'a trigger': [
    'CREATE TRIGGER spy AFTER INSERT ON entity BEGIN DELETE FROM event; END',
    'a trigger "spy" on the table "entity"',
  ],
  'a trigger that never ends': [
    `CREATE TRIGGER spin AFTER UPDATE ON job BEGIN ${endless}; END`,
    'a trigger "spin" on the table "job"',
  ],
  'a trigger under the name of an index of ours': [
    'CREATE TRIGGER index_updated_insert AFTER INSERT ON entity BEGIN DELETE FROM event; END',
    'a trigger "index_updated_insert" on the table "entity" of another form',
  ],
  'a trigger under a name that begins like an index': [
    'CREATE TRIGGER index_mine AFTER INSERT ON entity BEGIN DELETE FROM event; END',
    'a trigger "index_mine"',
  ],
  'a trigger in capitals': [
    'CREATE TRIGGER INDEX_UPDATED_INSERT AFTER INSERT ON entity BEGIN SELECT 1; END',
    'a trigger "INDEX_UPDATED_INSERT"',
  ],
  'a view': ['CREATE VIEW value_9 AS SELECT id AS entity, label AS norm FROM entity', 'a view "value_9"'],
  'a view in the place of a table': [
    'ALTER TABLE note RENAME TO hidden; CREATE VIEW note AS SELECT * FROM hidden',
    '"hidden"',
  ],
  'a generated column': [
    'ALTER TABLE event ADD COLUMN spy TEXT AS (upper(actor))',
    'a table "event" of another form',
  ],
  'a generated column in a table of values': [
    'CREATE TABLE value_9 (entity INTEGER PRIMARY KEY, norm NOT NULL, x AS (norm || norm))',
    'a table "value_9" of another form',
  ],
  'a table of values with a check': [
    `CREATE TABLE value_9 (entity INTEGER PRIMARY KEY, norm NOT NULL CHECK (length(norm) < 5))`,
    'a table "value_9" of another form',
  ],
  'a table of values without row ids': [
    'CREATE TABLE value_9 (entity INTEGER PRIMARY KEY, norm NOT NULL) WITHOUT ROWID',
    'a table "value_9" of another form',
  ],
  'a column with a default': [
    "ALTER TABLE note ADD COLUMN spy TEXT DEFAULT 'x'",
    'a table "note" of another form',
  ],
  'a partial index': [
    'CREATE INDEX some ON entity (id) WHERE type = 1',
    'an index "some" on the table "entity"',
  ],
  'an index of an expression under the name of one of ours': [
    'CREATE INDEX index_value_9 ON entity (upper(label))',
    'an index "index_value_9" on the table "entity" of another form',
  ],
  'a unique index': ['CREATE UNIQUE INDEX value_9_norm ON event (kind, actor)', 'an index "value_9_norm"'],
  'a full-text index of its own': [
    "CREATE VIRTUAL TABLE search_0 USING fts5 (tokens, content = 'job')",
    '"search_0',
  ],
  'a virtual table': ['CREATE VIRTUAL TABLE tree USING rtree (id, a, b)', 'a virtual table "tree"'],
  'a table more': ['CREATE TABLE more (x)', 'a table "more"'],
  'a table less': ['DROP TABLE note', 'no "note"'],
  'a definition that was written over': [
    rewritten('event', "replace(sql, 'kind TEXT NOT NULL', 'kind TEXT')"),
    'a table "event" of another form',
  ],
  'a name that a terminal would take for a command': [
    'CREATE TABLE "x\u001b[2J\u202e" (x)',
    'a table "x?[2J?"',
  ],
}

-- Spellings that lead to an entity, an option or another text: left by merges and made by people. What an
-- undone merge has left stays with the undo that has switched it off, for the undo of that undo.
CREATE TABLE alias (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  type INTEGER NOT NULL,
  attribute TEXT,
  text TEXT NOT NULL,
  comparable TEXT NOT NULL,
  entity INTEGER,
  option TEXT,
  origin TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  edit TEXT,
  undone_by TEXT
);
CREATE INDEX alias_comparable ON alias (type, comparable);
CREATE INDEX alias_entity ON alias (entity) WHERE entity IS NOT NULL;
CREATE INDEX alias_edit ON alias (edit) WHERE edit IS NOT NULL;

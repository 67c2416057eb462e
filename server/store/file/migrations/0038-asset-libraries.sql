-- Folders of files that are not copied. Where each lies on a computer stands in its data folder.
CREATE TABLE asset_library (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  is_away INTEGER NOT NULL,
  files INTEGER NOT NULL,
  missing INTEGER NOT NULL,
  scanned_at INTEGER
);

-- The files of a library at its last scan: `there`, `missing` (values name them) or `moved` (values name
-- `moved_to` instead, to which they are rewritten once).
CREATE TABLE linked_file (
  library INTEGER NOT NULL,
  path TEXT NOT NULL,
  hash TEXT NOT NULL,
  size INTEGER NOT NULL,
  modified_at INTEGER NOT NULL,
  state TEXT NOT NULL,
  moved_to TEXT,
  PRIMARY KEY (library, path)
) WITHOUT ROWID;
CREATE INDEX linked_file_by_hash ON linked_file (hash);
CREATE INDEX linked_file_missing ON linked_file (library, path) WHERE state = 'missing';

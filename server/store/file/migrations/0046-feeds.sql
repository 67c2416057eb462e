-- Saved bodies of POST /exports.
CREATE TABLE export_profile (
  uuid TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  request TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Files that are taken in or given out by themselves. The state is what the runs so far have left.
CREATE TABLE feed (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  is_on INTEGER NOT NULL,
  definition TEXT NOT NULL,
  state TEXT NOT NULL
) STRICT;

-- The files that a feed has taken, and by which mark the same file is known again.
CREATE TABLE feed_file (
  feed INTEGER NOT NULL REFERENCES feed (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  mark TEXT NOT NULL,
  PRIMARY KEY (feed, name)
) STRICT, WITHOUT ROWID;

-- The entities that a feed has delivered: in which run last, and whether a later file left them out.
CREATE TABLE feed_entity (
  feed INTEGER NOT NULL REFERENCES feed (id) ON DELETE CASCADE,
  entity INTEGER NOT NULL,
  run INTEGER NOT NULL,
  is_gone INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (feed, entity)
) STRICT, WITHOUT ROWID;

-- What the whole public API needs beside the catalog itself.

-- The index on updated_at is made when a query first wishes for it: every write would have to keep it current.
DROP INDEX entity_by_updated;

-- Edits: the events of one call of POST /edits, one bulk edit or one undo share an id, by which they are undone.
ALTER TABLE event ADD COLUMN edit TEXT;
CREATE INDEX event_by_edit ON event (edit, sequence) WHERE edit IS NOT NULL;

-- The trash: a trashed entity moves here with its references, so that no query has to leave it out. `root` is the entity
-- that took it along (itself where it was trashed by name). A reference is here while one of its ends is in the trash.
CREATE TABLE trashed_entity (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  type INTEGER NOT NULL,
  parent INTEGER,
  label TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  attributes TEXT NOT NULL,
  trashed_at INTEGER NOT NULL,
  root INTEGER NOT NULL
);
CREATE INDEX trashed_entity_by_root ON trashed_entity (root);
CREATE INDEX trashed_entity_by_time ON trashed_entity (trashed_at, id) WHERE id = root;
CREATE TABLE trashed_reference (
  source INTEGER NOT NULL,
  attribute INTEGER NOT NULL,
  position INTEGER NOT NULL,
  target INTEGER NOT NULL,
  PRIMARY KEY (source, attribute, position)
) WITHOUT ROWID;
CREATE INDEX trashed_reference_by_target ON trashed_reference (target);

-- The change feed by what happened: any kind, door and entity type is counted and paged without reading the other events.
ALTER TABLE event ADD COLUMN type TEXT AS (coalesce(subject ->> '$.entity.type', '')) VIRTUAL;
CREATE INDEX event_by_kind ON event (kind, via, type);
-- Times never fall in the order of the feed, so that a time is found by bisection; a clock that was set back left gaps.
UPDATE event SET created_at = feed.latest
FROM (SELECT sequence AS place, max(created_at) OVER (ORDER BY sequence) AS latest FROM event) AS feed
WHERE feed.place = event.sequence AND feed.latest > event.created_at;

-- Channels the owner set up; `key` names a template that ships with the program. A field without a row was never decided;
-- `attribute` is the UUID of a definition, NULL where the owner wants the field to stay empty.
CREATE TABLE channel (key TEXT PRIMARY KEY, enabled INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE channel_field (
  channel TEXT NOT NULL REFERENCES channel (key),
  target TEXT NOT NULL,
  attribute TEXT,
  PRIMARY KEY (channel, target)
) WITHOUT ROWID;

-- Views of the grid; `definition` holds columns, order, filters and looks as JSON. One of a type at most is its default.
CREATE TABLE grid_view (
  uuid TEXT PRIMARY KEY,
  type INTEGER NOT NULL,
  name TEXT NOT NULL,
  is_default INTEGER NOT NULL,
  definition TEXT NOT NULL
) WITHOUT ROWID;
CREATE UNIQUE INDEX grid_view_by_default ON grid_view (type) WHERE is_default = 1;

-- Which entities have a parent, and the children of one, are told by this index alone.
DROP INDEX entity_by_parent;
CREATE INDEX entity_by_parent ON entity (parent, type, id) WHERE parent IS NOT NULL;

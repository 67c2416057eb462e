-- Notes and to-dos on an entity or, where `attribute` is set, on one of its cells. `entity` is the internal id, which stays the same in
-- the trash. A note whose attribute is deleted stays with the entity.
CREATE TABLE note (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  entity INTEGER NOT NULL,
  type INTEGER NOT NULL,
  attribute INTEGER REFERENCES attribute (id) ON DELETE SET NULL,
  text TEXT NOT NULL,
  status TEXT NOT NULL,
  author TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  done_at INTEGER,
  done_by TEXT
);
CREATE INDEX note_entity ON note (entity, id);
CREATE INDEX note_list ON note (status, type, id);
CREATE INDEX note_attribute ON note (attribute) WHERE attribute IS NOT NULL;

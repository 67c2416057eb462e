-- What people say to each other about an entity or, where `attribute` is set, about one of its cells. `thread` is the comment that is
-- answered; null for that one itself, which alone is resolved. `entity` is the internal id, which stays the same in the trash. `mentions`
-- is the JSON list of the people named in the text, as they were called then.
CREATE TABLE comment (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  thread INTEGER REFERENCES comment (id) ON DELETE CASCADE,
  entity INTEGER NOT NULL,
  type INTEGER NOT NULL,
  attribute INTEGER REFERENCES attribute (id) ON DELETE SET NULL,
  text TEXT NOT NULL,
  mentions TEXT NOT NULL,
  author TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  resolved_at INTEGER,
  resolved_by TEXT
);
CREATE INDEX comment_entity ON comment (entity, id);
CREATE INDEX comment_thread ON comment (thread, id) WHERE thread IS NOT NULL;
CREATE INDEX comment_list ON comment (type, id) WHERE thread IS NULL;
CREATE INDEX comment_attribute ON comment (attribute) WHERE attribute IS NOT NULL;

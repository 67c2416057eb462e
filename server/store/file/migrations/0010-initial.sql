-- The workspace file as of version 10 (PRAGMA user_version is set by migrate.ts to the number of the file name).
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO meta (key, value) VALUES ('schema_version', '0');

-- One row an entity. `attributes` is the JSON object of its scalar values exactly as the API returns them; `type` is the
-- position of the entity type in entityTypes. Ids and created_at grow together, so id order is creation order.
CREATE TABLE entity (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  type INTEGER NOT NULL,
  parent INTEGER REFERENCES entity (id),
  label TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  attributes TEXT NOT NULL
);
CREATE INDEX entity_by_created ON entity (type, created_at, id);
CREATE INDEX entity_by_updated ON entity (type, updated_at, id);
CREATE INDEX entity_by_parent ON entity (parent, id) WHERE parent IS NOT NULL;

-- The number of entities of each type, kept current by the writes.
CREATE TABLE type_count (type INTEGER PRIMARY KEY, total INTEGER NOT NULL);
INSERT INTO type_count (type, total) VALUES (0, 0), (1, 0), (2, 0), (3, 0), (4, 0);

-- `config` is the JSON of what only some definitions have. Each scalar attribute has a table value_<id> beside it.
CREATE TABLE attribute (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  entity_type INTEGER NOT NULL,
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  data_type TEXT NOT NULL,
  is_primary INTEGER NOT NULL DEFAULT 0,
  position INTEGER NOT NULL,
  config TEXT NOT NULL,
  UNIQUE (entity_type, key)
);

CREATE TABLE reference (
  source INTEGER NOT NULL,
  attribute INTEGER NOT NULL,
  position INTEGER NOT NULL,
  target INTEGER NOT NULL,
  PRIMARY KEY (source, attribute, position)
) WITHOUT ROWID;
CREATE INDEX reference_by_target ON reference (target, attribute, source);

-- The change feed. `entity` is the internal id (null for attribute and job events), `subject` what the event tells of it.
CREATE TABLE event (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL,
  kind TEXT NOT NULL,
  entity INTEGER,
  subject TEXT,
  actor TEXT NOT NULL,
  via TEXT NOT NULL,
  job TEXT,
  request_id TEXT,
  created_at INTEGER NOT NULL,
  changes TEXT NOT NULL
);
CREATE INDEX event_by_entity ON event (entity, sequence) WHERE entity IS NOT NULL;
CREATE INDEX event_by_job ON event (job, sequence) WHERE job IS NOT NULL;

CREATE TABLE job (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  status TEXT NOT NULL,
  current INTEGER NOT NULL DEFAULT 0,
  total INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  completed_at INTEGER,
  lease_until INTEGER,
  cancel_requested INTEGER NOT NULL DEFAULT 0,
  input TEXT NOT NULL,
  checkpoint TEXT,
  result TEXT,
  metadata TEXT NOT NULL
);
CREATE INDEX job_by_status ON job (status, id);

CREATE TABLE file (
  hash TEXT PRIMARY KEY,
  extension TEXT NOT NULL,
  media_type TEXT NOT NULL,
  size INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  bytes BLOB NOT NULL
);

-- Rules of quality. Those that ship have a row once somebody has changed one. `definition` is JSON of everything but these columns.
CREATE TABLE quality_rule (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  type INTEGER NOT NULL,
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  origin TEXT NOT NULL,
  definition TEXT NOT NULL,
  UNIQUE (type, key)
);

-- What somebody has called right: it leaves the findings while the value reads so. `rule` is the UUID of the rule, `attribute` 0 where
-- the finding is about none, `value` the text of the value.
CREATE TABLE quality_accepted (
  entity INTEGER NOT NULL,
  rule TEXT NOT NULL,
  attribute INTEGER NOT NULL,
  value TEXT NOT NULL,
  reason TEXT NOT NULL,
  at INTEGER NOT NULL,
  actor TEXT NOT NULL,
  PRIMARY KEY (entity, rule, attribute)
) WITHOUT ROWID;
CREATE INDEX quality_accepted_by_rule ON quality_accepted (rule, attribute, entity);

-- What a job has found, which holds while the value reads as it did then.
CREATE TABLE quality_found (
  rule TEXT NOT NULL,
  attribute INTEGER NOT NULL,
  entity INTEGER NOT NULL,
  value TEXT NOT NULL,
  checked_at INTEGER NOT NULL,
  PRIMARY KEY (rule, attribute, entity)
) WITHOUT ROWID;
CREATE INDEX quality_found_by_entity ON quality_found (entity);

-- Up to which event a rule is checked by a job; `mark` tells one version of the rule from another.
CREATE TABLE quality_checked (
  rule TEXT PRIMARY KEY,
  mark TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  checked_at INTEGER NOT NULL
) WITHOUT ROWID;

-- One point a day of the score of each type.
CREATE TABLE quality_day (
  type INTEGER NOT NULL,
  day TEXT NOT NULL,
  score INTEGER NOT NULL,
  entities INTEGER NOT NULL,
  PRIMARY KEY (type, day)
) WITHOUT ROWID;

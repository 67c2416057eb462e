-- What runs by itself. `definition` is JSON of trigger, filter, actions, budget; `position` is the last event
-- that was looked at, and `depth` how many runs led to what is gathered, `caused_by` the last of their automations.
CREATE TABLE automation (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  type INTEGER NOT NULL,
  name TEXT NOT NULL,
  definition TEXT NOT NULL,
  is_on INTEGER NOT NULL,
  run_as TEXT,
  off_reason TEXT,
  position INTEGER NOT NULL,
  depth INTEGER NOT NULL,
  caused_by TEXT,
  next_run INTEGER,
  failures INTEGER NOT NULL,
  ok INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  last_run TEXT
);

-- Entities that an automation has `seen` match its filter, has `gathered` for its next run, or runs over.
CREATE TABLE automation_entity (
  automation INTEGER NOT NULL,
  state TEXT NOT NULL,
  entity INTEGER NOT NULL,
  PRIMARY KEY (automation, state, entity)
) WITHOUT ROWID;

-- What people should know of what happened by itself; `person` is null where it is for everybody.
CREATE TABLE notice (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  text TEXT NOT NULL,
  at INTEGER NOT NULL,
  subject TEXT,
  person TEXT
);

-- The automation whose run wrote an event, or whose run it took back.
ALTER TABLE event ADD COLUMN automation TEXT;

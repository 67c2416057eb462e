-- Entities that may be one. `members` is the JSON list of their internal ids, the lowest first; `reasons` the JSON of what matched, and
-- `marks` what of each member did: by way, in the order of the members.
CREATE TABLE duplicate_group (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  type INTEGER NOT NULL,
  score INTEGER NOT NULL,
  status TEXT NOT NULL,
  members TEXT NOT NULL UNIQUE,
  reasons TEXT NOT NULL,
  marks TEXT NOT NULL
);
CREATE INDEX duplicate_group_list ON duplicate_group (status, type, score DESC, id);
CREATE TABLE duplicate_member (
  entity INTEGER NOT NULL,
  grp INTEGER NOT NULL REFERENCES duplicate_group (id) ON DELETE CASCADE,
  PRIMARY KEY (entity, grp)
) WITHOUT ROWID;
CREATE INDEX duplicate_member_group ON duplicate_member (grp, entity);

-- Matches that somebody said are none, until one of the two changes in what matched.
CREATE TABLE dismissed_match (
  one INTEGER NOT NULL,
  other INTEGER NOT NULL,
  way TEXT NOT NULL,
  marks TEXT NOT NULL,
  PRIMARY KEY (one, other, way)
) WITHOUT ROWID;

-- What pictures look like, by the hash of their file; empty for what is no picture or has nothing to tell it by.
CREATE TABLE picture_signature (hash TEXT PRIMARY KEY, signature BLOB NOT NULL) WITHOUT ROWID;

-- Attribute classes: which attributes the entities of some categories show and need. `definition` is JSON: the internal ids of the
-- categories, and the UUIDs of the attributes in order, each with its requirement.
CREATE TABLE attribute_class (
  uuid TEXT PRIMARY KEY,
  type INTEGER NOT NULL,
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  definition TEXT NOT NULL,
  UNIQUE (type, key)
) WITHOUT ROWID;

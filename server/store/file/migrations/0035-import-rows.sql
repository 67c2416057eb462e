-- The rows of imports without a merge key, by a digest of their columns and cells, with the entity that each was written to and the job
-- that did so last. `entity` is the internal id, which stays the same in the trash.
CREATE TABLE import_row (
  digest BLOB NOT NULL,
  entity INTEGER NOT NULL,
  job TEXT NOT NULL,
  PRIMARY KEY (digest, entity)
) WITHOUT ROWID;

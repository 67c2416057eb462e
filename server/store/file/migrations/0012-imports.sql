-- Rows of an import that failed or wait, until the job has told them at its end; `issues` is a JSON array of sentences.
CREATE TABLE import_fault (
  job TEXT NOT NULL,
  row INTEGER NOT NULL,
  is_late INTEGER NOT NULL,
  issues TEXT NOT NULL,
  PRIMARY KEY (job, row)
) WITHOUT ROWID;

-- Saved settings of imports; `settings` is JSON.
CREATE TABLE import_profile (
  uuid TEXT PRIMARY KEY,
  type INTEGER NOT NULL,
  name TEXT NOT NULL,
  settings TEXT NOT NULL
) WITHOUT ROWID;

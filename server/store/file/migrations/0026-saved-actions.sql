-- Bulk edits that were saved to be run again: what they change and where they apply, as JSON.
CREATE TABLE saved_action (
  uuid TEXT PRIMARY KEY,
  type INTEGER NOT NULL,
  name TEXT NOT NULL,
  definition TEXT NOT NULL
) WITHOUT ROWID;

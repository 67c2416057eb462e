-- Filters that were given to people of a team as work. Times are milliseconds since 1970; `created_by` and `done_by` are JSON.
CREATE TABLE worklist (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspace (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  entity_type TEXT NOT NULL,
  -- As the lists of the API take them; how many rows matched when it was made.
  filter TEXT NOT NULL,
  q TEXT NOT NULL,
  total INTEGER NOT NULL,
  assignee_id TEXT REFERENCES person (id) ON DELETE SET NULL,
  -- A day such as 2026-01-31.
  due_on TEXT,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  done_by TEXT,
  done_at INTEGER
) WITHOUT ROWID;
CREATE INDEX worklist_by_workspace ON worklist (workspace_id, created_at);
CREATE INDEX worklist_by_assignee ON worklist (assignee_id);

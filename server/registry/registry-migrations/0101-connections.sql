-- Connections of all workspaces; their secrets are not here: secrets.json of the data folder holds them.
CREATE TABLE connection (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  settings TEXT NOT NULL,
  is_in_network INTEGER NOT NULL,
  fingerprint TEXT,
  problem TEXT,
  last_used_at INTEGER,
  created_at INTEGER NOT NULL
) STRICT;

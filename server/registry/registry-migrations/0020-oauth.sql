-- What agents that connect over OAuth hold: a grant is what the owner allowed one of them.
CREATE TABLE oauth_grant (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL REFERENCES workspace (id) ON DELETE CASCADE,
  client_id TEXT NOT NULL,
  client_name TEXT NOT NULL,
  scopes TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER
) WITHOUT ROWID;
CREATE INDEX oauth_grant_by_workspace ON oauth_grant (workspace_id);

-- Registered clients, and tokens without the tokens: `hash` is the SHA-256 of the text an agent sends, in hexadecimal.
CREATE TABLE oauth_record (
  model TEXT NOT NULL,
  hash TEXT NOT NULL,
  grant_id TEXT,
  payload TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  consumed_at INTEGER,
  PRIMARY KEY (model, hash)
) WITHOUT ROWID;
CREATE INDEX oauth_record_by_grant ON oauth_record (grant_id);

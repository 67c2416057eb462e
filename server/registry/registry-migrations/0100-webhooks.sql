-- Webhooks of all workspaces; their secrets are not here: secrets.json of the data folder holds them.
CREATE TABLE webhook (
  id TEXT PRIMARY KEY,
  workspace_id TEXT NOT NULL,
  url TEXT NOT NULL,
  events TEXT NOT NULL,
  types TEXT,
  attributes TEXT,
  status TEXT NOT NULL,
  is_in_network INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- The sequence of the last event that was delivered or passed.
  position INTEGER NOT NULL,
  -- The body that is being tried: its last event, how often it was tried, and when it is tried next.
  tried_until INTEGER,
  tries INTEGER NOT NULL,
  next_try_at INTEGER,
  failing_since INTEGER,
  has_gap INTEGER NOT NULL,
  problem TEXT
) STRICT;

CREATE TABLE webhook_delivery (
  id TEXT PRIMARY KEY,
  webhook_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  status INTEGER,
  milliseconds INTEGER NOT NULL,
  answer TEXT NOT NULL,
  -- The events of the body are those after the first number up to the second; a test has none.
  after_sequence INTEGER,
  until_sequence INTEGER
) STRICT;
CREATE INDEX webhook_delivery_at ON webhook_delivery (webhook_id, at);

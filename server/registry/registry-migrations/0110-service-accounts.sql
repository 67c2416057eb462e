-- Members of a team that are no people: they cannot sign in, and administrators make their API keys.
CREATE TABLE service_account (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  folded_name TEXT NOT NULL UNIQUE,
  is_disabled INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE service_account_role (
  service_account_id TEXT NOT NULL REFERENCES service_account (id) ON DELETE CASCADE,
  workspace_id TEXT NOT NULL REFERENCES workspace (id) ON DELETE CASCADE,
  role TEXT NOT NULL,
  PRIMARY KEY (service_account_id, workspace_id)
) WITHOUT ROWID;

-- The service account that a key belongs to; null for a key of a person or of a desktop.
ALTER TABLE api_key ADD COLUMN service_account_id TEXT;

-- The roles that groups at the provider of OpenID Connect give in workspaces.
CREATE TABLE group_role (
  group_name TEXT NOT NULL,
  workspace_id TEXT NOT NULL REFERENCES workspace (id) ON DELETE CASCADE,
  role TEXT NOT NULL,
  PRIMARY KEY (group_name, workspace_id)
) WITHOUT ROWID;

-- The groups with a role that the provider named at the last sign-in of a person.
CREATE TABLE person_group (
  person_id TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  group_name TEXT NOT NULL,
  PRIMARY KEY (person_id, group_name)
) WITHOUT ROWID;

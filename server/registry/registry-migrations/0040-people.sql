-- The people of a team (`serve --team`); a desktop keeps these tables empty. Times are milliseconds since 1970.
CREATE TABLE person (
  id TEXT PRIMARY KEY,
  -- As it was typed, and in the form in which one address is one person.
  email TEXT NOT NULL,
  folded_email TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  -- The scrypt of the password with its cost and salt; null for who signs in elsewhere only.
  password TEXT,
  is_administrator INTEGER NOT NULL,
  is_disabled INTEGER NOT NULL,
  -- The secret of one-time codes, which both sides must know; null where none are asked for.
  code_secret TEXT,
  -- The period of the last code that was taken: a code is good once.
  code_period INTEGER,
  -- The SHA-256 of the recovery codes that are left.
  recovery_codes TEXT NOT NULL,
  created_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE membership (
  person_id TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  workspace_id TEXT NOT NULL REFERENCES workspace (id) ON DELETE CASCADE,
  role TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (person_id, workspace_id)
) WITHOUT ROWID;
CREATE INDEX membership_by_workspace ON membership (workspace_id);

-- Links that are good once: for the first owner, for members, for a new password. `hash` is the SHA-256 of the link's secret.
CREATE TABLE invitation (
  id TEXT PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  -- Null for the first owner, who says it.
  email TEXT,
  workspace_id TEXT REFERENCES workspace (id) ON DELETE CASCADE,
  role TEXT,
  -- Who invited; null for the command line.
  inviter_id TEXT REFERENCES person (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;

-- Browsers that are signed in. `hash` is the SHA-256 of the cookie.
CREATE TABLE person_session (
  id TEXT PRIMARY KEY,
  person_id TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  hash TEXT NOT NULL UNIQUE,
  address TEXT NOT NULL,
  -- What the browser calls itself.
  agent TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX person_session_by_person ON person_session (person_id);

-- Who a person is for a provider of OpenID Connect.
CREATE TABLE linked_identity (
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  person_id TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (issuer, subject)
) WITHOUT ROWID;
CREATE INDEX linked_identity_by_person ON linked_identity (person_id);

-- Who did what to accounts and access. Names are kept as they were: an entry outlives the people it tells of.
CREATE TABLE audit_entry (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  action TEXT NOT NULL,
  -- Null for the command line and for who is not known.
  person_id TEXT,
  person_name TEXT,
  workspace_id TEXT,
  -- Whom or what it was done to.
  subject TEXT,
  address TEXT,
  details TEXT NOT NULL
);
CREATE INDEX audit_entry_by_workspace ON audit_entry (workspace_id, id);
CREATE INDEX audit_entry_by_action ON audit_entry (action, id);

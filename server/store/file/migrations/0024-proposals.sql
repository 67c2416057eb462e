-- Values that somebody proposes and nobody has accepted yet, and those that were decided. `basis` is what the value was when it was
-- proposed; `digest` stands for all that a generated value was made of. Accepted ones tell where a value comes from.
CREATE TABLE proposal (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  entity INTEGER NOT NULL,
  type INTEGER NOT NULL,
  attribute INTEGER NOT NULL REFERENCES attribute (id) ON DELETE CASCADE,
  value TEXT NOT NULL,
  alternatives TEXT NOT NULL,
  basis TEXT NOT NULL,
  evidence TEXT NOT NULL,
  is_verified INTEGER NOT NULL,
  note TEXT,
  status TEXT NOT NULL,
  origin TEXT NOT NULL,
  proposer TEXT NOT NULL,
  provider TEXT,
  model TEXT,
  job TEXT,
  cost REAL,
  digest TEXT,
  created_at INTEGER NOT NULL,
  decided_at INTEGER,
  decided_by TEXT,
  edit TEXT
);
CREATE UNIQUE INDEX proposal_open ON proposal (entity, attribute, proposer) WHERE status = 'open';
CREATE INDEX proposal_list ON proposal (type, status, id);
CREATE INDEX proposal_entity ON proposal (entity, attribute, status);
CREATE INDEX proposal_job ON proposal (job, status, id);
CREATE INDEX proposal_edit ON proposal (edit) WHERE edit IS NOT NULL;

-- What a model did not find stated: it is not asked again until what it was asked with has changed.
CREATE TABLE not_stated (
  entity INTEGER NOT NULL,
  attribute INTEGER NOT NULL REFERENCES attribute (id) ON DELETE CASCADE,
  digest TEXT NOT NULL,
  PRIMARY KEY (entity, attribute)
) WITHOUT ROWID;

-- What calls of models cost: reserved before each, settled behind it. One that a kill left unsettled counts as reserved.
CREATE TABLE spend (
  id INTEGER PRIMARY KEY,
  job TEXT,
  provider TEXT NOT NULL,
  model TEXT NOT NULL,
  at INTEGER NOT NULL,
  input_tokens INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL,
  reserved REAL NOT NULL,
  cost REAL,
  status TEXT NOT NULL
);
CREATE INDEX spend_job ON spend (job);
CREATE INDEX spend_at ON spend (at);

-- What the bytes of a file say about it, once for each hash: of files that the workspace stores, and of files that a match has looked at.
CREATE TABLE file_details (
  hash TEXT PRIMARY KEY,
  details TEXT NOT NULL,
  checked_at INTEGER NOT NULL
) WITHOUT ROWID;

-- The plans of matches of files to products, a row for each file. `product` is the internal id.
CREATE TABLE asset_plan (
  job TEXT NOT NULL,
  position INTEGER NOT NULL,
  status TEXT NOT NULL,
  product INTEGER,
  plan TEXT NOT NULL,
  PRIMARY KEY (job, position)
) WITHOUT ROWID;
CREATE INDEX asset_plan_by_status ON asset_plan (job, status, position);

-- Files that a match has not placed, until somebody places them or thirty days have passed.
CREATE TABLE unplaced_file (
  hash TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (hash, name)
) WITHOUT ROWID;

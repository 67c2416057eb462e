-- Where pictures came from that an import fetched: an address is fetched once. `image` is the image entity that was linked to it.
CREATE TABLE fetched_picture (
  address TEXT PRIMARY KEY,
  hash TEXT NOT NULL,
  image TEXT
) WITHOUT ROWID;

-- The pictures that the rows of a running import name, which a job fetches afterwards; `reason` says why one could not be had.
CREATE TABLE wanted_picture (
  job TEXT NOT NULL,
  address TEXT NOT NULL,
  attribute INTEGER NOT NULL,
  row INTEGER NOT NULL,
  header TEXT NOT NULL,
  is_known INTEGER NOT NULL,
  reason TEXT,
  PRIMARY KEY (job, address, attribute)
) WITHOUT ROWID;

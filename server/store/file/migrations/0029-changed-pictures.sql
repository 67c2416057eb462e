-- What the server of a picture said of its version, so that it can be asked whether the picture has changed since.
ALTER TABLE fetched_picture ADD COLUMN etag TEXT;
ALTER TABLE fetched_picture ADD COLUMN modified TEXT;

-- Who holds a picture that a job is to ask for again, and the file it was given: other addresses may have had the same.
CREATE TABLE held_picture (
  job TEXT NOT NULL,
  address TEXT NOT NULL,
  attribute INTEGER NOT NULL,
  entity INTEGER NOT NULL,
  path TEXT NOT NULL,
  PRIMARY KEY (job, address, attribute, entity)
) WITHOUT ROWID;

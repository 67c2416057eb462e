-- Which model made a file, on whose account and for which job; null for files that came from people and from elsewhere.
ALTER TABLE file ADD COLUMN generated_by TEXT;
CREATE INDEX file_generated ON file (hash) WHERE generated_by IS NOT NULL;

-- Videos that a provider has been paid for and has not made yet: whoever goes on with the job waits for them.
CREATE TABLE ordered_video (
  job TEXT NOT NULL,
  entity INTEGER NOT NULL,
  attribute TEXT NOT NULL,
  spend INTEGER NOT NULL,
  video TEXT NOT NULL,
  PRIMARY KEY (job, entity, attribute)
) WITHOUT ROWID;

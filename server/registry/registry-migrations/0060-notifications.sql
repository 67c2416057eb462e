-- What is new for people of a team: who mentioned them, replied to them, gave them something to do. `subject` and `actor` are JSON.
CREATE TABLE notification (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  person_id TEXT NOT NULL,
  workspace_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  actor TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  read_at INTEGER
);
CREATE INDEX notification_person ON notification (person_id, id);

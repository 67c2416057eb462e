-- Answers to requests with an idempotency key: the same request gets them again for a day.
CREATE TABLE stored_answer (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  owner TEXT NOT NULL,
  key TEXT NOT NULL,
  digest TEXT NOT NULL,
  answer TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (owner, key)
);

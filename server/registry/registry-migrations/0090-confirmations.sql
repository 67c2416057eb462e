-- When the person of a session last showed who they are, by password, code or provider; before, that was when they signed in.
ALTER TABLE person_session ADD COLUMN confirmed_at INTEGER NOT NULL DEFAULT 0;
UPDATE person_session SET confirmed_at = created_at;

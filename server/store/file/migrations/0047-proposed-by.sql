-- Who proposed a value, with the name of then: of proposals from before only the kind is known.
ALTER TABLE proposal ADD COLUMN proposed_by TEXT;

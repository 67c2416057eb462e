-- The day until which a to-do is to be done.
ALTER TABLE note ADD COLUMN due_on TEXT;

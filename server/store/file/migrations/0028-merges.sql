-- What a merge of entities changed beside entities and references, under the edit by which it is taken back: `place` names the
-- column, `row` the row in it. An undo stores what it changes back under its own edit.
CREATE TABLE merge_change (
  edit TEXT NOT NULL,
  step INTEGER NOT NULL,
  place TEXT NOT NULL,
  row TEXT NOT NULL,
  old TEXT NOT NULL,
  new TEXT NOT NULL,
  PRIMARY KEY (edit, step)
) WITHOUT ROWID;

-- What an edit has made that leaves no events: classes, views and rules, by UUID. Its undo removes them.
CREATE TABLE edit_made (
  edit TEXT PRIMARY KEY,
  made TEXT NOT NULL
) WITHOUT ROWID;

-- Recipes of renditions by name: size, fit, format and bounds as JSON.
CREATE TABLE recipe (
  uuid TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  look TEXT NOT NULL
) WITHOUT ROWID;

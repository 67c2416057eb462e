-- What was read from a source, whole, whether or not an attribute takes its text. `tables`, `products` and `notes` are JSON.
-- The row outlives a stay in the trash; it goes with the entity for good.
CREATE TABLE scraped_source (
  entity INTEGER PRIMARY KEY,
  url TEXT,
  format TEXT NOT NULL,
  title TEXT,
  read_at INTEGER NOT NULL,
  characters INTEGER NOT NULL,
  tables TEXT NOT NULL,
  products TEXT NOT NULL,
  notes TEXT NOT NULL,
  text TEXT NOT NULL
);

-- The axes by which the variants of a product differ, where somebody or an import has set them: a JSON list of attributes by their ids,
-- each with the order of its values. `entity` is the internal id, which stays the same in the trash.
CREATE TABLE variant_axes (
  entity INTEGER PRIMARY KEY,
  axes TEXT NOT NULL
);

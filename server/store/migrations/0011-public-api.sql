-- What the whole public API needs beside the catalog itself.

-- The index on updated_at is made when a query first wishes for it: every write would have to keep it current.
DROP INDEX entity_by_updated;

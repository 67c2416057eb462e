-- Grows whenever entities of the type come or go: under the same version the same entities stand at the same places of the list by
-- creation, however often their values have been written since.
ALTER TABLE type_count ADD COLUMN version INTEGER NOT NULL DEFAULT 0;

-- The index of the events of one entity is made when a query first wishes for it: every change of an entity would write another
-- page of it. It told the last id given away, too, which is noted from now on whenever entities are removed for good.
INSERT INTO meta (key, value) SELECT 'last_entity_id', max(entity) FROM event WHERE entity IS NOT NULL HAVING max(entity) IS NOT NULL;
DROP INDEX event_by_entity;

/**
 * Which entities may have other texts than a search index holds, because something happened to them since. Most of what
 * happens in a catalog changes prices and stocks, which no search looks at: those entities are found by the index as before.
 */
import { type EntityType, entityTypes } from '#shared/entities.ts'
import { cachePart, countedValues } from '../database/caches.ts'
import type { ReadableDb } from '../database/database.ts'
import { attributesOf, isSearched } from '../tables/attributes.ts'
import { newestSequence } from '../tables/events.ts'

/** What has happened up to an event, as far as it can have changed texts. */
interface TextChanges {
  readonly since: number
  readonly upTo: number
  readonly entities: ReadonlySet<number>
}

const textChanges = cachePart<EntityType, TextChanges>(countedValues(entityTypes.length))

/** Internal ids of entities, of any type, whose texts may have changed after an event. Readers go on from where they were. */
export function listChangedTexts(db: ReadableDb, type: EntityType, since: number): number[] {
  const cache = db.caches.followed.part(textChanges)
  const known = cache.get(type)
  const upTo = newestSequence(db)
  const from = known?.since === since ? known : { since, upTo: since, entities: [] }
  const entities = new Set(from.entities)
  if (upTo > from.upTo) for (const id of readChangedTexts(db, type, from.upTo)) entities.add(id)
  cache.add(type, { since, upTo, entities })
  return [...entities]
}

function readChangedTexts(db: ReadableDb, type: EntityType, after: number): number[] {
  return db.column<number>(
    `SELECT DISTINCT entity FROM event NOT INDEXED WHERE sequence > +? AND entity IS NOT NULL AND ${changesTexts}`,
    after,
    keysOfOthers(db, type),
  )
}

/** The next events after one, with the entity whose texts each may have changed. */
export function nextChangedTexts(
  db: ReadableDb,
  type: EntityType,
  after: number,
  limit: number,
): [sequence: number, entity: number | null][] {
  return db.tuples<[sequence: number, entity: number | null]>(
    `SELECT sequence, iif(${changesTexts}, entity, NULL) FROM event WHERE sequence > ? ORDER BY sequence LIMIT ?`,
    keysOfOthers(db, type),
    after,
    limit,
  )
}

/** Of an event of values: whether it names anything but attributes that hold no texts; a change of what refers to it names nothing. */
const changesTexts = `CASE WHEN kind = 'entity.updated' AND changes <> '[]' THEN
  EXISTS (SELECT 1 FROM json_each(changes) c WHERE coalesce(c.value ->> 'attribute', '') NOT IN (SELECT value FROM json_each(?)))
  ELSE 1 END`

/** As a JSON array; an attribute that becomes a text drops the index. */
function keysOfOthers(db: ReadableDb, type: EntityType): string {
  const others = attributesOf(db, type).list.filter((attribute) => !isSearched(attribute))
  return JSON.stringify(others.map(({ key }) => key))
}

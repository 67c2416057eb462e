/** What the feed tells of changes behind an event, so that what was found before can follow them. */
import type { EventKind } from '#shared/events.ts'
import type { ReadableDb } from '../database/database.ts'
import { cacheUntilWritten } from '../database/caches.ts'
import { newestSequence, readChanges, type StoredChanges } from '../tables/events.ts'

/** What has changed of entities behind an event. */
export interface Changes {
  /** Entities that changed, came or went. */
  readonly entities: readonly number[]
  /** What they lie below, and lay below before they moved. */
  readonly parents: readonly number[]
  /** Of which attributes, and `parent_id`; undefined where an event does not tell. */
  readonly keys: readonly string[] | undefined
  /** Some are new or came back. */
  readonly haveCome: boolean
  /** Some went or came back, and with them what refers to them. */
  readonly haveGone: boolean
}

// Behind more of them nothing is gained against looking at everything.
const maxEvents = 5000

type ChangedRow = [entity: number | null, kind: EventKind, changes: StoredChanges]

/** What has changed behind an event; undefined where it is too much to follow, or definitions have changed. */
export function changesSince(db: ReadableDb, sequence: number): Changes | undefined {
  return (
    cacheUntilWritten(db, `changes since ${sequence}`, () => readSince(db, sequence) ?? null) ?? undefined
  )
}

function readSince(db: ReadableDb, sequence: number): Changes | undefined {
  const behind = newestSequence(db) - sequence
  if (behind < 0 || behind > maxEvents) return undefined
  const rows = db.tuples<ChangedRow>('SELECT entity, kind, changes FROM event WHERE sequence > ?', sequence)
  if (rows.some(([, kind]) => kind.startsWith('attribute.') || kind.startsWith('channel.'))) return undefined
  const written = rows.filter(([, kind]) => kind.startsWith('entity.'))
  const changed = written.map(([, , changes]) => readChanges(changes))
  // What went, came back or was merged lists no changes.
  const isTold = written.every(([, kind], at) => kind === 'entity.created' || changed[at]?.length !== 0)
  const entities = [...new Set(written.flatMap(([entity]) => entity ?? []))]
  const moves = changed.flat().filter(({ attribute }) => attribute === 'parent_id')
  return {
    entities,
    parents: listParents(
      db,
      entities,
      moves.map(({ old }) => old),
    ),
    keys: isTold ? [...new Set(changed.flat().map(({ attribute }) => attribute))] : undefined,
    haveCome: written.some(([, kind]) => kind === 'entity.created' || kind === 'entity.restored'),
    haveGone: written.some(([, kind]) => kind === 'entity.deleted' || kind === 'entity.restored'),
  }
}

function listParents(db: ReadableDb, entities: readonly number[], uuids: readonly unknown[]): number[] {
  return db.column<number>(
    `SELECT parent FROM entity WHERE id IN (SELECT value FROM json_each(?)) AND parent IS NOT NULL
     UNION SELECT id FROM entity WHERE uuid IN (SELECT value FROM json_each(?))`,
    JSON.stringify(entities),
    JSON.stringify(uuids),
  )
}

import { isDeepStrictEqual } from 'node:util'
import BetterSqlite3 from 'better-sqlite3'
import { readChanges, type StoredChanges } from '../../server/store/tables/events.ts'
import { withIds } from './compare-data.ts'
import type { Expectation } from './expectation.ts'

interface EventRow {
  readonly kind: string
  readonly uuid: string | null
  readonly changes: StoredChanges
}

/**
 * Checks the workspace file itself: sound for SQLite, counters and value tables consistent with the
 * documents, and the events alone give the state of every product in the log. Throws on the first fault.
 */
export function checkFile(file: string, expectation: Expectation): void {
  const sqlite = new BetterSqlite3(file, { readonly: true })
  try {
    sqlite.transaction(() => {
      assertSound(sqlite)
      assertCounters(sqlite)
      assertValueTables(sqlite)
      assertEvents(sqlite, expectation)
    })()
  } finally {
    sqlite.close()
  }
}

function assertSound(sqlite: BetterSqlite3.Database): void {
  const integrity = sqlite.pragma('integrity_check', { simple: true })
  if (integrity !== 'ok') throw new Error(`integrity_check: ${String(integrity)}`)
  const strays = sqlite.pragma('foreign_key_check') as unknown[]
  if (strays.length > 0) throw new Error(`foreign_key_check: ${JSON.stringify(strays)}`)
}

function assertCounters(sqlite: BetterSqlite3.Database): void {
  const wrong = sqlite
    .prepare(
      `SELECT type, total, (SELECT count(*) FROM entity WHERE entity.type = type_count.type) AS found FROM type_count
       WHERE total <> found`,
    )
    .all()
  if (wrong.length > 0) throw new Error(`Counters and entities disagree: ${JSON.stringify(wrong)}`)
}

function assertValueTables(sqlite: BetterSqlite3.Database): void {
  const attributes = sqlite
    .prepare(
      `SELECT id, key, entity_type FROM attribute
       WHERE EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'value_' || attribute.id)`,
    )
    .all() as { id: number; key: string; entity_type: number }[]
  for (const { id, key, entity_type: type } of attributes) {
    const strays = sqlite
      .prepare(
        `SELECT uuid FROM entity LEFT JOIN value_${id} v ON v.entity = entity.id
         WHERE type = ? AND (json_extract(attributes, '$.' || ?) IS NULL) <> (v.norm IS NULL)`,
      )
      .all(type, key)
    if (strays.length > 0) throw new Error(`${key} is not in step: ${JSON.stringify(strays.slice(0, 3))}`)
  }
}

/** Replays the events: one creation a product, one update for each later change, and their sum is what the log expects. */
function assertEvents(sqlite: BetterSqlite3.Database, { products, attributeKeys }: Expectation): void {
  const rows = sqlite
    .prepare(
      `SELECT event.kind, entity.uuid, event.changes FROM event LEFT JOIN entity ON entity.id = event.entity
       ORDER BY sequence`,
    )
    .all() as EventRow[]
  const byEntity = Map.groupBy(rows, ({ uuid }) => uuid)
  for (const { sku, id, parentId, attributes, updates } of products.values()) {
    const events = byEntity.get(id ?? '') ?? []
    const kinds = events.map(({ kind }) => kind)
    const wanted = ['entity.created', ...Array.from({ length: updates }, () => 'entity.updated')]
    if (!isDeepStrictEqual(kinds, wanted)) {
      throw new Error(`${sku} was changed ${updates} times, but its events are ${kinds.join(', ')}.`)
    }
    const state = replay(events)
    const expected = parentId === null ? attributes : { ...attributes, parent_id: parentId }
    if (!isDeepStrictEqual(state, { ...expected })) {
      throw new Error(`The events of ${sku} tell ${JSON.stringify(state)}, not ${JSON.stringify(expected)}.`)
    }
  }
  const created = rows.filter(({ kind }) => kind === 'attribute.created').length
  if (created < attributeKeys.size) throw new Error('An acknowledged attribute has no event.')
}

function replay(events: readonly EventRow[]): Record<string, unknown> {
  const state: Record<string, unknown> = {}
  for (const { changes } of events) {
    for (const { attribute, new: value } of readChanges(changes)) {
      if (value === null) delete state[attribute]
      else state[attribute] = value
    }
  }
  return withIds(state)
}

/**
 * Results of rules, stored in the file between starts, because computing them takes seconds in a large
 * workspace. A row holds a value of `followed-values.ts` with the newest event it includes. Each copy of a
 * workspace has its own table.
 */
import { hash } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { ReadableDb, WritableDb } from '../database/database.ts'
import { cacheUntilWritten } from '../database/caches.ts'
import type { StoredResult, WriterRequests } from '../database/writer-requests.ts'
import { checksDigest } from './checks-digest.ts'
import { EntitySet } from './entity-set.ts'

export interface Result {
  readonly sequence: number
  readonly value: unknown
}

// In bytes before compression: a set of eight million entities.
const maxBytes = 2 ** 20
const maxResults = 400
const worthwhileEntities = 20_000

export const createResultsTable =
  'CREATE TABLE kept_result (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, sequence INTEGER NOT NULL, value BLOB NOT NULL) STRICT'

/**
 * Requests to store a result: the thread passes it on after the read, and the writer stores it when the
 * workspace closes.
 */
export function requestStoring(db: ReadableDb, name: string, { sequence, value }: Result): void {
  const { results } = db.requests
  // A restricted role has other results under the same names.
  if (db.hidden) return
  if (results.size >= maxResults || !isLarge(db)) return
  const bytes = toBytes(value)
  if (bytes.length > maxBytes) return
  const key = keyOf(name)
  results.set(key, { key, sequence, value: deflateRawSync(bytes, { level: 1 }) })
}

export function takeResults({ results }: WriterRequests): readonly StoredResult[] | undefined {
  if (results.size === 0) return undefined
  const taken = [...results.values()]
  results.clear()
  return taken
}

export function storeResults(
  tx: WritableDb,
  { results }: { readonly results: readonly StoredResult[] },
): void {
  tx.unreplicated(() => {
    if (!hasTable(tx)) tx.exec(createResultsTable)
    for (const { key, sequence, value } of results)
      tx.run(
        'INSERT OR REPLACE INTO kept_result (key, sequence, value) VALUES (?, ?, ?)',
        key,
        sequence,
        value,
      )
    tx.run(
      'DELETE FROM kept_result WHERE id <= (SELECT id FROM kept_result ORDER BY id DESC LIMIT 1 OFFSET ?)',
      maxResults,
    )
  })
}

export function findResult(db: ReadableDb, name: string): Result | undefined {
  if (db.hidden) return undefined
  if (!cacheUntilWritten(db, 'has kept results', () => hasTable(db))) return undefined
  const row = db.get<StoredResult>('SELECT key, sequence, value FROM kept_result WHERE key = ?', keyOf(name))
  if (!row) return undefined
  try {
    return { sequence: row.sequence, value: fromBytes(row.value) }
  } catch {
    return undefined
  }
}

function hasTable(db: ReadableDb): boolean {
  return db.get("SELECT 1 FROM sqlite_schema WHERE name = 'kept_result'") !== undefined
}

function isLarge(db: ReadableDb): boolean {
  return db.get('SELECT 1 FROM type_count WHERE total >= ?', worthwhileEntities) !== undefined
}

/** The name contains the rule as SQL, and the digest identifies the code of checks. */
function keyOf(name: string): string {
  return hash('sha256', `${checksDigest} ${name}`)
}

const [ofSet, ofJson] = [0, 1]

function toBytes(value: unknown): Buffer {
  if (value instanceof EntitySet) return Buffer.concat([Buffer.of(ofSet), value.toBytes()])
  return Buffer.concat([Buffer.of(ofJson), Buffer.from(JSON.stringify(value))])
}

function fromBytes(packed: Uint8Array): unknown {
  const bytes = inflateRawSync(packed, { maxOutputLength: maxBytes })
  const rest = bytes.subarray(1)
  return bytes[0] === ofSet ? EntitySet.fromBytes(rest) : JSON.parse(rest.toString())
}

import { entityTypes } from '#shared/entities.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { listStubRows, type StubRow } from '../../store/tables/entities.ts'
import { untilWritten } from '../../store/database/file-version.ts'

const maxStubs = 50_000
const knownStubs = untilWritten(() => new Map<number, string>())

/**
 * The JSON of reference stubs by internal id. The same vendors and categories stand in nearly every row, so stubs are kept
 * until anybody writes to the file.
 */
export function stubsJson(db: ReadableDb, ids: readonly number[]): ReadonlyMap<number, string> {
  const stubs = db.isReadonly ? knownStubs(db) : new Map<number, string>()
  if (stubs.size > maxStubs) stubs.clear()
  const missing = new Set<number>()
  for (const id of ids) if (!stubs.has(id)) missing.add(id)
  if (missing.size > 0) for (const row of listStubRows(db, [...missing])) stubs.set(row[0], stubJson(row))
  return stubs
}

function stubJson([, uuid, type, label]: StubRow): string {
  return `{"id":"${uuid}","type":"${entityTypes[type]}","label":${label === null ? 'null' : JSON.stringify(label)}}`
}

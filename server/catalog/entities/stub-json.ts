import { entityTypes } from '#shared/entities.ts'
import type { ReadableDb } from '../../store/database/database.ts'
import { listStubRows, type StubRow } from '../../store/tables/entities.ts'
import { entityJsonCache, stubKey } from './json-cache.ts'

/** The JSON of reference stubs by internal id; one that is gone is missing. */
export function stubsJson(db: ReadableDb, ids: readonly number[]): ReadonlyMap<number, string> {
  const cache = entityJsonCache(db)
  const stubs = new Map<number, string>()
  const missing = new Set<number>()
  for (const id of ids) {
    const known = stubs.has(id) ? undefined : cache?.get(stubKey(id))
    if (known !== undefined) stubs.set(id, known.toString())
    else if (!stubs.has(id)) missing.add(id)
  }
  if (missing.size === 0) return stubs
  for (const row of listStubRows(db, [...missing])) {
    const json = stubJson(row)
    stubs.set(row[0], json)
    cache?.add(stubKey(row[0]), json)
  }
  return stubs
}

function stubJson([, uuid, type, label]: StubRow): string {
  return `{"id":"${uuid}","type":"${entityTypes[type]}","label":${label === null ? 'null' : JSON.stringify(label)}}`
}

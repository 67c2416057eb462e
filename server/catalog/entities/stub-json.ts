import { entityTypes } from '#shared/entities.ts'
import type { ReadableDb } from '../../store/database.ts'
import { listStubRows, type StubRow } from '../../store/entities.ts'
import { fileVersion } from '../../store/file-version.ts'

interface KnownStubs {
  readonly version: string
  readonly stubs: Map<number, string>
}

const known = new WeakMap<ReadableDb, KnownStubs>()
const maxStubs = 50_000

/**
 * The JSON of reference stubs by internal id. The same vendors and categories stand in nearly every row, so stubs are kept
 * until anybody writes to the file.
 */
export function stubsJson(db: ReadableDb, ids: Iterable<number>): ReadonlyMap<number, string> {
  const { stubs } = currentStubs(db)
  const missing = new Set<number>()
  for (const id of ids) if (!stubs.has(id)) missing.add(id)
  if (missing.size > 0) for (const row of listStubRows(db, [...missing])) stubs.set(row[0], stubJson(row))
  return stubs
}

function currentStubs(db: ReadableDb): KnownStubs {
  const version = fileVersion(db)
  const current = known.get(db)
  if (current?.version === version && current.stubs.size < maxStubs) return current
  const renewed = { version, stubs: new Map<number, string>() }
  known.set(db, renewed)
  return renewed
}

function stubJson([, uuid, type, label]: StubRow): string {
  return `{"id":"${uuid}","type":"${entityTypes[type]}","label":${label === null ? 'null' : JSON.stringify(label)}}`
}

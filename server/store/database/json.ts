import BetterSqlite3 from 'better-sqlite3'

export type Json<Value> = string & { readonly json: Value }

export function toJson<Value>(value: Value): Json<Value> {
  return JSON.stringify(value) as Json<Value>
}

/** Parses a JSON column without validation: the program itself wrote it, and `check/` finds damage. */
export function parseJson<Value>(text: Json<Value>): Value {
  return JSON.parse(text)
}

/**
 * Keeps SQLite's library in memory until the process ends. Called on the main thread, which opens no file: a
 * library that only worker threads have loaded is unloaded with the last of them, whose own end can still
 * call into it and crash the process (WiseLibs/better-sqlite3#1476).
 */
export function keepDatabaseLoaded(): void {
  new BetterSqlite3(':memory:').close()
}

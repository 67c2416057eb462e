import BetterSqlite3 from 'better-sqlite3'

/**
 * Keeps SQLite's library in memory until the process ends. Called on the main thread, which opens no file: a
 * library that only worker threads have loaded is unloaded with the last of them, whose own end can still
 * call into it and crash the process (WiseLibs/better-sqlite3#1476).
 */
export function keepDatabaseLoaded(): void {
  new BetterSqlite3(':memory:').close()
}

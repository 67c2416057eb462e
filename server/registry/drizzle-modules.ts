/**
 * The exports of `drizzle.ts` from the ES modules: the built program bundles these few parts and uses this
 * file instead of that one.
 */
export { drizzle } from 'drizzle-orm/better-sqlite3'
export type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
export { and, asc, desc, eq, inArray, lt, lte, or } from 'drizzle-orm'
export { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

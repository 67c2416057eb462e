/** What `drizzle.ts` gives, of the ES modules: in the built program, where these few parts of them are bundled, it comes in the place of that file. */
export { drizzle } from 'drizzle-orm/better-sqlite3'
export type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
export { and, asc, desc, eq, inArray, lt, lte, or } from 'drizzle-orm'
export { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

import type { Scope } from '#shared/scopes.ts'
import { integer, sqliteTable, text } from './drizzle.ts'

/** The tables of vitrine.db as registry-migrations/ makes them; times are milliseconds since 1970. */
export const workspaceTable = sqliteTable('workspace', {
  id: text().primaryKey(),
  name: text().notNull(),
  foldedName: text('folded_name').notNull(),
  /** Absolute, with symbolic links resolved. */
  file: text().notNull(),
  createdAt: integer('created_at').notNull(),
})

export const apiKeyTable = sqliteTable('api_key', {
  id: text().primaryKey(),
  workspaceId: text('workspace_id').notNull(),
  name: text().notNull(),
  /** The SHA-256 of the key in hexadecimal. */
  hash: text().notNull(),
  scopes: text({ mode: 'json' }).$type<readonly Scope[]>().notNull(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at'),
  lastUsedAt: integer('last_used_at'),
})

export const settingTable = sqliteTable('setting', {
  key: text().primaryKey(),
  value: text().notNull(),
})

import type { OwnPrice, ProviderKind, ProviderModels, StructuredOutput } from '#shared/providers.ts'
import type { Scope } from '#shared/scopes.ts'
import { integer, primaryKey, sqliteTable, text } from './drizzle.ts'

/** What is kept of the authorization server beyond the run of the server. */
export type OAuthModel = 'Client' | 'Grant' | 'AccessToken' | 'RefreshToken'
export type OAuthPayload = Readonly<Record<string, unknown>>

/** The tables of vitrine.db as registry-migrations/ makes them; times are milliseconds since 1970. */
export const workspaceTable = sqliteTable('workspace', {
  id: text().primaryKey(),
  name: text().notNull(),
  foldedName: text('folded_name').notNull(),
  /** Its way from the data folder, or the whole path with symbolic links resolved where it lies elsewhere. */
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
  personId: text('person_id'),
})

export const oauthGrantTable = sqliteTable('oauth_grant', {
  id: text().primaryKey(),
  workspaceId: text('workspace_id').notNull(),
  clientId: text('client_id').notNull(),
  /** As the owner saw it when approving. */
  clientName: text('client_name').notNull(),
  scopes: text({ mode: 'json' }).$type<readonly Scope[]>().notNull(),
  createdAt: integer('created_at').notNull(),
  lastUsedAt: integer('last_used_at'),
  personId: text('person_id'),
})

export const oauthRecordTable = sqliteTable(
  'oauth_record',
  {
    model: text().$type<OAuthModel>().notNull(),
    hash: text().notNull(),
    grantId: text('grant_id'),
    payload: text({ mode: 'json' }).$type<OAuthPayload>().notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at'),
    consumedAt: integer('consumed_at'),
  },
  (table) => [primaryKey({ columns: [table.model, table.hash] })],
)

export const settingTable = sqliteTable('setting', {
  key: text().primaryKey(),
  value: text().notNull(),
})

/** Providers of models; the keys are not here (server/providers/secrets.ts). */
export const providerTable = sqliteTable('provider', {
  id: text().primaryKey(),
  name: text().notNull(),
  foldedName: text('folded_name').notNull(),
  kind: text().$type<ProviderKind>().notNull(),
  baseUrl: text('base_url').notNull(),
  models: text({ mode: 'json' }).$type<ProviderModels>().notNull(),
  concurrency: integer().notNull(),
  requestsPerMinute: integer('requests_per_minute'),
  /** The owner's; null where the bundled one counts. */
  price: text({ mode: 'json' }).$type<OwnPrice>(),
  isDefault: integer('is_default', { mode: 'boolean' }).notNull(),
  keyEnv: text('key_env'),
  createdAt: integer('created_at').notNull(),
})

export const providerModelTable = sqliteTable(
  'provider_model',
  {
    providerId: text('provider_id').notNull(),
    model: text().notNull(),
    structuredOutput: text('structured_output').$type<StructuredOutput>().notNull(),
    probedAt: integer('probed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.providerId, table.model] })],
)

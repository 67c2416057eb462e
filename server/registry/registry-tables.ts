import type { OwnPrice, ProviderKind, ProviderModels, StructuredOutput } from '#shared/providers.ts'
import type { Scope } from '#shared/scopes.ts'
import type { EntityType } from '#shared/entities.ts'
import type { Actor, EventKind } from '#shared/events.ts'
import type { ConnectionKind, ConnectionProblem } from '#shared/connections.ts'
import type { SettingsByKind } from '#shared/schemas/connections.ts'
import type { WebhookStatus } from '#shared/schemas/webhooks.ts'
import type { Sentence } from '#shared/messages/message.ts'
import type { NotificationKind, NotificationSubject, Role, ServiceAccountRole } from '#shared/team.ts'
import type { AuditAction, InvitationKind } from '#shared/schemas/team.ts'
import { integer, primaryKey, sqliteTable, text } from './drizzle.ts'

export type OAuthModel = 'Client' | 'Grant' | 'AccessToken' | 'RefreshToken'
export type OAuthPayload = Readonly<Record<string, unknown>>

/** The tables of vitrine.db as registry-migrations/ makes them; times are milliseconds since 1970. */
export const workspaceTable = sqliteTable('workspace', {
  id: text().primaryKey(),
  name: text().notNull(),
  foldedName: text('folded_name').notNull(),
  /**
   * The path relative to the data folder, or the whole path with symbolic links resolved where it lies
   * elsewhere.
   */
  file: text().notNull(),
  createdAt: integer('created_at').notNull(),
})

export const apiKeyTable = sqliteTable('api_key', {
  id: text().primaryKey(),
  workspaceId: text('workspace_id').notNull(),
  name: text().notNull(),
  hash: text().notNull(),
  scopes: text({ mode: 'json' }).$type<readonly Scope[]>().notNull(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at'),
  lastUsedAt: integer('last_used_at'),
  personId: text('person_id'),
  serviceAccountId: text('service_account_id'),
})

export const oauthGrantTable = sqliteTable('oauth_grant', {
  id: text().primaryKey(),
  workspaceId: text('workspace_id').notNull(),
  clientId: text('client_id').notNull(),
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

/** Providers of models; the keys are not here (server/registry/secrets.ts). */
export const providerTable = sqliteTable('provider', {
  id: text().primaryKey(),
  name: text().notNull(),
  foldedName: text('folded_name').notNull(),
  kind: text().$type<ProviderKind>().notNull(),
  baseUrl: text('base_url').notNull(),
  models: text({ mode: 'json' }).$type<ProviderModels>().notNull(),
  concurrency: integer().notNull(),
  requestsPerMinute: integer('requests_per_minute'),
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

export const worklistTable = sqliteTable('worklist', {
  id: text().primaryKey(),
  workspaceId: text('workspace_id').notNull(),
  name: text().notNull(),
  entityType: text('entity_type').$type<EntityType>().notNull(),
  filter: text().notNull(),
  q: text().notNull(),
  total: integer().notNull(),
  assigneeId: text('assignee_id'),
  dueOn: text('due_on'),
  createdBy: text('created_by', { mode: 'json' }).$type<Actor>().notNull(),
  createdAt: integer('created_at').notNull(),
  doneBy: text('done_by', { mode: 'json' }).$type<Actor>(),
  doneAt: integer('done_at'),
})

export const notificationTable = sqliteTable('notification', {
  id: integer().primaryKey(),
  uuid: text().notNull(),
  personId: text('person_id').notNull(),
  workspaceId: text('workspace_id').notNull(),
  kind: text().$type<NotificationKind>().notNull(),
  subject: text({ mode: 'json' }).$type<NotificationSubject>().notNull(),
  actor: text({ mode: 'json' }).$type<Actor>().notNull(),
  createdAt: integer('created_at').notNull(),
  readAt: integer('read_at'),
})

export const personTable = sqliteTable('person', {
  id: text().primaryKey(),
  email: text().notNull(),
  foldedEmail: text('folded_email').notNull(),
  name: text().notNull(),
  password: text(),
  isAdministrator: integer('is_administrator', { mode: 'boolean' }).notNull(),
  isDisabled: integer('is_disabled', { mode: 'boolean' }).notNull(),
  codeSecret: text('code_secret'),
  codePeriod: integer('code_period'),
  recoveryCodes: text('recovery_codes', { mode: 'json' }).$type<readonly string[]>().notNull(),
  createdAt: integer('created_at').notNull(),
})

export const membershipTable = sqliteTable(
  'membership',
  {
    personId: text('person_id').notNull(),
    workspaceId: text('workspace_id').notNull(),
    role: text().$type<Role>().notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.personId, table.workspaceId] })],
)

export const invitationTable = sqliteTable('invitation', {
  id: text().primaryKey(),
  hash: text().notNull(),
  kind: text().$type<InvitationKind>().notNull(),
  email: text(),
  workspaceId: text('workspace_id'),
  role: text().$type<Role>(),
  inviterId: text('inviter_id'),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
})

export const personSessionTable = sqliteTable('person_session', {
  id: text().primaryKey(),
  personId: text('person_id').notNull(),
  hash: text().notNull(),
  address: text().notNull(),
  agent: text().notNull(),
  createdAt: integer('created_at').notNull(),
  lastUsedAt: integer('last_used_at').notNull(),
  confirmedAt: integer('confirmed_at').notNull(),
})

export const linkedIdentityTable = sqliteTable(
  'linked_identity',
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    personId: text('person_id').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] })],
)

export const serviceAccountTable = sqliteTable('service_account', {
  id: text().primaryKey(),
  name: text().notNull(),
  foldedName: text('folded_name').notNull(),
  isDisabled: integer('is_disabled', { mode: 'boolean' }).notNull(),
  createdAt: integer('created_at').notNull(),
})

export const serviceAccountRoleTable = sqliteTable(
  'service_account_role',
  {
    serviceAccountId: text('service_account_id').notNull(),
    workspaceId: text('workspace_id').notNull(),
    role: text().$type<ServiceAccountRole>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.serviceAccountId, table.workspaceId] })],
)

export const groupRoleTable = sqliteTable(
  'group_role',
  {
    groupName: text('group_name').notNull(),
    workspaceId: text('workspace_id').notNull(),
    role: text().$type<Role>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.groupName, table.workspaceId] })],
)

export const personGroupTable = sqliteTable(
  'person_group',
  {
    personId: text('person_id').notNull(),
    groupName: text('group_name').notNull(),
  },
  (table) => [primaryKey({ columns: [table.personId, table.groupName] })],
)

export const auditEntryTable = sqliteTable('audit_entry', {
  id: integer().primaryKey({ autoIncrement: true }),
  at: integer().notNull(),
  action: text().$type<AuditAction>().notNull(),
  personId: text('person_id'),
  personName: text('person_name'),
  workspaceId: text('workspace_id'),
  subject: text(),
  address: text(),
  details: text({ mode: 'json' }).$type<Readonly<Record<string, string>>>().notNull(),
})

export const webhookTable = sqliteTable('webhook', {
  id: text().primaryKey(),
  workspaceId: text('workspace_id').notNull(),
  url: text().notNull(),
  events: text({ mode: 'json' }).$type<'*' | readonly EventKind[]>().notNull(),
  types: text({ mode: 'json' }).$type<readonly EntityType[]>(),
  attributes: text({ mode: 'json' }).$type<readonly string[]>(),
  status: text().$type<WebhookStatus>().notNull(),
  isInNetwork: integer('is_in_network', { mode: 'boolean' }).notNull(),
  createdBy: text('created_by', { mode: 'json' }).$type<Actor>().notNull(),
  createdAt: integer('created_at').notNull(),
  position: integer().notNull(),
  triedUntil: integer('tried_until'),
  tries: integer().notNull(),
  nextTryAt: integer('next_try_at'),
  failingSince: integer('failing_since'),
  hasGap: integer('has_gap', { mode: 'boolean' }).notNull(),
  problem: text({ mode: 'json' }).$type<Sentence>(),
})

export const webhookDeliveryTable = sqliteTable('webhook_delivery', {
  id: text().primaryKey(),
  webhookId: text('webhook_id').notNull(),
  messageId: text('message_id').notNull(),
  at: integer().notNull(),
  status: integer(),
  milliseconds: integer().notNull(),
  answer: text().notNull(),
  afterSequence: integer('after_sequence'),
  untilSequence: integer('until_sequence'),
})

export const connectionTable = sqliteTable('connection', {
  id: text().primaryKey(),
  workspaceId: text('workspace_id').notNull(),
  name: text().notNull(),
  kind: text().$type<ConnectionKind>().notNull(),
  settings: text({ mode: 'json' }).$type<SettingsByKind[ConnectionKind]>().notNull(),
  isInNetwork: integer('is_in_network', { mode: 'boolean' }).notNull(),
  fingerprint: text(),
  problem: text().$type<ConnectionProblem>(),
  lastUsedAt: integer('last_used_at'),
  createdAt: integer('created_at').notNull(),
})

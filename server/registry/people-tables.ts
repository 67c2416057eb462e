import type { AuditAction, InvitationKind } from '#shared/schemas/team.ts'
import type { Role } from '#shared/team.ts'
import { integer, primaryKey, sqliteTable, text } from './drizzle.ts'

/** The tables of a team in vitrine.db as `0040-people.sql` makes them; times are milliseconds since 1970. */
export const personTable = sqliteTable('person', {
  id: text().primaryKey(),
  email: text().notNull(),
  foldedEmail: text('folded_email').notNull(),
  name: text().notNull(),
  /** Null for who signs in elsewhere only. */
  password: text(),
  isAdministrator: integer('is_administrator', { mode: 'boolean' }).notNull(),
  isDisabled: integer('is_disabled', { mode: 'boolean' }).notNull(),
  codeSecret: text('code_secret'),
  /** The period of the last one-time code that was taken. */
  codePeriod: integer('code_period'),
  /** Hashes. */
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
  /** Null for the first owner, who says it. */
  email: text(),
  workspaceId: text('workspace_id'),
  role: text().$type<Role>(),
  /** Null for the command line. */
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
  /** When its person last showed who they are. */
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

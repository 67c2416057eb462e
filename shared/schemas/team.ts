import { Type, type Static } from 'typebox'
import type { DeepReadonly } from '../routes/route.ts'
import { notificationKinds, roles, serviceAccountRoles } from '../team.ts'
import { Uuid, EntityTypeSchema, ReferenceStub } from './entities.ts'
import { nullable } from './paging.ts'
import { messageReference } from './errors.ts'
import { Actor } from './events.ts'
import { ApiKey, NewApiKey } from './app-surface.ts'

const subject = {
  comment_id: nullable(Uuid),
  worklist_id: nullable(Uuid),
  entity: nullable(ReferenceStub),
  attribute: nullable(Type.String()),
  text: Type.String(),
}
const NotificationSubject = Type.Object(subject)
export type NotificationSubject = DeepReadonly<Static<typeof NotificationSubject>>

export const Notification = Type.Object({
  id: Uuid,
  kind: Type.Enum([...notificationKinds]),
  workspace: Type.Object({ id: Uuid, name: Type.String() }),
  ...subject,
  actor: Actor,
  created_at: Type.String({ format: 'date-time' }),
  is_read: Type.Boolean(),
})
export type Notification = DeepReadonly<Static<typeof Notification>>

/** The body of `POST /notifications/read`: of these, or without ids of all. */
export const NotificationRead = Type.Object(
  { ids: Type.Optional(Type.Array(Uuid, { maxItems: 500 })), is_read: Type.Boolean() },
  { additionalProperties: false },
)

/** The body of `POST /presence`: where the person of a page is. A page that shows no list has no type. */
export const PresenceUpdate = Type.Object(
  {
    seat: Uuid,
    type: nullable(EntityTypeSchema),
    entity_id: nullable(Uuid),
    attribute: nullable(Type.String({ maxLength: 200 })),
    is_typing: Type.Boolean(),
  },
  { additionalProperties: false },
)
export type PresenceUpdate = DeepReadonly<Static<typeof PresenceUpdate>>

export interface Membership {
  readonly seat: string
  readonly person: { readonly id: string; readonly name: string }
  readonly entity_id: string | null
  readonly attribute: string | null
  readonly is_typing: boolean
}

interface PresenceMessage {
  readonly event: 'presence'
  readonly type: string
  readonly seats: readonly Membership[]
}

/**
 * The messages of a stream with a presence id besides changes: presence begins, the people in its list, a
 * new notification for the person, changed worklists.
 */
export type TeamMessage = PresenceMessage | { readonly event: 'seated' | 'notified' | 'worklists' }

export const WorkspaceDownload = Type.Object({
  id: Uuid,
  status: Type.Enum(['running', 'completed', 'cancelled', 'failed']),
  /** In pages of the file. A total of 0 is unknown. */
  progress: Type.Object({ current: Type.Integer(), total: Type.Integer(), percent: Type.Integer() }),
  file_name: Type.String(),
  /** In bytes; null until it is whole. */
  size: nullable(Type.Integer()),
  expires_at: nullable(Type.String({ format: 'date-time' })),
  error: nullable(Type.Object({ code: Type.String(), message: Type.String(), ...messageReference })),
})
export type WorkspaceDownload = DeepReadonly<Static<typeof WorkspaceDownload>>

const Time = Type.String({ format: 'date-time' })
const RoleSchema = Type.Enum([...roles])

/** The purpose of a link: the first account of all, a membership in a workspace, a new password, a sign-in. */
export const invitationKinds = ['first_owner', 'member', 'reset', 'sign_in'] as const
export type InvitationKind = (typeof invitationKinds)[number]

export const auditActions = [
  'account_created',
  'signed_in',
  'sign_in_failed',
  'sign_in_locked',
  'signed_out',
  'session_ended',
  'password_changed',
  'password_reset_asked',
  'codes_turned_on',
  'codes_turned_off',
  'recovery_code_used',
  'recovery_codes_renewed',
  'identity_linked',
  'invited',
  'invitation_withdrawn',
  'joined',
  'role_changed',
  'removed',
  'disabled',
  'enabled',
  'administrator_named',
  'administrator_ended',
  'renamed',
  'copy_taken',
  'codes_reset',
  'email_changed',
  'person_deleted',
  'password_forgotten',
  'sign_in_link_made',
  'service_account_created',
  'service_account_renamed',
  'service_account_role_changed',
  'service_account_disabled',
  'service_account_enabled',
  'service_account_deleted',
  'group_role_changed',
  'key_created',
  'key_revoked',
  'grant_made',
  'grant_revoked',
  'provider_added',
  'provider_changed',
  'provider_deleted',
  'settings_changed',
  'backup_restored',
  'backup_deleted',
  'workspace_created',
  'workspace_opened',
  'workspace_moved',
  'workspace_saved',
  'package_opened',
  'package_saved',
  'export_made',
  'export_downloaded',
  'log_downloaded',
  'editable_by_changed',
  'readable_by_changed',
  'trash_emptied',
  'folder_watched',
  'watched_folder_changed',
  'folder_unwatched',
  'library_linked',
  'library_changed',
  'library_unlinked',
  'webhook_approved',
  'webhook_secret_rotated',
  'webhook_deleted',
  'connection_created',
  'connection_changed',
  'connection_deleted',
  'feed_created',
  'feed_changed',
  'feed_deleted',
  'automation_created',
  'automation_changed',
  'automation_deleted',
] as const
export type AuditAction = (typeof auditActions)[number]

export const SignIn = Type.Object(
  {
    email: Type.String({ maxLength: 254 }),
    password: Type.String({ maxLength: 1024 }),
    code: Type.Optional(Type.String({ maxLength: 40 })),
  },
  { additionalProperties: false },
)
export type SignIn = DeepReadonly<Static<typeof SignIn>>

export const SignInWays = Type.Object({
  password: Type.Boolean(),
  forgotten: Type.Boolean(),
  /**
   * The provider of OpenID Connect, where there is one: its name, and the address that starts the sign-in.
   */
  provider: nullable(Type.Object({ name: Type.String(), start: Type.String() })),
})
export type SignInWays = Static<typeof SignInWays>

export const InvitationToken = Type.Object(
  { token: Type.String({ maxLength: 200 }) },
  { additionalProperties: false },
)

export const ForgottenPassword = Type.Object(
  { email: Type.String({ maxLength: 254 }) },
  { additionalProperties: false },
)

export const InvitationLook = Type.Object({
  kind: Type.Enum([...invitationKinds]),
  email: nullable(Type.String()),
  workspace: nullable(Type.String()),
  role: nullable(RoleSchema),
  /** Whether the person has an account: they sign in with its password, and are not asked for a name. */
  has_account: Type.Boolean(),
  expires_at: Time,
})
export type InvitationLook = Static<typeof InvitationLook>

export const InvitationAcceptance = Type.Object(
  {
    token: Type.String({ maxLength: 200 }),
    name: Type.Optional(Type.String({ maxLength: 200 })),
    password: Type.Optional(Type.String({ maxLength: 1024 })),
    email: Type.Optional(Type.String({ maxLength: 254 })),
    code: Type.Optional(Type.String({ maxLength: 40 })),
    end_credentials: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
export type InvitationAcceptance = DeepReadonly<Static<typeof InvitationAcceptance>>

export const Me = Type.Object({
  user: Type.Object({ id: Uuid, name: Type.String(), email: Type.String() }),
  role: nullable(RoleSchema),
  scopes: Type.Array(Type.String()),
})
export type Me = DeepReadonly<Static<typeof Me>>

export const Account = Type.Object({
  id: Uuid,
  name: Type.String(),
  email: Type.String(),
  is_administrator: Type.Boolean(),
  has_password: Type.Boolean(),
  has_codes: Type.Boolean(),
  recovery_codes_left: Type.Integer(),
  workspaces: Type.Array(Type.Object({ id: Uuid, name: Type.String(), role: RoleSchema })),
})
export type Account = DeepReadonly<Static<typeof Account>>

export const NewInvitation = Type.Object(
  { email: Type.String({ maxLength: 254 }), role: RoleSchema },
  { additionalProperties: false },
)
export type NewInvitation = DeepReadonly<Static<typeof NewInvitation>>

/** The link, shown this once; `mailed` where it was sent too. */
export const InvitationLink = Type.Object({ link: Type.String(), mailed: Type.Boolean() })
export type InvitationLink = Static<typeof InvitationLink>

export const Invitation = Type.Object({
  id: Uuid,
  email: Type.String(),
  role: RoleSchema,
  invited_by: nullable(Type.String()),
  created_at: Time,
  expires_at: Time,
})
export type Invitation = DeepReadonly<Static<typeof Invitation>>

export const Person = Type.Object({
  id: Uuid,
  name: Type.String(),
  email: Type.String(),
  role: nullable(RoleSchema),
  /** The role that groups at the provider give; the role is this one, or a higher one given by hand. */
  role_by_groups: nullable(RoleSchema),
  is_administrator: Type.Boolean(),
  is_disabled: Type.Boolean(),
  has_codes: Type.Boolean(),
  created_at: Time,
  last_seen_at: nullable(Time),
})
export type Person = DeepReadonly<Static<typeof Person>>

/** Body of `PATCH /people/{id}`: a role in the workspace, null for none; the rest is for server administrators. */
export const PersonChange = Type.Object(
  {
    role: Type.Optional(nullable(RoleSchema)),
    disabled: Type.Optional(Type.Boolean()),
    administrator: Type.Optional(Type.Boolean()),
    email: Type.Optional(Type.String({ maxLength: 254 })),
  },
  { additionalProperties: false },
)
export type PersonChange = DeepReadonly<Static<typeof PersonChange>>

const AccountName = Type.String({ maxLength: 200 })

/** A member without sign-in: its roles by the ids of workspaces, and its keys without their secrets. */
export const ServiceAccount = Type.Object({
  id: Uuid,
  name: Type.String(),
  is_disabled: Type.Boolean(),
  roles: Type.Record(Type.String(), Type.Enum([...serviceAccountRoles])),
  keys: Type.Array(ApiKey),
  created_at: Time,
})
export type ServiceAccount = DeepReadonly<Static<typeof ServiceAccount>>

export const NewServiceAccount = Type.Object({ name: AccountName }, { additionalProperties: false })

/** Body of `PATCH /service-accounts/{id}`: roles of the workspaces that it names change, null takes one away. */
export const ServiceAccountChange = Type.Object(
  {
    name: Type.Optional(AccountName),
    disabled: Type.Optional(Type.Boolean()),
    roles: Type.Optional(Type.Record(Type.String(), nullable(Type.Enum([...serviceAccountRoles])))),
  },
  { additionalProperties: false },
)
export type ServiceAccountChange = DeepReadonly<Static<typeof ServiceAccountChange>>

export const NewServiceAccountKey = Type.Object(
  { workspace_id: Uuid, ...NewApiKey.properties },
  { additionalProperties: false },
)
export type NewServiceAccountKey = DeepReadonly<Static<typeof NewServiceAccountKey>>

const groupRole = { group: Type.String({ minLength: 1, maxLength: 256 }), workspace_id: Uuid }

/** The role that a group at the provider of OpenID Connect gives in a workspace. */
export const GroupRole = Type.Object({ ...groupRole, role: RoleSchema })
export type GroupRole = DeepReadonly<Static<typeof GroupRole>>

/** Body of `PUT /group-roles`; null takes the role away. */
export const GroupRoleChange = Type.Object(
  { ...groupRole, role: nullable(RoleSchema) },
  { additionalProperties: false },
)
export type GroupRoleChange = DeepReadonly<Static<typeof GroupRoleChange>>

/** The roles of groups; `claim` is null where the server does not read groups. */
export const GroupRoles = Type.Object({ claim: nullable(Type.String()), data: Type.Array(GroupRole) })
export type GroupRoles = DeepReadonly<Static<typeof GroupRoles>>

export const PersonSession = Type.Object({
  id: Uuid,
  address: Type.String(),
  agent: Type.String(),
  created_at: Time,
  last_used_at: Time,
  is_current: Type.Boolean(),
})
export type PersonSession = DeepReadonly<Static<typeof PersonSession>>

export const AuditEntry = Type.Object({
  id: Type.Integer(),
  at: Time,
  action: Type.Enum([...auditActions]),
  person: nullable(Type.Object({ id: Uuid, name: Type.String() })),
  workspace_id: nullable(Uuid),
  subject: nullable(Type.String()),
  address: nullable(Type.String()),
  details: Type.Record(Type.String(), Type.String()),
})
export type AuditEntry = DeepReadonly<Static<typeof AuditEntry>>

export const Renaming = Type.Object(
  { name: Type.String({ maxLength: 200 }) },
  { additionalProperties: false },
)

const Password = Type.String({ maxLength: 1024 })

export const OwnPassword = Type.Object({ password: Password }, { additionalProperties: false })

/** Body of `POST /confirm`: one of the two. */
export const Confirmation = Type.Object(
  { password: Type.Optional(Password), code: Type.Optional(Type.String({ maxLength: 40 })) },
  { additionalProperties: false, minProperties: 1 },
)
export type Confirmation = DeepReadonly<Static<typeof Confirmation>>

export const NewEmail = Type.Object(
  { password: Password, email: Type.String({ maxLength: 254 }) },
  { additionalProperties: false },
)

export const NewPassword = Type.Object(
  { password: Password, new_password: Password },
  { additionalProperties: false },
)

/**
 * A secret for an app with one-time codes: as text, as an address that the app reads, and as a picture of
 * it (SVG).
 */
export const NewCodes = Type.Object({ secret: Type.String(), uri: Type.String(), picture: Type.String() })
export type NewCodes = Static<typeof NewCodes>

/** Body of `POST /account/codes/confirm`: the secret that was made, and the code that the app shows of it. */
export const CodesConfirmation = Type.Object(
  { password: Password, secret: Type.String({ maxLength: 64 }), code: Type.String({ maxLength: 10 }) },
  { additionalProperties: false },
)

/** Recovery codes, shown only here; each works once instead of a one-time code. */
export const RecoveryCodes = Type.Object({ recovery_codes: Type.Array(Type.String()) })

import { Type } from 'typebox'
import { Uuid } from '../schemas/entities.ts'
import {
  AuditEntry,
  GroupRoleChange,
  GroupRoles,
  Invitation,
  InvitationLink,
  NewInvitation,
  NewServiceAccount,
  NewServiceAccountKey,
  Person,
  PersonChange,
  ForgottenPassword,
  InvitationAcceptance,
  InvitationLook,
  InvitationToken,
  ServiceAccount,
  ServiceAccountChange,
  SignIn,
  SignInWays,
} from '../schemas/team.ts'
import { dataOf, listOf, type AppRouteTable, makesOwner, raisesPerson, type RouteTable } from './route.ts'
import { exampleKeyId, exampleWorkspaceId } from './examples.ts'
import { defaulted, optional, required } from './parameters.ts'
import { ApiKey, CreatedApiKey } from '../schemas/app-surface.ts'
import { exampleKey } from './keys.ts'
import { accountRoutes } from './account.ts'
import { workspaceDownloadRoutes } from './backups.ts'
import { notificationRoutes, presenceRoutes } from './collaboration.ts'
import { worklistRoutes } from './views.ts'

const examplePerson = {
  id: exampleKeyId,
  name: 'Ana Díaz',
  email: 'ana@example.com',
  role: 'editor',
  role_by_groups: null,
  is_administrator: false,
  is_disabled: false,
  has_codes: true,
  created_at: '2026-01-05T10:00:00.000Z',
  last_seen_at: '2026-01-05T10:00:00.000Z',
}
const exampleToken = 'h3UqkN2bWc0Yt7xLr9sVaE4mZpQdJ1uGfKoCiB6wH8n'
const exampleLink = { link: `https://catalog.example/#invitation=${exampleToken}`, mailed: false }
const exampleInvitation = {
  id: exampleKeyId,
  email: 'ana@example.com',
  role: 'editor',
  invited_by: 'Sam Rivera',
  created_at: '2026-01-05T10:00:00.000Z',
  expires_at: '2026-01-12T10:00:00.000Z',
}

const password = 'quiet harbour seventeen lamps'

/**
 * Routes without a signed-in person: signing in. Writes must come from the server's own page, by its
 * `Origin`.
 */
export const signInRoutes = {
  'GET /sign-in': {
    id: 'readSignInWays',
    summary: 'Read how people may sign in',
    answers: { 200: dataOf(SignInWays) },
    docs: () => ({
      answers: { 200: ['The ways.', { data: { password: true, forgotten: false, provider: null } }] },
    }),
  },
  'POST /sign-in': {
    id: 'signIn',
    audit: 'by itself',
    summary: 'Sign in',
    body: SignIn,
    answers: { 204: null },
    docs: () => ({
      description:
        'Whatever is wrong is 401 in one and the same sentence. Where people sign in only by single sign-on, it is 403 and says so.',
      body: { examples: { plain: { email: 'ana@example.com', password } } },
      answers: { 204: ['Signed in: the answer sets the cookie of the session.'] },
    }),
  },
  'POST /sign-in/forgotten': {
    id: 'askForNewPassword',
    audit: 'by itself',
    summary: 'Have a link for a new password mailed',
    body: ForgottenPassword,
    answers: { 204: null },
    docs: () => ({
      description:
        'Where mail is set up and there is such an account with a password, the link is sent; it is good once and for an hour. The answer is the same in any case.',
      body: { examples: { plain: { email: 'ana@example.com' } } },
      answers: { 204: ['Asked for.'] },
    }),
  },
  'POST /invitations/look': {
    id: 'lookAtInvitation',
    summary: 'Read what a link is good for',
    body: InvitationToken,
    answers: { 200: dataOf(InvitationLook) },
    docs: () => ({
      body: { examples: { plain: { token: exampleToken } } },
      answers: {
        200: [
          'What it is good for.',
          {
            data: {
              kind: 'member',
              email: 'ana@example.com',
              workspace: 'Furniture',
              role: 'editor',
              has_account: false,
              expires_at: '2026-01-12T10:00:00.000Z',
            },
          },
        ],
      },
    }),
  },
  'POST /invitations/accept': {
    id: 'acceptInvitation',
    audit: 'by itself',
    summary: 'Accept an invitation, or set a new password by a link',
    body: InvitationAcceptance,
    answers: { 204: null },
    issues: {
      email: ['invalid_value'],
      name: ['required'],
      password: ['required', 'too_short', 'too_long', 'invalid_value'],
    },
    docs: () => ({
      description:
        'Signs in, except by a link for a new password. The link is good once. Where people sign in only by single sign-on, a link that asks for a password is 403.',
      body: { examples: { plain: { token: exampleToken, name: 'Ana Díaz', password } } },
      answers: { 204: ['Done.'] },
      conflicts: 'Where an account was made with the e-mail meanwhile.',
    }),
  },
} satisfies RouteTable

const exampleServiceAccount = {
  id: exampleKeyId,
  name: 'ERP sync',
  is_disabled: false,
  roles: { [exampleWorkspaceId]: 'editor' },
  keys: [{ ...exampleKey, service_account_id: exampleKeyId }],
  created_at: '2026-01-05T10:00:00.000Z',
}
const exampleGroupRole = { group: 'catalog-editors', workspace_id: exampleWorkspaceId, role: 'editor' }

const personId = required(Uuid, 'The id of a person.', exampleKeyId)

/** The people of a workspace, which the header `Vitrine-Workspace` names, and of the server. */
export const peopleRoutes = {
  'GET /people': {
    id: 'listPeople',
    role: 'anyone',
    summary: 'List the people of a workspace',
    answers: { 200: listOf(Person) },
    docs: () => ({
      description:
        'Members see the people of their workspace, server administrators everybody. Without the header, which only they may leave out, roles are null.',
      answers: { 200: ['The people.', { data: [examplePerson] }] },
    }),
  },
  'PATCH /people/{id}': {
    id: 'changePerson',
    confirm: raisesPerson,
    audit: 'by itself',
    role: 'anyone',
    summary: 'Change the role of a person, disable them, or name them administrator',
    params: { id: personId },
    body: PersonChange,
    answers: { 200: dataOf(Person) },
    issues: { email: ['invalid_value', 'not_unique'] },
    docs: () => ({
      description:
        'Owners of the workspace change roles (null removes the person from it). `disabled`, `administrator` and `email` are for server administrators.',
      body: { examples: { role: { role: 'manager' }, disabled: { disabled: true } } },
      answers: { 200: ['The person.', { data: examplePerson }] },
      conflicts: 'For the last owner of a workspace and the last administrator of the server.',
    }),
  },
  'POST /people/{id}/reset-password': {
    id: 'resetPassword',
    confirm: true,
    audit: 'by itself',
    role: 'administrator',
    summary: 'Make a link by which a person sets a new password',
    params: { id: personId },
    query: {
      end_credentials: defaulted(
        Type.Boolean({ default: false }),
        'Also ends the API keys and agents of the person at once.',
        true,
      ),
    },
    answers: { 200: InvitationLink },
    docs: () => ({
      description: 'The link is good once and for a day. The old password is good until then.',
      answers: {
        200: [
          'The link, this once.',
          { ...exampleLink, link: `https://catalog.example/#reset=${exampleToken}` },
        ],
      },
    }),
  },
  'POST /people/{id}/sign-in-link': {
    id: 'makeSignInLink',
    audit: 'by itself',
    role: 'administrator',
    summary: 'Make a link by which an administrator signs in once without the provider',
    params: { id: personId },
    answers: { 200: InvitationLink },
    docs: () => ({
      description:
        'For the command line on the machine of the server alone (`vitrine user sign-in-link`), where the provider of single sign-on fails. The link is good once and for a quarter of an hour.',
      answers: {
        200: [
          'The link, this once.',
          { ...exampleLink, link: `https://catalog.example/#sign-in=${exampleToken}` },
        ],
      },
      conflicts: 'For who is no administrator of the server, or is disabled.',
    }),
  },
  'POST /people/{id}/reset-codes': {
    id: 'resetCodes',
    confirm: true,
    audit: 'by itself',
    role: 'administrator',
    summary: 'Turn the one-time codes of a person off',
    params: { id: personId },
    answers: { 200: dataOf(Person) },
    docs: () => ({
      description: 'For who has lost the app and the recovery codes. Their sessions end.',
      answers: { 200: ['The person.', { data: { ...examplePerson, has_codes: false } }] },
      conflicts: 'Where the account asks for no codes.',
    }),
  },
  'DELETE /people/{id}': {
    id: 'deletePerson',
    confirm: true,
    audit: 'by itself',
    role: 'administrator',
    summary: 'Delete an account',
    params: { id: personId },
    answers: { 200: dataOf(Person) },
    docs: () => ({
      description:
        'Sessions, keys and agents of the person end. Changes, comments and entries of the audit list keep the name. Workspaces that they alone owned go to the administrators.',
      answers: { 200: ['The person that was.', { data: examplePerson }] },
      conflicts: 'For the last administrator of the server.',
    }),
  },
  'GET /invitations': {
    id: 'listInvitations',
    role: 'owner',
    summary: 'List the invitations to a workspace that wait',
    answers: { 200: listOf(Invitation) },
    docs: () => ({ answers: { 200: ['The invitations.', { data: [exampleInvitation] }] } }),
  },
  'POST /invitations': {
    id: 'invite',
    confirm: makesOwner,
    audit: 'by itself',
    role: 'owner',
    summary: 'Invite somebody to a workspace',
    body: NewInvitation,
    answers: { 200: InvitationLink },
    issues: { email: ['invalid_value'] },
    docs: () => ({
      description: 'The link is good once and for seven days; it is sent by mail where the server can.',
      body: { examples: { plain: { email: 'ana@example.com', role: 'editor' } } },
      answers: { 200: ['The link, this once.', exampleLink] },
      conflicts: 'Where the person works in the workspace already.',
    }),
  },
  'DELETE /invitations/{id}': {
    id: 'withdrawInvitation',
    audit: 'by itself',
    role: 'owner',
    summary: 'Take an invitation back',
    params: { id: required(Uuid, 'The id of an invitation.', exampleKeyId) },
    answers: { 200: dataOf(Invitation) },
    docs: () => ({ answers: { 200: ['The invitation that was.', { data: exampleInvitation }] } }),
  },
  'GET /audit': {
    id: 'listAudit',
    role: 'anyone',
    summary: 'List who did what to accounts and access',
    query: {
      before: optional(Type.Integer({ minimum: 1 }), 'Entries older than the one of this id.', 4200),
      limit: defaulted(Type.Integer({ minimum: 1, maximum: 200, default: 50 }), 'How many entries.', 50),
    },
    answers: { 200: listOf(AuditEntry) },
    docs: () => ({
      description:
        'The newest first. Owners of a workspace, which the header names, see what concerns it; without the header server administrators see all.',
      answers: {
        200: [
          'The entries.',
          {
            data: [
              {
                id: 4200,
                at: '2026-01-05T10:00:00.000Z',
                action: 'role_changed',
                person: { id: exampleKeyId, name: 'Sam Rivera' },
                workspace_id: exampleWorkspaceId,
                subject: 'ana@example.com',
                address: '192.0.2.7',
                details: { from: 'viewer', to: 'editor' },
              },
            ],
          },
        ],
      },
    }),
  },
} satisfies AppRouteTable

const serviceAccountId = { id: required(Uuid, 'The id of a service account.', exampleKeyId) }

/** Members of a team that are no people, and the roles that groups at the provider give. */
export const serviceAccountRoutes = {
  'GET /service-accounts': {
    id: 'listServiceAccounts',
    role: 'administrator',
    summary: 'List the service accounts',
    answers: { 200: listOf(ServiceAccount) },
    docs: () => ({
      description: 'With their roles by the ids of workspaces, and their keys without the secrets.',
      answers: { 200: ['The service accounts, by name.', { data: [exampleServiceAccount] }] },
    }),
  },
  'POST /service-accounts': {
    id: 'createServiceAccount',
    confirm: true,
    audit: 'by itself',
    role: 'administrator',
    summary: 'Create a service account',
    body: NewServiceAccount,
    answers: { 201: dataOf(ServiceAccount) },
    issues: { name: ['required', 'not_unique'] },
    docs: () => ({
      description:
        'A member for scripts, which cannot sign in, and whose keys end with no person. It begins without a role.',
      body: { examples: { plain: { name: 'ERP sync' } } },
      answers: { 201: ['The service account.', { data: { ...exampleServiceAccount, roles: {}, keys: [] } }] },
    }),
  },
  'PATCH /service-accounts/{id}': {
    id: 'changeServiceAccount',
    confirm: true,
    audit: 'by itself',
    role: 'administrator',
    summary: 'Rename or disable a service account, or change its roles',
    params: serviceAccountId,
    body: ServiceAccountChange,
    answers: { 200: dataOf(ServiceAccount) },
    issues: { name: ['required', 'not_unique'], roles: ['invalid_value'] },
    docs: () => ({
      description:
        'Roles of the named workspaces change, null takes one away; a service account owns no workspace. While it is disabled its keys are refused.',
      body: {
        examples: { role: { roles: { [exampleWorkspaceId]: 'editor' } }, disabled: { disabled: true } },
      },
      answers: { 200: ['The service account.', { data: exampleServiceAccount }] },
    }),
  },
  'DELETE /service-accounts/{id}': {
    id: 'deleteServiceAccount',
    confirm: true,
    audit: 'by itself',
    role: 'administrator',
    summary: 'Delete a service account',
    params: serviceAccountId,
    answers: { 200: dataOf(ServiceAccount) },
    docs: () => ({
      description: 'Its keys end at once. What was changed by it keeps its name.',
      answers: { 200: ['The service account that was.', { data: exampleServiceAccount }] },
    }),
  },
  'POST /service-accounts/{id}/keys': {
    id: 'createServiceAccountKey',
    confirm: true,
    audit: 'by itself',
    role: 'administrator',
    summary: 'Create an API key of a service account',
    params: serviceAccountId,
    body: NewServiceAccountKey,
    answers: { 201: dataOf(CreatedApiKey) },
    issues: {
      workspace_id: ['invalid_value'],
      name: ['required', 'too_long'],
      scopes: ['expected_values', 'invalid_value'],
      expires_at: ['expected_date', 'out_of_range'],
    },
    docs: () => ({
      description:
        'The answer shows the key itself, once. It may do what its scopes and the present role of the service account both allow, and ends with the account alone.',
      body: {
        examples: {
          sync: { workspace_id: exampleWorkspaceId, name: 'At night', scopes: ['read:products'] },
        },
      },
      answers: {
        201: [
          'The key.',
          {
            data: {
              ...exampleKey,
              service_account_id: exampleKeyId,
              key: `vtr_live_${'0'.repeat(40)}`,
            },
          },
        ],
      },
    }),
  },
  'DELETE /service-accounts/{id}/keys/{keyId}': {
    id: 'revokeServiceAccountKey',
    audit: 'by itself',
    role: 'administrator',
    summary: 'Revoke an API key of a service account',
    params: serviceAccountId,
    answers: { 200: dataOf(ApiKey) },
    docs: () => ({
      answers: {
        200: ['The key that was.', { data: { ...exampleKey, service_account_id: exampleKeyId } }],
      },
    }),
  },
  'GET /group-roles': {
    id: 'listGroupRoles',
    role: 'administrator',
    summary: 'List the roles that groups at the provider give',
    answers: { 200: GroupRoles },
    docs: () => ({
      answers: { 200: ['The roles, by group.', { claim: 'groups', data: [exampleGroupRole] }] },
    }),
  },
  'PUT /group-roles': {
    id: 'setGroupRole',
    confirm: true,
    audit: 'by itself',
    role: 'administrator',
    summary: 'Say which role a group at the provider gives in a workspace',
    body: GroupRoleChange,
    answers: { 200: dataOf(GroupRoleChange) },
    issues: { workspace_id: ['invalid_value'], group: ['required'] },
    docs: () => ({
      description:
        'For the value of the claim as the provider sends it: a name, a path or an id. It holds at once for people whose last sign-in named the group, for others from their next sign-in on. Null takes the role away.',
      body: { examples: { given: exampleGroupRole, taken: { ...exampleGroupRole, role: null } } },
      answers: { 200: ['The role as it is now.', { data: exampleGroupRole }] },
      conflicts: 'Where as many roles of groups are set as there can be.',
    }),
  },
} satisfies AppRouteTable

/** Routes of a team's server below `/app/v1` that are about people and no workspace. */
export const teamRoutes = {
  ...signInRoutes,
  ...accountRoutes,
  ...peopleRoutes,
  ...serviceAccountRoutes,
  ...workspaceDownloadRoutes,
  ...notificationRoutes,
}

/** The rest of it is about one workspace, which the header `Vitrine-Workspace` names. */
export const teamWorkspaceRoutes = { ...presenceRoutes, ...worklistRoutes }

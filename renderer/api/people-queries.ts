import { queryOptions } from '@tanstack/react-query'
import type {
  Confirmation,
  NewCodes,
  InvitationAcceptance,
  SignIn,
  AuditEntry,
  GroupRoleChange,
  InvitationLink,
  NewInvitation,
  PersonChange,
} from '#shared/schemas/team.ts'
import { callApp, callAppIn } from './client.ts'
import type { SessionInfo, Workspace } from '#shared/app-surface.ts'
import { joinPresence } from './event-stream.ts'

export const accountKey = ['account'] as const

export const sessionKey = ['session'] as const

/** How people sign in here; only the server of a team answers. */
export const signInWaysQuery = queryOptions({
  queryKey: ['sign-in-ways'] as const,
  queryFn: async ({ signal }) => (await callApp('GET /sign-in', { signal })).data,
  staleTime: Infinity,
  retry: false,
})

/** The purpose of a link; an expired one is refused. */
export function lookQuery(token: string) {
  return queryOptions({
    queryKey: ['invitation', token] as const,
    queryFn: async ({ signal }) =>
      (await callApp('POST /invitations/look', { body: { token }, signal })).data,
    staleTime: Infinity,
    retry: false,
  })
}

export async function signIn(body: SignIn): Promise<void> {
  await callApp('POST /sign-in', { body })
}

/** Mails a link for a new password, if there is such an account. */
export async function askForForgottenPassword(email: string): Promise<void> {
  await callApp('POST /sign-in/forgotten', { body: { email } })
}

export async function acceptInvitation(body: InvitationAcceptance): Promise<void> {
  await callApp('POST /invitations/accept', { body })
}

export async function signOut(): Promise<void> {
  await callApp('POST /sign-out')
}

/** The facts of the server and its workspaces. A 401 means that this browser has no session. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async ({ signal }): Promise<SessionInfo> => {
    const { data } = await callApp('GET /session', { signal })
    // Before any stream is opened: streams carry the messages of the team.
    if (data.person !== null) joinPresence()
    return data
  },
  staleTime: Infinity,
})

export async function createWorkspace(input: { name: string; sample: boolean }): Promise<Workspace> {
  return (await callApp('POST /workspaces', { body: input })).data
}

export const accountQuery = queryOptions({
  queryKey: [...accountKey, 'self'] as const,
  queryFn: async ({ signal }) => (await callApp('GET /account', { signal })).data,
})

export const sessionsQuery = queryOptions({
  queryKey: [...accountKey, 'sessions'] as const,
  queryFn: async ({ signal }) => (await callApp('GET /sessions', { signal })).data,
  staleTime: 0,
})

export async function changeName(name: string): Promise<void> {
  await callApp('PATCH /account', { body: { name } })
}

export async function changeEmail(password: string, email: string): Promise<void> {
  await callApp('POST /account/email', { body: { password, email } })
}

export async function changePassword(password: string, next: string): Promise<void> {
  await callApp('POST /account/password', { body: { password, new_password: next } })
}

export async function confirmIdentity(body: Confirmation): Promise<void> {
  await callApp('POST /confirm', { body })
}

export async function prepareCodes(): Promise<NewCodes> {
  return (await callApp('POST /account/codes')).data
}

/** Turns one-time codes on; the recovery codes are returned only this once. */
export async function turnCodesOn(body: {
  password: string
  secret: string
  code: string
}): Promise<readonly string[]> {
  return (await callApp('POST /account/codes/confirm', { body })).data.recovery_codes
}

export async function turnCodesOff(password: string): Promise<void> {
  await callApp('POST /account/codes/off', { body: { password } })
}

export async function renewRecoveryCodes(password: string): Promise<readonly string[]> {
  return (await callApp('POST /account/recovery-codes', { body: { password } })).data.recovery_codes
}

export async function endSession(id: string): Promise<void> {
  await callApp('DELETE /sessions/{id}', { path: { id } })
}

export async function endOtherSessions(): Promise<void> {
  await callApp('DELETE /sessions')
}

export const peopleKey = (workspaceId: string) => ['people', workspaceId] as const

export function peopleQuery(workspaceId: string) {
  return queryOptions({
    queryKey: [...peopleKey(workspaceId), 'list'] as const,
    queryFn: async ({ signal }) => (await callAppIn(workspaceId, 'GET /people', { signal })).data,
  })
}

export function invitationsQuery(workspaceId: string) {
  return queryOptions({
    queryKey: [...peopleKey(workspaceId), 'invitations'] as const,
    queryFn: async ({ signal }) => (await callAppIn(workspaceId, 'GET /invitations', { signal })).data,
  })
}

export const groupRolesKey = ['group-roles'] as const

export const groupRolesQuery = queryOptions({
  queryKey: groupRolesKey,
  queryFn: async ({ signal }) => callApp('GET /group-roles', { signal }),
})

export async function setGroupRole(body: GroupRoleChange): Promise<void> {
  await callApp('PUT /group-roles', { body })
}

export async function fetchAudit(
  workspaceId: string,
  before: number | undefined,
  signal: AbortSignal,
): Promise<readonly AuditEntry[]> {
  const query = before === undefined ? {} : { before }
  return (await callAppIn(workspaceId, 'GET /audit', { query, signal })).data
}

export async function invite(workspaceId: string, body: NewInvitation): Promise<InvitationLink> {
  return callAppIn(workspaceId, 'POST /invitations', { body })
}

export async function withdrawInvitation(workspaceId: string, id: string): Promise<void> {
  await callAppIn(workspaceId, 'DELETE /invitations/{id}', { path: { id } })
}

export async function changePerson(workspaceId: string, id: string, body: PersonChange): Promise<void> {
  await callAppIn(workspaceId, 'PATCH /people/{id}', { path: { id }, body })
}

export async function resetPassword(id: string, endsCredentials: boolean): Promise<InvitationLink> {
  const query = { end_credentials: endsCredentials }
  return callApp('POST /people/{id}/reset-password', { path: { id }, query })
}

export async function resetCodes(id: string): Promise<void> {
  await callApp('POST /people/{id}/reset-codes', { path: { id } })
}

export async function deletePerson(id: string): Promise<void> {
  await callApp('DELETE /people/{id}', { path: { id } })
}

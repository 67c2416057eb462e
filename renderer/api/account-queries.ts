import { queryOptions } from '@tanstack/react-query'
import type { Confirmation, NewCodes, InvitationAcceptance, SignIn } from '#shared/schemas/team.ts'
import { callApp } from './client.ts'
import type { SessionInfo, Workspace } from '#shared/app-surface.ts'
import { joinPresence } from './team-messages.ts'

export const accountKey = ['account'] as const

export const sessionKey = ['session'] as const

/** How people sign in here; only the server of a team tells. */
export const signInWaysQuery = queryOptions({
  queryKey: ['sign-in-ways'] as const,
  queryFn: async ({ signal }) => (await callApp('GET /sign-in', { signal })).data,
  staleTime: Infinity,
  retry: false,
})

/** What a link is good for. A link that is good no more is refused. */
export function lookQuery(token: string) {
  return queryOptions({
    queryKey: ['invitation', token] as const,
    queryFn: async ({ signal }) =>
      (await callApp('POST /invitations/look', { body: { token }, signal })).data,
    staleTime: Infinity,
    retry: false,
  })
}

/** Signs in: the cookie comes with the answer. */
export async function signIn(body: SignIn): Promise<void> {
  await callApp('POST /sign-in', { body })
}

/** Has a link for a new password mailed, where there is such an account. */
export async function askForForgottenPassword(email: string): Promise<void> {
  await callApp('POST /sign-in/forgotten', { body: { email } })
}

/** Does what a link is good for. */
export async function acceptInvitation(body: InvitationAcceptance): Promise<void> {
  await callApp('POST /invitations/accept', { body })
}

export async function signOut(): Promise<void> {
  await callApp('POST /sign-out')
}

/** What the server says of itself and which workspaces it knows. A 401 means that this browser has no session. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async ({ signal }): Promise<SessionInfo> => {
    const { data } = await callApp('GET /session', { signal })
    // Before any stream is opened: it brings what a team has beside changes.
    if (data.person !== null) joinPresence()
    return data
  },
  staleTime: Infinity,
})

/** Creates a workspace in the data folder, with the sample catalog if wanted. */
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

/** Gives the account another e-mail, by which one signs in from then on. */
export async function changeEmail(password: string, email: string): Promise<void> {
  await callApp('POST /account/email', { body: { password, email } })
}

export async function changePassword(password: string, next: string): Promise<void> {
  await callApp('POST /account/password', { body: { password, new_password: next } })
}

/** Shows again who one is, by password or code. */
export async function confirmIdentity(body: Confirmation): Promise<void> {
  await callApp('POST /confirm', { body })
}

export async function prepareCodes(): Promise<NewCodes> {
  return (await callApp('POST /account/codes')).data
}

/** Turns one-time codes on; the recovery codes are answered this once. */
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

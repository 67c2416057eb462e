import { queryOptions } from '@tanstack/react-query'
import type { InvitationAcceptance, SignIn } from '#shared/schemas/team.ts'
import { callApp } from './client.ts'

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

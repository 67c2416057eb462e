import { queryOptions } from '@tanstack/react-query'
import type { Confirmation, NewCodes } from '#shared/schemas/team.ts'
import { callApp } from './client.ts'

export const accountKey = ['account'] as const

/** The account of who is signed in. */
export const accountQuery = queryOptions({
  queryKey: [...accountKey, 'self'] as const,
  queryFn: async ({ signal }) => (await callApp('GET /account', { signal })).data,
})

/** The browsers that are signed in with it. */
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

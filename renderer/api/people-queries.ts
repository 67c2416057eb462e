import { queryOptions } from '@tanstack/react-query'
import type { AuditEntry, InvitationLink, NewInvitation, PersonChange } from '#shared/schemas/team.ts'
import { callApp, callAppIn } from './client.ts'

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

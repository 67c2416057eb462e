import { queryOptions } from '@tanstack/react-query'
import type {
  CellComments,
  Comment,
  CommentPatch,
  CommentStatus,
  NamedPerson,
  NewComment,
} from '#shared/comments.ts'
import type { EntityType } from '#shared/entities.ts'
import { callAppIn, callWorkspace, type Api, callApp } from './client.ts'

export const commentsKey = (workspaceId: string) => ['comments', workspaceId] as const

const maxShown = 100

export function entityCommentsQuery(
  api: Api,
  type: EntityType,
  id: string,
  status: CommentStatus | undefined,
) {
  return queryOptions({
    queryKey: [...commentsKey(api.workspaceId), 'of', id, status ?? 'all'] as const,
    queryFn: ({ signal }) =>
      api.call('GET /comments', {
        query: { type, entity_id: id, limit: maxShown, ...(status && { status }) },
        signal,
      }),
  })
}

export async function fetchComment(api: Api, id: string): Promise<Comment> {
  return (await api.call('GET /comments/{id}', { path: { id } })).data
}

export async function fetchCellComments(
  { workspaceId }: Api,
  type: EntityType,
  ids: readonly string[],
): Promise<CellComments> {
  return (await callWorkspace(workspaceId, 'GET /grid/comments', { query: { type, ids: [...ids] } })).data
}

export async function hasComments(api: Api, type: EntityType): Promise<boolean> {
  const query = { type, status: 'open', limit: 1 } as const
  return (await api.call('GET /comments', { query })).pagination.total > 0
}

export async function createComment(api: Api, comment: NewComment): Promise<Comment> {
  return (await api.call('POST /comments', { body: comment })).data
}

export async function replyTo(api: Api, id: string, text: string): Promise<Comment> {
  return (await api.call('POST /comments/{id}/replies', { path: { id }, body: { text } })).data
}

export async function updateComment(api: Api, id: string, body: CommentPatch): Promise<Comment> {
  return (await api.call('PATCH /comments/{id}', { path: { id }, body })).data
}

export function peopleQuery({ workspaceId }: Api) {
  return queryOptions({
    queryKey: ['people', workspaceId, 'names'] as const,
    queryFn: async ({ signal }): Promise<readonly NamedPerson[]> => {
      const { data } = await callAppIn(workspaceId, 'GET /people', { signal })
      const members = data.filter(({ role, is_disabled: isDisabled }) => role !== null && !isDisabled)
      return members.map(({ id, name }) => ({ id, name }))
    },
    staleTime: 60_000,
  })
}

export const notificationsKey = ['notifications'] as const

export const notificationsQuery = queryOptions({
  queryKey: notificationsKey,
  queryFn: ({ signal }) => callApp('GET /notifications', { signal }),
  staleTime: 10_000,
})

export async function readNotifications(ids: readonly string[] | undefined, isRead: boolean): Promise<void> {
  await callApp('POST /notifications/read', { body: { is_read: isRead, ...(ids && { ids: [...ids] }) } })
}

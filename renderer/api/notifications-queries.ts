import { queryOptions } from '@tanstack/react-query'
import { callApp } from './client.ts'

export const notificationsKey = ['notifications'] as const

/** What is new for whoever is signed in, and how much of it is unread. */
export const notificationsQuery = queryOptions({
  queryKey: notificationsKey,
  queryFn: ({ signal }) => callApp('GET /notifications', { signal }),
  staleTime: 10_000,
})

/** Marks those of these ids, or all, as read or unread. */
export async function readNotifications(ids: readonly string[] | undefined, isRead: boolean): Promise<void> {
  await callApp('POST /notifications/read', { body: { is_read: isRead, ...(ids && { ids: [...ids] }) } })
}

/** What is new for somebody of a team. */
export type { Notification, NotificationSubject } from './schemas/team.ts'

export const notificationKinds = ['mention', 'reply', 'assignment'] as const
export type NotificationKind = (typeof notificationKinds)[number]

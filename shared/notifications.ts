export type { Notification, NotificationSubject } from './schemas/team.ts'

export const notificationKinds = ['mention', 'reply', 'assignment'] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** Where people of a team are: kept in memory, and sent over the stream of changes. */
export type { PresenceUpdate as Place, Membership, TeamMessage } from './schemas/team.ts'

/** The header with the presence id of a page, so that its stream of changes reports other people. */
export const presenceHeader = 'vitrine-seat'

export type { Notification, NotificationSubject } from './schemas/team.ts'

export const notificationKinds = ['mention', 'reply', 'assignment'] as const
export type NotificationKind = (typeof notificationKinds)[number]

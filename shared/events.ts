import type { Actor } from './schemas/events.ts'

export const eventKinds = [
  'entity.created',
  'entity.updated',
  'entity.deleted',
  'entity.restored',
  'attribute.created',
  'attribute.updated',
  'attribute.deleted',
  'channel.created',
  'channel.updated',
  'channel.deleted',
  'note.created',
  'note.updated',
  'note.deleted',
  'comment.created',
  'comment.updated',
  'comment.resolved',
  'webhook.created',
  'webhook.updated',
  'webhook.deleted',
  'automation.created',
  'automation.updated',
  'automation.deleted',
  'feed.created',
  'feed.updated',
  'feed.deleted',
  'job.completed',
  'job.failed',
  'job.cancelled',
] as const
export type EventKind = (typeof eventKinds)[number]

export const eventVias = [
  'app',
  'api',
  'mcp',
  'import',
  'generation',
  'source',
  'restore',
  'automation',
  'system',
] as const
export type EventVia = (typeof eventVias)[number]

export const actorTypes = ['owner', 'user', 'api_key', 'oauth', 'system'] as const

export type { Actor, Change, ChangeAction, EventRecord } from './schemas/events.ts'

/** Identifies an actor after a rename too: the id of its key or grant, or `owner` or `system`. */
export function keyOfActor({ type, id }: Actor): string {
  return id ?? type
}

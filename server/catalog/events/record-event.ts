import type { Attribute } from '../../store/tables/attributes.ts'
import type { WritableDb } from '../../store/database/database.ts'
import type { IdempotencyKey } from '../../store/tables/stored-answers.ts'
import { appendEvent, type EventSubject, type NewEvent } from '../../store/tables/events.ts'
import type { Actor, Change, EventKind, EventVia } from '#shared/events.ts'
import { type Answer, dataAnswer } from '../answer.ts'
import type { Role } from '#shared/team.ts'
import type { EntityIdentity } from '../../store/tables/entities.ts'

/** The writer and the way of writing (app, API, agent, import); recorded in the event of every write. */
export interface WriteContext {
  readonly actor: Actor
  readonly via: EventVia
  /** The writer's role in a team; without a role every attribute may be written. */
  readonly role?: Role
  readonly person?: string
  readonly request_id: string | null
  readonly job_id: string | null
  readonly edit_id?: string
  /** The automation whose run writes, or whose run is taken back. */
  readonly automation?: string | undefined
  readonly merge?: Pick<EventSubject, 'merged' | 'merged_into'>
  /** Set for a request that takes effect once, however often it is sent; operations run without it. */
  readonly idempotency?: IdempotencyKey
}

export function recordEntityEvent(
  tx: WritableDb,
  event: Extract<EventKind, `entity.${string}`>,
  { id, uuid, type, label }: EntityIdentity,
  changes: NewEvent['changes'],
  context: WriteContext,
): void {
  const subject = { entity: { id: uuid, type, label }, ...context.merge }
  appendEvent(tx, { event, entityId: id, subject, changes, context })
}

export function recordNoteEvent(
  tx: WritableDb,
  event: Extract<EventKind, `note.${string}`>,
  { id, uuid, type, label }: EntityIdentity,
  {
    note,
    changes,
    context,
  }: Pick<NewEvent, 'context'> & {
    readonly note: NonNullable<EventSubject['note']>
    readonly changes: readonly Change[]
  },
): void {
  const subject = { entity: { id: uuid, type, label }, note }
  appendEvent(tx, { event, entityId: id, subject, changes, context })
}

export function recordCommentEvent(
  tx: WritableDb,
  event: Extract<EventKind, `comment.${string}`>,
  { id, uuid, type, label }: EntityIdentity,
  {
    comment,
    changes,
    context,
  }: Pick<NewEvent, 'context'> & {
    readonly comment: NonNullable<EventSubject['comment']>
    readonly changes: readonly Change[]
  },
): void {
  const subject = { entity: { id: uuid, type, label }, comment }
  appendEvent(tx, { event, entityId: id, subject, changes, context })
}

export function recordAttributeEvent(
  tx: WritableDb,
  event: Extract<EventKind, `attribute.${string}`>,
  attribute: Pick<Attribute, 'uuid' | 'key' | 'entityType'>,
  changes: readonly Change[],
  context: WriteContext,
): void {
  const { uuid: id, key, entityType } = attribute
  const subject = { attribute: { id, key, entity_type: entityType } }
  appendEvent(tx, { event, entityId: null, subject, changes, context })
}

export function recordChannelEvent(
  tx: WritableDb,
  event: Extract<EventKind, `channel.${string}`>,
  channel: NonNullable<EventSubject['channel']>,
  changes: readonly Change[],
  context: WriteContext,
): void {
  appendEvent(tx, { event, entityId: null, subject: { channel }, changes, context })
}

export function recordAutomationEvent(
  tx: WritableDb,
  event: Extract<EventKind, `automation.${string}`>,
  automation: NonNullable<EventSubject['automation']>,
  changes: readonly Change[],
  context: WriteContext,
): void {
  appendEvent(tx, { event, entityId: null, subject: { automation }, changes, context })
}

export interface WebhookNote {
  readonly event: Extract<EventKind, `webhook.${string}`>
  readonly webhook: NonNullable<EventSubject['webhook']>
  readonly changes: readonly Change[]
  readonly context: WriteContext
  readonly status: number
  readonly data: object
}

/**
 * Records what became of a webhook, which is in vitrine.db and not in the workspace file, and answers with
 * what it is now. The answer has no secret, since answers of repeated requests are kept in the file.
 */
export function recordWebhookEvent(
  tx: WritableDb,
  { event, webhook, changes, context, status, data }: WebhookNote,
): Answer {
  appendEvent(tx, { event, entityId: null, subject: { webhook }, changes, context })
  const location = event === 'webhook.created' ? `/webhooks/${webhook.id}` : undefined
  return dataAnswer(status, JSON.stringify(data), location)
}

import { toIso } from '#shared/iso-times.ts'
import { textOf } from '#shared/messages/message.ts'
import type { Webhook, WebhookDelivery } from '#shared/schemas/webhooks.ts'
import type { WebhookDeliveryRow, WebhookRow } from '../registry/delivery-operations.ts'

/** A webhook as the API tells it. */
export function toWebhook(row: WebhookRow): Webhook {
  const { id, url, events, types, attributes, status, position, isInNetwork, problem, createdBy } = row
  return {
    id,
    url,
    events: events === '*' ? events : [...events],
    ...(types && { types: [...types] }),
    ...(attributes && { attributes: [...attributes] }),
    status,
    failing_since: toTime(row.failingSince),
    position,
    has_secret: true,
    in_my_network: isInNetwork,
    problem: problem === null ? null : textOf(problem),
    next_try: toTime(row.nextTryAt),
    created_by: createdBy,
    created_at: toIso(row.createdAt),
  }
}

function toTime(ms: number | null): string | null {
  return ms === null ? null : toIso(ms)
}

export function toDelivery(row: WebhookDeliveryRow): WebhookDelivery {
  const { id, messageId, at, status, milliseconds, answer, untilSequence } = row
  return {
    id,
    webhook_id: messageId,
    at: toIso(at),
    status,
    milliseconds,
    answer,
    sequence: untilSequence,
  }
}

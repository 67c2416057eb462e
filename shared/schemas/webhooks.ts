import { Type, type Static } from 'typebox'
import { eventKinds } from '../events.ts'
import { EntityTypeSchema, Uuid } from './entities.ts'
import { Actor } from './events.ts'
import { nullable } from './paging.ts'

const strict = { additionalProperties: false }
const DateTime = Type.String({ format: 'date-time' })
const Names = Type.Array(Type.String({ maxLength: 200 }), { maxItems: 100 })

export const webhookStatuses = ['pending', 'active', 'off'] as const
export type WebhookStatus = (typeof webhookStatuses)[number]

/** A subscription: a program of somebody else is told what has changed (automation.md §5). */
export const Webhook = Type.Object({
  id: Uuid,
  url: Type.String(),
  events: Type.Union([Type.Literal('*'), Type.Array(Type.Enum([...eventKinds]))]),
  types: Type.Optional(Type.Array(EntityTypeSchema)),
  attributes: Type.Optional(Type.Array(Type.String())),
  status: Type.Enum([...webhookStatuses], {
    description: 'Pending until the owner approves the address.',
  }),
  failing_since: nullable(DateTime),
  position: Type.Integer({ description: 'The sequence of the last event that was delivered or passed.' }),
  has_secret: Type.Boolean(),
  in_my_network: Type.Boolean({
    description: 'Whether the owner allows an address of this computer or its network.',
  }),
  problem: nullable(Type.String({ description: 'Why it is off, or the last delivery failed.' })),
  next_try: nullable(DateTime),
  created_by: Actor,
  created_at: DateTime,
})
export type Webhook = Static<typeof Webhook>

const Secret = Type.String({ description: 'Signs each delivery. It is shown this once.' })

export const CreatedWebhook = Type.Object({ ...Webhook.properties, secret: Secret })
export type CreatedWebhook = Static<typeof CreatedWebhook>

export const NewWebhook = Type.Object(
  {
    url: Type.String({ maxLength: 2000 }),
    events: Type.Optional(Type.Union([Type.String({ maxLength: 200 }), Names])),
    types: Type.Optional(Names),
    attributes: Type.Optional(Names),
    in_my_network: Type.Optional(Type.Boolean()),
  },
  strict,
)
export type NewWebhook = Static<typeof NewWebhook>

export const webhookStarts = ['stopped', 'now'] as const
export type WebhookStart = (typeof webhookStarts)[number]

export const WebhookPatch = Type.Object(
  { status: Type.String({ maxLength: 200 }), from: Type.Optional(Type.String({ maxLength: 200 })) },
  strict,
)
export type WebhookPatch = Static<typeof WebhookPatch>

export const WebhookApproval = Type.Object({ in_my_network: Type.Optional(Type.Boolean()) }, strict)
export type WebhookApproval = Static<typeof WebhookApproval>

/** One try of a delivery; `webhook_id` is its header of that name, the same over all tries. */
export const WebhookDelivery = Type.Object({
  id: Uuid,
  webhook_id: Type.String(),
  at: DateTime,
  status: nullable(Type.Integer({ description: 'Null where no answer came.' })),
  milliseconds: Type.Integer(),
  answer: Type.String({ description: 'The first 2 KiB of the answer, or why there is none.' }),
  sequence: nullable(Type.Integer({ description: 'That of its last event; null for a test.' })),
})
export type WebhookDelivery = Static<typeof WebhookDelivery>

import { Type, type Static } from 'typebox'
import { EntityTypeSchema, Uuid } from './entities.ts'

export const eventKinds = [
  'entity.created',
  'entity.updated',
  'entity.deleted',
  'entity.restored',
  'attribute.created',
  'attribute.updated',
  'attribute.deleted',
  'job.completed',
  'job.failed',
  'job.cancelled',
] as const
export type EventKind = (typeof eventKinds)[number]

/** Through which door a change came. */
export const eventVias = ['app', 'api', 'mcp', 'import', 'generation', 'source', 'restore'] as const
export type EventVia = (typeof eventVias)[number]

export const actorTypes = ['owner', 'api_key', 'oauth', 'system'] as const

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()])

export const Actor = Type.Object({
  type: Type.Enum([...actorTypes]),
  id: nullable(Type.String()),
  name: nullable(Type.String()),
})
export type Actor = Static<typeof Actor>

export const Change = Type.Object({ attribute: Type.String(), old: Type.Unknown(), new: Type.Unknown() })
export type Change = Static<typeof Change>

/** One record of the change feed. `entity` is null for attribute and job events. */
export const EventRecord = Type.Object({
  id: Uuid,
  sequence: Type.Integer(),
  event: Type.Enum([...eventKinds]),
  entity: nullable(Type.Object({ id: Uuid, type: EntityTypeSchema, label: nullable(Type.String()) })),
  attribute: Type.Optional(Type.Object({ id: Uuid, key: Type.String(), entity_type: EntityTypeSchema })),
  actor: Actor,
  via: Type.Enum([...eventVias]),
  job_id: nullable(Uuid),
  request_id: nullable(Type.String()),
  created_at: Type.String({ format: 'date-time' }),
  changes: Type.Array(Change),
})
export type EventRecord = Static<typeof EventRecord>

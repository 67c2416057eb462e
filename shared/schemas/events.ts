import { Type, type Static } from 'typebox'
import { actorTypes, eventKinds, eventVias } from '../events.ts'
import { EntityTypeSchema, Uuid } from './entities.ts'
import { nullable } from './nullable.ts'

export const Actor = Type.Object({
  type: Type.Enum([...actorTypes]),
  id: nullable(Type.String()),
  name: nullable(Type.String()),
})
export type Actor = Static<typeof Actor>

export const Change = Type.Object({ attribute: Type.String(), old: Type.Unknown(), new: Type.Unknown() })
export type Change = Static<typeof Change>

const Stub = Type.Object({ id: Uuid, type: EntityTypeSchema, label: nullable(Type.String()) })

/** One record of the change feed. `entity` is null for events of attributes, channels and jobs. */
export const EventRecord = Type.Object({
  id: Uuid,
  sequence: Type.Integer(),
  event: Type.Enum([...eventKinds]),
  entity: nullable(Stub),
  attribute: Type.Optional(Type.Object({ id: Uuid, key: Type.String(), entity_type: EntityTypeSchema })),
  channel: Type.Optional(Type.Object({ id: Uuid, key: Type.String(), name: Type.String() })),
  /** Of an event of a note: which one, and the key of the cell that it is on. */
  note: Type.Optional(Type.Object({ id: Uuid, attribute: nullable(Type.String()) })),
  /** Of an event of a comment or reply: which one, the one that is answered (or itself), and the key of the cell. */
  comment: Type.Optional(Type.Object({ id: Uuid, thread_id: Uuid, attribute: nullable(Type.String()) })),
  /** Of an entity that went to the trash by a merge: the one that it was merged into. */
  merged_into: Type.Optional(Stub),
  /** Of the entity that was kept: those that were merged into it. */
  merged: Type.Optional(Type.Array(Stub)),
  actor: Actor,
  via: Type.Enum([...eventVias]),
  job_id: nullable(Uuid),
  request_id: nullable(Type.String()),
  /** Present on what an edit, a bulk edit or an undo wrote. */
  edit_id: Type.Optional(Uuid),
  created_at: Type.String({ format: 'date-time' }),
  changes: Type.Array(Change),
  /** Its values alone are larger than an answer may be, and left out: `changes` is empty. */
  truncated_by: Type.Optional(Type.Literal('size')),
})
export type EventRecord = Static<typeof EventRecord>

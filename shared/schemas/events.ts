import { Type, type Static } from 'typebox'
import { actorTypes, eventKinds, eventVias } from '../events.ts'
import { EntityTypeSchema, Uuid } from './entities.ts'
import { nullable } from './paging.ts'

const DateTime = Type.String({ format: 'date-time' })
const Ids = Type.Array(Type.String())

/** A trashed entity by name; `others` counts the ones trashed with it. */
export const TrashedEntity = Type.Object({
  id: Uuid,
  type: EntityTypeSchema,
  label: nullable(Type.String()),
  parent_id: nullable(Uuid),
  created_at: DateTime,
  updated_at: DateTime,
  trashed_at: DateTime,
  others: Type.Integer(),
})
export type TrashedEntity = Static<typeof TrashedEntity>

export const MoveToTrash = Type.Object({ type: Type.String(), ids: Ids }, { additionalProperties: false })
export type MoveToTrash = Static<typeof MoveToTrash>

export const RestoreFromTrash = Type.Object({ ids: Ids }, { additionalProperties: false })
export type RestoreFromTrash = Static<typeof RestoreFromTrash>

export const EmptyTrash = Type.Object({ ids: Type.Optional(Ids) }, { additionalProperties: false })
export type EmptyTrash = Static<typeof EmptyTrash>

/**
 * The answer of moving to the trash: the named entities, and the number of all trashed ones including
 * descendants.
 */
export const MovedToTrash = Type.Object({ ids: Type.Array(Uuid), trashed: Type.Integer() })

export const EmptiedTrash = Type.Object({ removed: Type.Integer() })

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
  webhook: Type.Optional(Type.Object({ id: Uuid, url: Type.String() })),
  automation: Type.Optional(Type.Object({ id: Uuid, name: Type.String() })),
  feed: Type.Optional(Type.Object({ id: Uuid, name: Type.String() })),
  /** For an event of a note: its id, and the key of its cell. */
  note: Type.Optional(Type.Object({ id: Uuid, attribute: nullable(Type.String()) })),
  /**
   * For an event of a comment or reply: its id, the id of its thread (or its own), and the key of the
   * cell.
   */
  comment: Type.Optional(Type.Object({ id: Uuid, thread_id: Uuid, attribute: nullable(Type.String()) })),
  /** For an entity that a merge trashed: the entity that it was merged into. */
  merged_into: Type.Optional(Stub),
  merged: Type.Optional(Type.Array(Stub)),
  actor: Actor,
  via: Type.Enum([...eventVias]),
  job_id: nullable(Uuid),
  request_id: nullable(Type.String()),
  edit_id: Type.Optional(Uuid),
  /** The automation whose run wrote it, or whose run it took back. */
  automation_id: nullable(Uuid),
  created_at: Type.String({ format: 'date-time' }),
  changes: Type.Array(Change),
  /** Its values alone are larger than an answer may be, and left out: `changes` is empty. */
  truncated_by: Type.Optional(Type.Literal('size')),
})
export type EventRecord = Static<typeof EventRecord>

/**
 * An action of one author: one job, one edit or one request, with all events that it recorded. What it was
 * about is read from its newest events; `is_whole` says whether these are all.
 */
export const ChangeAction = Type.Object({
  id: Type.String(),
  actor: Actor,
  via: Type.Enum([...eventVias]),
  job: nullable(Type.Object({ id: Uuid, name: Type.String(), file: nullable(Type.String()) })),
  edit_id: nullable(Uuid),
  first_sequence: Type.Integer(),
  last_sequence: Type.Integer(),
  started_at: DateTime,
  ended_at: DateTime,
  events: Type.Integer(),
  is_whole: Type.Boolean(),
  kinds: Type.Array(Type.Enum([...eventKinds])),
  subjects: Type.Array(Type.Object({ type: EntityTypeSchema, entities: Type.Integer() })),
  /** The only entity, or the name of the only attribute or channel, that it was about. */
  entity: nullable(Stub),
  name: nullable(Type.String()),
  attributes: Type.Array(Type.Object({ key: Type.String(), entity_type: EntityTypeSchema })),
})
export type ChangeAction = Static<typeof ChangeAction>

export const ChangeActions = Type.Object({
  data: Type.Array(ChangeAction),
  /** Where the next page begins; null where there is none. */
  before: nullable(Type.Integer()),
})
export type ChangeActions = Static<typeof ChangeActions>

export const People = Type.Array(Actor)

export const ChosenChange = Type.Object(
  { sequence: Type.Integer({ minimum: 1 }), attributes: Type.Optional(Type.Array(Type.String())) },
  { additionalProperties: false },
)
export type ChosenChange = Static<typeof ChosenChange>

const ChangeFilter = Type.Object(
  {
    attribute: Type.Optional(Type.String()),
    via: Type.Optional(Type.String()),
    job_id: Type.Optional(Type.String()),
    edit_id: Type.Optional(Type.String()),
    actor: Type.Optional(Type.String()),
    since: Type.Optional(Type.String()),
    until: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
)

/** The body of `POST /changes/restore`: chosen changes, or all that a filter of the feed finds up to a sequence number. */
export const RestoreChanges = Type.Object(
  {
    type: Type.String(),
    changes: Type.Optional(Type.Array(ChosenChange)),
    filter: Type.Optional(ChangeFilter),
    up_to: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { additionalProperties: false },
)
export type RestoreChanges = Static<typeof RestoreChanges>

import { Type, type Static } from 'typebox'
import { Actor } from './events.ts'

/** Everybody who has changed anything in the workspace. */
export const People = Type.Array(Actor)

/** One event that is to be taken back, or some of the attributes that it changed. */
export const ChosenChange = Type.Object(
  { sequence: Type.Integer({ minimum: 1 }), attributes: Type.Optional(Type.Array(Type.String())) },
  { additionalProperties: false },
)
export type ChosenChange = Static<typeof ChosenChange>

/** The filters of the change feed that say which changes are meant. */
export const ChangeFilter = Type.Object(
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

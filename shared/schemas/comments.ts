import { Type, type Static } from 'typebox'
import type { DeepReadonly } from '../routes/route.ts'
import { ReferenceStub, Uuid } from './entities.ts'
import { Actor } from './events.ts'
import { nullable } from './paging.ts'

const DateTime = Type.String({ format: 'date-time' })

export const NamedPerson = Type.Object({ id: Type.String(), name: Type.String() })
export type NamedPerson = DeepReadonly<Static<typeof NamedPerson>>

const said = {
  id: Uuid,
  text: Type.String(),
  mentions: Type.Array(NamedPerson),
  author: Actor,
  created_at: DateTime,
  updated_at: DateTime,
}

export const CommentReply = Type.Object(said)
export type CommentReply = DeepReadonly<Static<typeof CommentReply>>

/** A comment on an entity or one of its cells, with the newest replies, the oldest of them first. */
export const Comment = Type.Object({
  ...said,
  entity: ReferenceStub,
  attribute: nullable(Type.String({ description: 'The key of the cell; null for the whole entity.' })),
  status: Type.Enum(['open', 'resolved']),
  resolved_at: nullable(DateTime),
  resolved_by: nullable(Actor),
  reply_count: Type.Integer(),
  replies: Type.Array(CommentReply),
})
export type Comment = DeepReadonly<Static<typeof Comment>>

export const NewComment = Type.Object(
  {
    type: Type.String(),
    entity_id: Type.String(),
    attribute: Type.Optional(nullable(Type.String())),
    text: Type.String(),
  },
  { additionalProperties: false },
)
export type NewComment = Static<typeof NewComment>

export const NewReply = Type.Object({ text: Type.String() }, { additionalProperties: false })
export type NewReply = Static<typeof NewReply>

export const CommentPatch = Type.Object(
  { text: Type.Optional(Type.String()), status: Type.Optional(Type.String()) },
  { additionalProperties: false },
)
export type CommentPatch = Static<typeof CommentPatch>

/**
 * The grid's summary of a row's or cell's comments: the number with replies, the number of open ones, and
 * the last text.
 */
export const CommentSummary = Type.Object({
  count: Type.Integer(),
  open: Type.Integer(),
  text: Type.String(),
  author: Actor,
})
export type CommentSummary = DeepReadonly<Static<typeof CommentSummary>>

/** By id and key of the cell; `` (no key) is the whole row. */
export const CellComments = Type.Record(Type.String(), Type.Record(Type.String(), CommentSummary))
export type CellComments = Readonly<Record<string, Readonly<Record<string, CommentSummary>>>>

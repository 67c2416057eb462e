import { Type, type Static } from 'typebox'
import { noteStatuses } from '../notes.ts'
import type { DeepReadonly } from '../routes/route.ts'
import { ReferenceStub, Uuid } from './entities.ts'
import { Actor } from './events.ts'
import { nullable } from './paging.ts'

const DateTime = Type.String({ format: 'date-time' })

export const Note = Type.Object({
  id: Uuid,
  entity: ReferenceStub,
  attribute: nullable(Type.String({ description: 'The key of the cell; null for the whole entity.' })),
  text: Type.String(),
  status: Type.Enum([...noteStatuses]),
  author: Actor,
  created_at: DateTime,
  updated_at: DateTime,
  done_at: nullable(DateTime),
  done_by: nullable(Actor),
  due_on: nullable(Type.String({ format: 'date', description: 'The day until which it is to be done.' })),
})
export type Note = DeepReadonly<Static<typeof Note>>

/** The body of `POST /notes`; without a status it is a plain note. */
export const NewNote = Type.Object(
  {
    type: Type.String(),
    entity_id: Type.String(),
    attribute: Type.Optional(nullable(Type.String())),
    text: Type.String(),
    status: Type.Optional(Type.String()),
    due_on: Type.Optional(nullable(Type.String())),
  },
  { additionalProperties: false },
)
export type NewNote = Static<typeof NewNote>

export const NotePatch = Type.Object(
  {
    text: Type.Optional(Type.String()),
    status: Type.Optional(Type.String()),
    due_on: Type.Optional(nullable(Type.String())),
  },
  { additionalProperties: false },
)
export type NotePatch = Static<typeof NotePatch>

/**
 * The grid's summary of a row's or cell's notes: their number, the number of open to-dos, and the newest
 * text.
 */
export const NoteSummary = Type.Object({ count: Type.Integer(), open: Type.Integer(), text: Type.String() })
export type NoteSummary = DeepReadonly<Static<typeof NoteSummary>>

/** By id and key of the cell; `` (no key) is the whole row. */
export const CellNotes = Type.Record(Type.String(), Type.Record(Type.String(), NoteSummary))
export type CellNotes = Readonly<Record<string, Readonly<Record<string, NoteSummary>>>>

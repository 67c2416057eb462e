import { Type, type Static } from 'typebox'
import { EntityTypeSchema, Uuid } from './entities.ts'
import { nullable } from './nullable.ts'

const DateTime = Type.String({ format: 'date-time' })
const Ids = Type.Array(Type.String())

/** What was moved to the trash by name; `others` counts what went along with it. */
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

/** What moving to the trash answers: those that were named, and how many entities went with all below them. */
export const MovedToTrash = Type.Object({ ids: Type.Array(Uuid), trashed: Type.Integer() })

export const EmptiedTrash = Type.Object({ removed: Type.Integer() })

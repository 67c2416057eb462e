import { Type, type Static } from 'typebox'
import type { DeepReadonly } from '../routes/route.ts'
import { EntityResource, Uuid } from './entities.ts'
import { nullable } from './paging.ts'

/** The body of `POST /entities/merge`; the catalog checks the names. */
export const MergeEntities = Type.Object(
  {
    type: Type.String(),
    keep: Type.String(),
    merge: Type.Array(Type.String()),
    values: Type.Optional(Type.Record(Type.String(), Type.String())),
    dry_run: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
export type MergeEntities = DeepReadonly<Static<typeof MergeEntities>>

export const MergeResult = Type.Object({
  edit_id: nullable(Type.String({ description: 'By which all of it is undone; null of a dry run.' })),
  entity: EntityResource,
  merged: Type.Array(Uuid, { description: 'Those that lie in the trash now.' }),
  moved: Type.Object({
    references: Type.Integer({ minimum: 0, description: 'References that named a merged one.' }),
    variants: Type.Integer({ minimum: 0, description: 'What lay directly below a merged one.' }),
  }),
})
export type MergeResult = DeepReadonly<Static<typeof MergeResult>>

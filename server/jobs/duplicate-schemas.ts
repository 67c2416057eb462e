import { Type } from 'typebox'
import { EntityTypeSchema } from '#shared/schemas/entities.ts'
import { StoredContext } from './stored-parts.ts'

const Count = Type.Integer()

/** What a large merge is queued with and how far it has come. */
export const mergeEntities = {
  input: Type.Object({
    type: EntityTypeSchema,
    groups: Type.Array(
      Type.Object({ keep: Count, merge: Type.Array(Count), values: Type.Record(Type.String(), Count) }),
    ),
    entities: Count,
    edit_id: Type.String(),
    context: StoredContext,
  }),
  checkpoint: Type.Object({
    position: Count,
    changed: Count,
    references: Count,
    variants: Count,
    merged: Type.Array(Type.String()),
  }),
}

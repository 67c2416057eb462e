import { Type } from 'typebox'
import { MergeClusters, MergeClustersResult } from '#shared/schemas/clusters.ts'
import { EntityTypeSchema } from '#shared/schemas/entities.ts'
import { StoredContext, storedFilter } from './stored-parts.ts'

const Count = Type.Integer()

const Groups = Type.Array(
  Type.Object({ keep: Count, merge: Type.Array(Count), values: Type.Record(Type.String(), Count) }),
)

const mergeState = Type.Object({
  position: Count,
  changed: Count,
  references: Count,
  variants: Count,
  merged: Type.Array(Type.String()),
})

/** What a large merge is queued with and how far it has come. */
export const mergeEntities = {
  input: Type.Object({
    type: EntityTypeSchema,
    groups: Groups,
    entities: Count,
    edit_id: Type.String(),
    context: StoredContext,
  }),
  checkpoint: mergeState,
}

/** What a merge of values is queued with, and how far it has come; where they name entities, as a merge of these. */
export const clusterMerge = {
  input: Type.Object({
    body: MergeClusters,
    filter: Type.Optional(Type.Object(storedFilter)),
    named: Type.Optional(Type.Object({ groups: Groups, entities: Count, result: MergeClustersResult })),
    edit_id: Type.String(),
    context: StoredContext,
  }),
  checkpoint: Type.Union([
    mergeState,
    Type.Object({
      position: Count,
      total: Count,
      matching: Count,
      changed: Count,
      sample: MergeClustersResult.properties.sample,
      options: MergeClustersResult.properties.options,
    }),
  ]),
}

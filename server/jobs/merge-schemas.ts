import { Type } from 'typebox'
import { MergeClusters, MergeClustersResult } from '#shared/schemas/clusters.ts'
import { EntityTypeSchema } from '#shared/schemas/entities.ts'
import { StoredContext, storedFilter } from './stored-parts.ts'

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

/** What a merge of values is queued with, and how far it has come. */
export const clusterMerge = {
  input: Type.Object({
    body: MergeClusters,
    filter: Type.Optional(Type.Object(storedFilter)),
    edit_id: Type.String(),
    context: StoredContext,
  }),
  checkpoint: Type.Object({
    position: Count,
    total: Count,
    matching: Count,
    changed: Count,
    sample: MergeClustersResult.properties.sample,
    options: MergeClustersResult.properties.options,
  }),
}

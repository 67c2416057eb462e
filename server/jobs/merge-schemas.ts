import { Type } from 'typebox'
import { MergeClusters, MergeClustersResult } from '#shared/schemas/clusters.ts'
import { duplicateRoles, duplicateWays } from '#shared/duplicates.ts'
import { tableOf } from '#shared/text.ts'
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
const mergeEntities = {
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
const clusterMerge = {
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

/** What a search for duplicates is queued with; it begins anew where it was cut off. */
const findDuplicates = {
  input: Type.Object({
    type: EntityTypeSchema,
    ways: Type.Array(Type.Enum([...duplicateWays])),
    attributes: Type.Object(tableOf(duplicateRoles, () => Type.Optional(Type.String()))),
    list: Type.Optional(Type.Object(storedFilter)),
    context: StoredContext,
  }),
  checkpoint: Type.Null(),
}

/** The schemas of these jobs, by name. */
export const mergeSchemas = {
  merge_entities: mergeEntities,
  cluster_merge: clusterMerge,
  find_duplicates: findDuplicates,
}

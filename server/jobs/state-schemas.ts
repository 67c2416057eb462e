import { Type } from 'typebox'
import { assetModes, type AssetRule, assetRuleNames } from '#shared/assets.ts'
import type { Message } from '#shared/messages/message.ts'
import { CodedMessage } from '#shared/schemas/errors.ts'
import { eventVias } from '#shared/events.ts'
import { filterJoins } from '#shared/filters.ts'
import { Actor } from '#shared/schemas/events.ts'
import { nullable } from '#shared/schemas/paging.ts'
import { MergeSimilarValues, MergeSimilarValuesResult } from '#shared/schemas/duplicates.ts'
import { duplicateRoles, duplicateWays } from '#shared/duplicates.ts'
import { tableOf } from '#shared/text.ts'
import { EntityTypeSchema } from '#shared/schemas/entities.ts'
import { qualityFixes } from '#shared/quality.ts'
import { FixResult } from '#shared/schemas/quality.ts'
import { generationModes, overwriteModes, skipReasons } from '#shared/generations.ts'
import { GenerationError } from '#shared/schemas/generations.ts'

const optionalText = Type.Optional(Type.String())

export const StoredContext = Type.Object({
  actor: Actor,
  via: Type.Enum([...eventVias]),
  request_id: nullable(Type.String()),
  edit_id: optionalText,
  automation: optionalText,
})

const clause = Type.Object({
  field: Type.String(),
  key: Type.String(),
  operator: Type.String(),
  value: Type.String(),
})
const join = Type.Enum([...filterJoins])

export const storedFilter = {
  clauses: Type.Array(clause),
  join,
  tree: Type.Optional(
    Type.Cyclic(
      { Group: Type.Object({ join, parts: Type.Array(Type.Union([clause, Type.Ref('Group')])) }) },
      'Group',
    ),
  ),
  q: optionalText,
}

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

const valueMerge = {
  input: Type.Object({
    body: MergeSimilarValues,
    filter: Type.Optional(Type.Object(storedFilter)),
    named: Type.Optional(Type.Object({ groups: Groups, entities: Count, result: MergeSimilarValuesResult })),
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
      sample: MergeSimilarValuesResult.properties.sample,
      options: MergeSimilarValuesResult.properties.options,
    }),
  ]),
}

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

export const mergeSchemas = {
  merge_entities: mergeEntities,
  cluster_merge: valueMerge,
  find_duplicates: findDuplicates,
}

const qualityFix = {
  input: Type.Object({
    type: EntityTypeSchema,
    attribute: Type.String(),
    fix: Type.Enum([...qualityFixes]),
    filter: Type.String(),
    unit: nullable(Type.String()),
    edit_id: Type.String(),
    context: StoredContext,
  }),
  checkpoint: Type.Object({
    position: Count,
    done: Count,
    matching: Count,
    changed: Count,
    sample: FixResult.properties.sample,
  }),
}

const qualityCheck = {
  input: Type.Object({ type: EntityTypeSchema, context: StoredContext }),
  checkpoint: Type.Object({ rule: Count, position: Count, until: Count, checked: Count, found: Count }),
}

export const qualitySchemas = { quality_fix: qualityFix, quality_check: qualityCheck }

export const generation = {
  input: Type.Object({
    request: Type.Object({
      type: EntityTypeSchema,
      attributes: Type.Array(Type.String()),
      ids: Type.Optional(Type.Array(Type.String())),
      list: Type.Optional(Type.Object(storedFilter)),
      overwrite: Type.Enum([...overwriteModes]),
      mode: Type.Enum([...generationModes]),
    }),
    provider: Type.String(),
    budget: nullable(Type.Number()),
    edit_id: Type.String(),
    context: StoredContext,
  }),
  checkpoint: Type.Object({
    position: Type.Integer(),
    last: Type.Optional(Type.Integer()),
    done: Type.Array(Type.Integer()),
    partial: Type.Record(Type.String(), Type.Array(Type.String())),
    matched: Type.Integer(),
    entities: Type.Integer(),
    proposed: Type.Integer(),
    applied: Type.Integer(),
    not_stated: Type.Integer(),
    failed: Type.Integer(),
    skipped: Type.Object(tableOf(skipReasons, () => Type.Integer())),
    errors: Type.Array(GenerationError),
  }),
}

const Placing = {
  attribute: Type.String(),
  as: Type.Enum([...assetModes]),
  alt_text: optionalText,
  create_images: Type.Boolean(),
}

const Conflicts = Type.Array(
  Type.Object({ index: Count, note: Type.Union([Type.String(), Type.Unsafe<Message>(CodedMessage)]) }),
)

const applyState = Type.Object({ position: Count, total: Count, applied: Count, conflicts: Conflicts })

export const assetSchemas = {
  library_scan: {
    input: Type.Object({ library: Type.String(), edit_id: Type.String(), context: StoredContext }),
    checkpoint: Type.Object({ moved: Count, values: Count }),
  },
  asset_match: {
    input: Type.Object({
      ...Placing,
      files: Type.Optional(Type.Array(Type.Object({ hash: Type.String(), name: Type.String() }))),
      rules: Type.Unsafe<readonly AssetRule[]>(
        Type.Array(Type.Object({ by: Type.Enum([...assetRuleNames]) })),
      ),
      dry_run: Type.Boolean(),
      min_width: Type.Optional(Count),
      min_height: Type.Optional(Count),
      edit_id: Type.String(),
      context: StoredContext,
    }),
    checkpoint: applyState,
  },
  asset_apply: {
    input: Type.Object({
      match: Type.String(),
      rows: Type.Array(Type.Object({ row: Count, product: Count, position: Type.Optional(Count) })),
      conflicts: Conflicts,
      placing: Type.Object(Placing),
      edit_id: Type.String(),
      context: StoredContext,
    }),
    checkpoint: applyState,
  },
}

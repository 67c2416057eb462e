import { Type, type Static } from 'typebox'
import { duplicateRoles, duplicateStatuses, duplicateWays } from '../duplicates.ts'
import type { DeepReadonly } from '../routes/route.ts'
import { tableOf } from '../text.ts'
import { ReferenceStub, Uuid, EntityResource } from './entities.ts'
import { FilterJson } from './filters.ts'
import { nullable } from './paging.ts'

export const ValueGroup = Type.Object({
  values: Type.Array(Type.Object({ value: Type.String(), count: Type.Integer() })),
  count: Type.Integer(),
  suggested: Type.String(),
})
export type ValueGroup = Static<typeof ValueGroup>

/** The body of `POST /quality/clusters/merge`; values are identified by their exact spelling. */
export const MergeSimilarValues = Type.Object(
  {
    type: Type.String(),
    attribute: Type.String(),
    groups: Type.Array(
      Type.Object({ values: Type.Array(Type.String()), to: Type.String() }, { additionalProperties: false }),
    ),
    filter: Type.Optional(Type.String()),
    dry_run: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
export type MergeSimilarValues = Static<typeof MergeSimilarValues>

export const MergeSimilarValuesResult = Type.Object({
  matching: Type.Integer({ description: 'Entities that hold one of the values.' }),
  changed: Type.Integer({
    description: 'Those whose value becomes another one, or that are merged into another.',
  }),
  edit_id: nullable(Uuid),
  sample: Type.Array(
    Type.Object({
      id: Uuid,
      label: nullable(Type.String()),
      old: Type.Unknown(),
      new: Type.Unknown(),
    }),
  ),
  options: Type.Optional(
    Type.Object(
      { removed: Type.Array(Type.String()), kept: Type.Array(Type.String()) },
      { description: 'Of a select: options that go, and those that stay because others still hold them.' },
    ),
  ),
})
export type MergeSimilarValuesResult = Static<typeof MergeSimilarValuesResult>

const Count = Type.Integer({ minimum: 0 })
const strict = { additionalProperties: false }

/** The body of `POST /duplicates`; the catalog checks the names. */
export const FindDuplicates = Type.Object(
  {
    type: Type.String(),
    ids: Type.Optional(Type.Array(Type.String())),
    filter: Type.Optional(Type.Union([Type.String({ maxLength: 100_000 }), FilterJson])),
    filter_join: Type.Optional(Type.String()),
    by: Type.Optional(Type.Array(Type.String())),
    attributes: Type.Optional(
      Type.Object(
        tableOf(duplicateRoles, () => Type.Optional(Type.String())),
        strict,
      ),
    ),
  },
  strict,
)
export type FindDuplicates = DeepReadonly<Static<typeof FindDuplicates>>

export const DuplicateGroup = Type.Object({
  id: Uuid,
  score: Type.Integer({ minimum: 0, maximum: 100 }),
  entities: Type.Array(ReferenceStub),
  reasons: Type.Array(
    Type.Object({
      by: Type.Enum([...duplicateWays]),
      detail: Type.String({ description: 'What matched.' }),
    }),
  ),
  status: Type.Enum([...duplicateStatuses]),
})
export type DuplicateGroup = DeepReadonly<Static<typeof DuplicateGroup>>

export const DuplicatePatch = Type.Object({ status: Type.String() }, strict)

export const DuplicatesResult = Type.Object({
  searched: Type.Integer({ minimum: 0, description: 'How many entities were compared.' }),
  groups: Type.Integer({ minimum: 0, description: 'Those that it found, the known ones among them.' }),
  new_groups: Count,
  dropped_groups: Type.Integer({ minimum: 0, description: 'Open ones that no longer match.' }),
  skipped_ways: Type.Array(Type.String(), {
    description: 'Ways for which the workspace has no attribute.',
  }),
})
export type DuplicatesResult = DeepReadonly<Static<typeof DuplicatesResult>>

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

import { Type, type Static } from 'typebox'
import { nullable } from './nullable.ts'
import { Uuid } from './entities.ts'

/** Spellings of an attribute that may mean the same. */
export const Cluster = Type.Object({
  values: Type.Array(Type.Object({ value: Type.String(), count: Type.Integer() })),
  count: Type.Integer(),
  suggested: Type.String(),
})
export type Cluster = Static<typeof Cluster>

/** The body of `POST /quality/clusters/merge`; values go by their exact spelling. */
export const MergeClusters = Type.Object(
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
export type MergeClusters = Static<typeof MergeClusters>

/** What a merge changes, or would change. */
export const MergeClustersResult = Type.Object({
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
export type MergeClustersResult = Static<typeof MergeClustersResult>

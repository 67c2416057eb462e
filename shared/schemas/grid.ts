import { Type, type Static } from 'typebox'
import { provenanceStates } from '../proposals.ts'
import { AttributeValue, ReferenceStub, Uuid } from './entities.ts'
import { nullable } from './paging.ts'

/**
 * A cell that a search of the grid has found: the position of its row in the list, and the text where
 * requested.
 */
export const FoundCell = Type.Object({
  position: Type.Integer(),
  id: Uuid,
  key: Type.String(),
  text: Type.Optional(Type.String()),
})
export type FoundCell = Static<typeof FoundCell>

export const FoundCells = Type.Object({
  cells: Type.Array(FoundCell),
  total: Type.Integer(),
  rows: Type.Integer(),
})
export type FoundCells = Static<typeof FoundCells>

export const IndexProgress = Type.Object({
  title: Type.String({ description: 'What the index is of.' }),
  done: Type.Integer({ minimum: 0 }),
  total: Type.Integer({ minimum: 0, description: '0 while it is not known yet.' }),
})
export type IndexProgress = Static<typeof IndexProgress>

/** By id and key: the origin of a shown value that its entity does not hold itself. */
export const CellOrigins = Type.Record(
  Type.String(),
  Type.Record(Type.String(), Type.Enum(['inherited', 'rolled_up', 'computed'])),
)
export type CellOrigins = Static<typeof CellOrigins>

/** The entities that refer to an entity by one of its inverse keys: their number, and the first ones. */
const Referrers = Type.Object({ total: Type.Integer(), first: Type.Array(ReferenceStub) })
export type Referrers = Static<typeof Referrers>

/** By id and inverse key: the entities that refer to it. An inverse key without any is missing. */
export const CellReferrers = Type.Record(Type.String(), Type.Record(Type.String(), Referrers))
export type CellReferrers = Static<typeof CellReferrers>

export const CellMark = Type.Object({
  state: nullable(
    Type.Enum([...provenanceStates], {
      description: 'Null where no model has made a value that was accepted.',
    }),
  ),
  model: nullable(Type.String()),
  made_at: nullable(Type.String({ format: 'date-time' })),
  open: Type.Integer({ description: 'Proposals that nobody has decided about.' }),
})
export type CellMark = Static<typeof CellMark>

/** By id and key: the cells with generated or proposed values. */
export const CellMarks = Type.Record(Type.String(), Type.Record(Type.String(), CellMark))
export type CellMarks = Static<typeof CellMarks>

/** The first values of an attribute in a list, in order, null for the blanks, and how many rows have each. */
export const DistinctValues = Type.Object({
  values: Type.Array(Type.Object({ value: nullable(AttributeValue), count: Type.Integer() })),
  is_complete: Type.Boolean(),
})
export type DistinctValues = Static<typeof DistinctValues>

export const columnMeasures = ['number', 'date'] as const

/** The aggregates of an attribute's values; without a measure there is only the count. */
const ColumnAggregate = Type.Object({
  filled: Type.Integer(),
  measure: nullable(Type.Enum([...columnMeasures])),
  sum: nullable(Type.Number()),
  average: nullable(Type.Number()),
  least: nullable(Type.Union([Type.Number(), Type.String()])),
  greatest: nullable(Type.Union([Type.Number(), Type.String()])),
})
export type ColumnAggregate = Static<typeof ColumnAggregate>

/**
 * The groups of a list in order: the values by level, as their first entity spells them, null for the
 * blanks; the number of rows, and requested aggregates of other values.
 */
export const RowGroups = Type.Object({
  groups: Type.Array(
    Type.Object({
      values: Type.Array(nullable(AttributeValue)),
      count: Type.Integer(),
      columns: Type.Optional(Type.Record(Type.String(), ColumnAggregate)),
    }),
  ),
})
export type RowGroups = Static<typeof RowGroups>
export type RowGroup = RowGroups['groups'][number]

export const ListAggregates = Type.Object({
  rows: Type.Integer(),
  columns: Type.Record(Type.String(), ColumnAggregate),
})
export type ListAggregates = Static<typeof ListAggregates>

export const RowBranches = Type.Object({
  branches: Type.Array(Type.Object({ id: Uuid, count: Type.Integer(), position: nullable(Type.Integer()) })),
})
export type RowBranches = Static<typeof RowBranches>

const TreeNode = Type.Object({
  id: Uuid,
  label: nullable(Type.String()),
  parent_id: nullable(Uuid),
  count: Type.Integer(),
  total: Type.Integer(),
  /** How many of `total` are complete for the channel that was named. */
  complete: Type.Optional(Type.Integer()),
  /** The picture of one of those that refer to it, or to what is below it. */
  picture: Type.Optional(Type.String()),
})
export type TreeNode = Static<typeof TreeNode>

/** The entities of a type with the number of references to them, and to them with their descendants. */
export const CountedTree = Type.Object({ nodes: Type.Array(TreeNode), is_complete: Type.Boolean() })
export type CountedTree = Static<typeof CountedTree>

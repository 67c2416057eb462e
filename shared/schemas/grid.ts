import { Type, type Static } from 'typebox'
import { provenanceStates } from '../proposals.ts'
import { AttributeValue, ReferenceStub, Uuid } from './entities.ts'
import { nullable } from './paging.ts'

/** A cell that a search of the grid has found: where its row stands in the list, and the text where one was asked for. */
export const FoundCell = Type.Object({
  position: Type.Integer(),
  id: Uuid,
  key: Type.String(),
  text: Type.Optional(Type.String()),
})
export type FoundCell = Static<typeof FoundCell>

/** The first cells in reading order, and how many there are in all. */
export const FoundCells = Type.Object({
  cells: Type.Array(FoundCell),
  total: Type.Integer(),
  rows: Type.Integer(),
})
export type FoundCells = Static<typeof FoundCells>

/** An index that is being made, so that what a list is asked for is found quickly from then on. */
export const IndexProgress = Type.Object({
  title: Type.String({ description: 'What the index is of.' }),
  done: Type.Integer({ minimum: 0 }),
  total: Type.Integer({ minimum: 0, description: '0 while it is not known yet.' }),
})
export type IndexProgress = Static<typeof IndexProgress>

/** By id and key: where a shown value comes from that its entity does not hold itself. */
export const CellOrigins = Type.Record(
  Type.String(),
  Type.Record(Type.String(), Type.Enum(['inherited', 'rolled_up', 'computed'])),
)
export type CellOrigins = Static<typeof CellOrigins>

/** What refers to an entity by one of its inverse keys: how many there are, and the first of them. */
const Referrers = Type.Object({ total: Type.Integer(), first: Type.Array(ReferenceStub) })
export type Referrers = Static<typeof Referrers>

/** By id and inverse key: what refers to the entity. What nothing refers to has no key. */
export const CellReferrers = Type.Record(Type.String(), Type.Record(Type.String(), Referrers))
export type CellReferrers = Static<typeof CellReferrers>

/** What of a cell was generated, and how many values are proposed for it. */
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

/** By id and key: the cells that a model, an agent or a script has to do with. */
export const CellMarks = Type.Record(Type.String(), Type.Record(Type.String(), CellMark))
export type CellMarks = Static<typeof CellMarks>

/** The first values of an attribute in a list, in order, null for the blanks, and how many rows have each. */
export const DistinctValues = Type.Object({
  values: Type.Array(Type.Object({ value: nullable(AttributeValue), count: Type.Integer() })),
  is_complete: Type.Boolean(),
})
export type DistinctValues = Static<typeof DistinctValues>

export const columnMeasures = ['number', 'date'] as const

/** What the values of an attribute come to; without a measure they can only be counted. */
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
 * The groups of a list in its order: the values by level, as their first entity spells them, null for the blanks; how many
 * rows have them, and what other values of theirs come to, where that was asked for.
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

/** By key, what the values of some rows come to, and how many rows these are. */
export const ListAggregates = Type.Object({
  rows: Type.Integer(),
  columns: Type.Record(Type.String(), ColumnAggregate),
})
export type ListAggregates = Static<typeof ListAggregates>

/** How many rows are below some, and where these stand in a list. */
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
})
export type TreeNode = Static<typeof TreeNode>

/** The entities of a type with what refers to them, and to them or what is below them. */
export const CountedTree = Type.Object({ nodes: Type.Array(TreeNode), is_complete: Type.Boolean() })
export type CountedTree = Static<typeof CountedTree>

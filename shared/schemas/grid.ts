import { Type, type Static } from 'typebox'
import { Uuid } from './entities.ts'

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

/** By id and key: where a shown value comes from that its entity does not hold itself. */
export const CellOrigins = Type.Record(
  Type.String(),
  Type.Record(Type.String(), Type.Enum(['inherited', 'rolled_up', 'computed'])),
)
export type CellOrigins = Static<typeof CellOrigins>

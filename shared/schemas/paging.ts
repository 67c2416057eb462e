import { Type, type Static } from 'typebox'

export const Pagination = Type.Object({
  total: Type.Integer(),
  limit: Type.Integer(),
  offset: Type.Integer(),
  has_more: Type.Boolean(),
  next_cursor: Type.String(),
})
export type Pagination = Static<typeof Pagination>

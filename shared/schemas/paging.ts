import { Type, type Static, type TSchema } from 'typebox'

export const Pagination = Type.Object({
  total: Type.Integer(),
  limit: Type.Integer(),
  offset: Type.Integer(),
  has_more: Type.Boolean(),
  next_cursor: Type.String(),
  /** Why the page is shorter than its limit, where that is not its end: `size`, more would not fit into one answer. */
  truncated_by: Type.Optional(Type.Literal('size')),
  snapshot: Type.Optional(Type.String({ format: 'uuid' })),
  gone: Type.Optional(Type.Array(Type.Integer())),
})
export type Pagination = Static<typeof Pagination>

export function nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()])
}

import { Type, type Static } from 'typebox'

const words = Type.Union([Type.String(), Type.Array(Type.String())])
const count = Type.Union([Type.Number(), Type.String()])

/** The body of `POST /{type plural}/query`: what lists take, with the filter as JSON. What the members say is checked by the catalog. */
export const ListQuery = Type.Object(
  {
    filter: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    filter_join: Type.Optional(Type.String()),
    q: Type.Optional(Type.String()),
    sort: Type.Optional(words),
    fields: Type.Optional(words),
    limit: Type.Optional(count),
    offset: Type.Optional(count),
    cursor: Type.Optional(Type.String()),
    snapshot: Type.Optional(Type.String({ minLength: 1 })),
  },
  { additionalProperties: false },
)
export type ListQuery = Static<typeof ListQuery>

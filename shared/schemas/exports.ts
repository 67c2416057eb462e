import { Type, type Static } from 'typebox'

const text = Type.Optional(Type.String())

/** The body of `POST /exports`; the catalog checks the names. */
export const NewExport = Type.Object(
  {
    type: text,
    format: text,
    filter: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    filter_join: text,
    sort: text,
    q: text,
    ids: Type.Optional(Type.Array(Type.String())),
    view: text,
    fields: Type.Optional(Type.Array(Type.String())),
    values: text,
    references: text,
    headers: text,
    delimiter: text,
    decimal: text,
    bom: Type.Optional(Type.Boolean()),
    channel: text,
    currency: text,
    pictures: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
export type NewExport = Static<typeof NewExport>

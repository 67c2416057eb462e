import { Type, type Static } from 'typebox'
import { Job } from './jobs.ts'
import { Uuid } from './entities.ts'

/**
 * Exactly one of url, text and file; the catalog checks the contents of these, the ids and the attributes.
 */
export const SourceCreate = Type.Object(
  {
    url: Type.Optional(Type.String()),
    text: Type.Optional(Type.String()),
    file: Type.Optional(
      Type.Object({ name: Type.String(), content_base64: Type.String() }, { additionalProperties: false }),
    ),
    name: Type.Optional(Type.String()),
    parent_id: Type.Optional(Type.Unknown()),
    product_ids: Type.Optional(Type.Unknown()),
    attributes: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  { additionalProperties: false },
)
export type SourceCreate = Static<typeof SourceCreate>

export const SourceJob = Type.Object({ ...Job.properties, job_id: Uuid })
export type SourceJob = Static<typeof SourceJob>

/** A table of a page or file: its first row, then the others, as text. */
export const SourceTable = Type.Object({
  name: Type.Union([Type.String(), Type.Null()]),
  columns: Type.Array(Type.String()),
  rows: Type.Array(Type.Array(Type.String())),
  rows_truncated: Type.Boolean(),
})
export type SourceTable = Static<typeof SourceTable>

/** A product of a page in schema.org terms; a variant names its group by index in the list. */
export const DescribedProduct = Type.Object({
  name: Type.Optional(Type.String()),
  sku: Type.Optional(Type.String()),
  mpn: Type.Optional(Type.String()),
  gtin: Type.Optional(Type.String()),
  brand: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  category: Type.Optional(Type.String()),
  color: Type.Optional(Type.String()),
  size: Type.Optional(Type.String()),
  material: Type.Optional(Type.String()),
  weight: Type.Optional(Type.String()),
  price: Type.Optional(Type.String()),
  currency: Type.Optional(Type.String()),
  availability: Type.Optional(Type.String()),
  url: Type.Optional(Type.String()),
  images: Type.Array(Type.String()),
  properties: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  group: Type.Optional(Type.Integer({ minimum: 0 })),
})
export type DescribedProduct = Static<typeof DescribedProduct>

export const ScrapedSource = Type.Object({
  source_id: Uuid,
  url: Type.Union([Type.String(), Type.Null()]),
  format: Type.String(),
  title: Type.Union([Type.String(), Type.Null()]),
  read_at: Type.String(),
  characters: Type.Integer(),
  text: Type.String(),
  tables: Type.Array(SourceTable),
  products: Type.Array(DescribedProduct),
  notes: Type.Array(Type.String()),
})
export type ScrapedSource = Static<typeof ScrapedSource>

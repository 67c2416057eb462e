import { Type, type Static } from 'typebox'
import type { DeepReadonly } from '../routes/route.ts'
import { Uuid } from './entities.ts'
import { nullable } from './paging.ts'

const Count = Type.Integer({ minimum: 0 })

export const DescribedOutcome = Type.Object({
  status: Type.Enum(['created', 'updated', 'unchanged', 'failed']),
  id: nullable(Uuid),
  label: nullable(Type.String()),
  matched_by: nullable(
    Type.String({ description: 'The attribute by whose value the product was found; null for a new one.' }),
  ),
  kept: Type.Array(Type.Object({ attribute: Type.String(), value: Type.Unknown(), told: Type.Unknown() }), {
    description: 'Attributes that keep the value they had, although the page tells another.',
  }),
  not_taken: Type.Array(Type.Object({ name: Type.String(), reason: Type.String() }), {
    description: 'What the page tells and no attribute takes.',
  }),
  reason: Type.Optional(Type.String({ description: 'Why it failed.' })),
})
export type DescribedOutcome = DeepReadonly<Static<typeof DescribedOutcome>>

export const SourceResult = Type.Object({
  source_id: Uuid,
  characters: Count,
  format: Type.String({ description: 'What the bytes were: html, pdf, docx, xlsx, csv or text.' }),
  title: nullable(Type.String()),
  tables: Count,
  linked_product_ids: Type.Array(Uuid),
  created: Type.Object({ sources: Count, products: Count }),
  updated: Type.Object({ products: Count }),
  products: Type.Array(DescribedOutcome, {
    description: 'What became of the products that the page describes, in its order.',
  }),
  content_attribute: nullable(
    Type.String({
      description: 'The source attribute that holds the text; null where the workspace has none for it.',
    }),
  ),
  notes: Type.Array(Type.String(), { description: 'What could not be done, in words.' }),
})
export type SourceResult = DeepReadonly<Static<typeof SourceResult>>

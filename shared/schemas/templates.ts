import { Type, type Static } from 'typebox'
import { Uuid } from './entities.ts'

export const NewFromTemplate = Type.Object(
  { template: Type.String(), language: Type.Optional(Type.String()) },
  { additionalProperties: false },
)
export type NewFromTemplate = Static<typeof NewFromTemplate>

const Count = Type.Integer({ minimum: 0 })

/** The things made of a template; undoing the edit removes them. */
export const MadeFromTemplate = Type.Object({
  edit_id: Uuid,
  attributes: Count,
  categories: Count,
  classes: Count,
  rules: Count,
  views: Count,
})
export type MadeFromTemplate = Static<typeof MadeFromTemplate>

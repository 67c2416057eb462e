import { Type, type Static } from 'typebox'
import { nullable } from './paging.ts'

export const ListedCategory = Type.Object({
  path: Type.String({ description: 'Furniture > Chairs' }),
  number: nullable(Type.String({ description: 'What the channel numbers it by, where its list says it.' })),
})
export type ListedCategory = Static<typeof ListedCategory>

export const AddedList = Type.Object({
  title: nullable(Type.String({ description: 'What the file says of itself, such as its version.' })),
  categories: Type.Integer({ minimum: 1 }),
  added_at: Type.String({ format: 'date-time' }),
})
export type AddedList = Static<typeof AddedList>

export const CategorySearch = Type.Object({
  list: nullable(AddedList),
  found: Type.Array(ListedCategory),
  total: Type.Integer({ minimum: 0 }),
})
export type CategorySearch = Static<typeof CategorySearch>

export const maxLookUps = 200

export const CategoryLookUp = Type.Object(
  { names: Type.Array(Type.String({ maxLength: 1_000 }), { minItems: 1, maxItems: maxLookUps }) },
  { additionalProperties: false },
)

/** The list's match of a name: the category itself, or one with the same name. */
export const LookedUpCategory = Type.Object({
  name: Type.String(),
  listed: nullable(ListedCategory),
  suggested: nullable(ListedCategory),
})
export type LookedUpCategory = Static<typeof LookedUpCategory>

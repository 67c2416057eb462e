import { Type, type Static } from 'typebox'

/** What a new attribute may be instead of a text. */
export const TypeProposal = Type.Object({
  data_type: Type.Enum(['single_select_list', 'multi_select_list']),
  separator: Type.Optional(Type.String({ description: 'What separates the values of a cell.' })),
  cells: Type.Integer({
    description: 'How many cells hold one of the values, or with a separator several of them.',
  }),
  options: Type.Integer({ description: 'How many different values there are.' }),
})
export type TypeProposal = Static<typeof TypeProposal>

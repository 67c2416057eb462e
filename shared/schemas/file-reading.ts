import { Type, type Static } from 'typebox'
import { upsertableTypes } from '../entities.ts'
import { leftOutReasons } from '../imports.ts'

/** Rows of a table that are no data, by the reason why. */
export const LeftOutRows = Type.Object({
  reason: Type.Enum([...leftOutReasons]),
  count: Type.Integer({ minimum: 1 }),
  rows: Type.Array(Type.Integer(), {
    description: 'The first of them, from 1 at the beginning of the file: of a table its header counts too.',
  }),
})
export type LeftOutRows = Static<typeof LeftOutRows>

export const languagePattern = '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,3}$'

/** As XML names them: `de`, `deu`, `de-CH`. */
export const Language = Type.String({
  pattern: languagePattern,
  description:
    'Of XML whose texts stand in several languages: the one to take, as the file calls it or by another code for it. Without it the file tells.',
})

/** Where texts stand in several languages beside each other, one is taken. */
export const TakenLanguage = Type.Object(
  { taken: Type.String(), left_out: Type.Array(Type.String()) },
  { description: 'The language whose texts are taken, as the file calls it, and the others.' },
)
export type TakenLanguage = Static<typeof TakenLanguage>

/** What the rows of a file are where nobody has said it, and by what the file tells. */
export const ToldType = Type.Object({
  type: Type.Enum([...upsertableTypes]),
  because: Type.String({ description: 'By what, as the end of a sentence.' }),
})
export type ToldType = Static<typeof ToldType>

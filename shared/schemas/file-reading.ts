import { Type, type Static } from 'typebox'
import { upsertableTypes } from '../entities.ts'
import { leftOutReasons } from '../imports.ts'

export const maxCorrections = 500

export const CellCorrection = Type.Object(
  {
    row: Type.Integer({
      minimum: 1,
      description: 'As faults tell it: of the file, from 1 under the header.',
    }),
    column: Type.String({ maxLength: 1000 }),
    value: Type.String({
      maxLength: 10_000,
      description: 'What the cell is to hold, written as in the file.',
    }),
  },
  { additionalProperties: false },
)
export type CellCorrection = Static<typeof CellCorrection>

/** They are about one file, so no profile stores them. */
export const Corrections = Type.Array(CellCorrection, { maxItems: maxCorrections })

export const CorrectedCells = Type.Object(
  { cells: Type.Integer({ minimum: 0 }), file_sha256: Type.String() },
  { description: 'How many cells were taken as corrected, and the file that they were corrected of.' },
)

export const LeftOutRows = Type.Object({
  reason: Type.Enum([...leftOutReasons]),
  count: Type.Integer({ minimum: 1 }),
  rows: Type.Array(Type.Integer(), {
    description: 'The first of them, from 1 at the beginning of the file: of a table its header counts too.',
  }),
  texts: Type.Optional(Type.Array(Type.String(), { description: 'What titles of sections say.' })),
})
export type LeftOutRows = Static<typeof LeftOutRows>

export const languagePattern = '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,3}$'

/** A language code as in XML: `de`, `deu`, `de-CH`. */
export const Language = Type.String({
  pattern: languagePattern,
  description:
    'Of XML whose texts stand in several languages: the one to take, as the file calls it or by another code for it. Without it the file tells.',
})

export const TakenLanguage = Type.Object(
  { taken: Type.String(), left_out: Type.Array(Type.String()) },
  { description: 'The language whose texts are taken, as the file calls it, and the others.' },
)
export type TakenLanguage = Static<typeof TakenLanguage>

/** The guessed type of a file's rows, where nobody has set it, and the reason for the guess. */
export const TypeGuess = Type.Object({
  type: Type.Enum([...upsertableTypes]),
  because: Type.String({ description: 'By what, as the end of a sentence.' }),
})
export type TypeGuess = Static<typeof TypeGuess>

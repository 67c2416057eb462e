import { Type, type Static } from 'typebox'

export const maxCorrections = 500

/** A cell of one file, corrected by somebody who saw that it does not fit. */
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

/** They are about one file, so no profile keeps them. */
export const Corrections = Type.Array(CellCorrection, { maxItems: maxCorrections })

/** How many cells were taken as corrected, and the file that they were corrected of. */
export const CorrectedCells = Type.Object(
  { cells: Type.Integer({ minimum: 0 }), file_sha256: Type.String() },
  { description: 'How many cells were taken as corrected, and the file that they were corrected of.' },
)

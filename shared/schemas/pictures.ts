import { Type, type Static } from 'typebox'
import { ReferenceStub } from './entities.ts'

const PictureUse = Type.Object({
  entity: ReferenceStub,
  attribute: Type.Object({ key: Type.String(), name: Type.String() }),
})
export type PictureUse = Static<typeof PictureUse>

/** Where a picture is used: how often, of up to 1,000 for each attribute, and the first uses. */
const PictureUses = Type.Object({ total: Type.Integer(), first: Type.Array(PictureUse) })
export type PictureUses = Static<typeof PictureUses>

export const UsesByImage = Type.Record(Type.String(), PictureUses)
export type UsesByImage = Static<typeof UsesByImage>

/** A picture that cells hold and no image has. */
export const CellPicture = Type.Object({ value: Type.String(), uses: PictureUses })
export type CellPicture = Static<typeof CellPicture>

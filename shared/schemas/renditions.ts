import { type Static, Type } from 'typebox'
import { maxRenditionSide, type RenditionFormat, renditionFits, renditionFormats } from '../renditions.ts'
import { keysOf } from '../text.ts'
import { Uuid, ReferenceStub } from './entities.ts'
import { Actor } from './events.ts'
import { nullable } from './paging.ts'

const strict = { additionalProperties: false }
const fraction = Type.Number({ minimum: 0, maximum: 1 })
const share = Type.Number({ exclusiveMinimum: 0, maximum: 1 })
const formats: readonly RenditionFormat[] = keysOf(renditionFormats)

export const maxEditSteps = 50

/** The steps in `edit_steps` of an image; each applies to the result of the step before. */
export const EditSteps = Type.Array(
  Type.Union([
    Type.Object({ step: Type.Literal('rotate'), degrees: Type.Enum([90, 180, 270]) }, strict),
    Type.Object({ step: Type.Literal('flip'), axis: Type.Enum(['horizontal', 'vertical']) }, strict),
    Type.Object(
      { step: Type.Literal('crop'), x: fraction, y: fraction, width: share, height: share },
      strict,
    ),
    Type.Object(
      { step: Type.Literal('straighten'), degrees: Type.Number({ minimum: -15, maximum: 15 }) },
      strict,
    ),
    Type.Object({ step: Type.Literal('focal_point'), x: fraction, y: fraction }, strict),
    Type.Object(
      { step: Type.Literal('white_background'), threshold: Type.Number({ minimum: 0, maximum: 255 }) },
      strict,
    ),
  ]),
  { maxItems: maxEditSteps },
)

/** A file that an image had before another one replaced it. */
export const FileVersion = Type.Object({
  file: Type.Object({ hash: Type.String(), path: Type.String(), size: Type.Integer({ minimum: 0 }) }),
  replaced_at: Type.String({ format: 'date-time' }),
  by: Actor,
})
export type FileVersion = Static<typeof FileVersion>

const side = Type.Integer({ minimum: 1, maximum: maxRenditionSide })

const look = {
  width: nullable(side),
  height: nullable(side),
  fit: Type.Enum([...renditionFits]),
  format: Type.Enum([...formats]),
  background: nullable(Type.String()),
  quality: nullable(Type.Integer({ minimum: 1, maximum: 100 })),
  max_bytes: nullable(Type.Integer({ minimum: 1024 })),
  color: Type.Enum(['srgb']),
}

export const Recipe = Type.Object({ id: Uuid, name: Type.String(), ...look })
export type Recipe = Static<typeof Recipe>

const optional = Type.Partial(
  Type.Object({
    width: nullable(Type.Number()),
    height: nullable(Type.Number()),
    fit: Type.String(),
    format: Type.String(),
    background: nullable(Type.String()),
    quality: nullable(Type.Number()),
    max_bytes: nullable(Type.Number()),
    color: Type.String(),
  }),
).properties

/** The body of a new recipe; the catalog refuses values with an issue code. */
export const NewRecipe = Type.Object({ name: Type.String(), ...optional }, strict)
export type NewRecipe = Static<typeof NewRecipe>

export const RecipePatch = Type.Object({ name: Type.Optional(Type.String()), ...optional }, strict)
export type RecipePatch = Static<typeof RecipePatch>

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

import { Type, type Static } from 'typebox'
import { filterJoins } from '../filters.ts'
import { TextReplacement } from './edits.ts'
import { EntityTypeSchema, Uuid } from './entities.ts'

const Values = Type.Record(Type.String(), Type.Unknown())
const strict = { additionalProperties: false }

/**
 * The content of a saved action, as in bulk edits, and its scope: `{}` and no search where that is chosen
 * at the run.
 */
const content = {
  set: Values,
  clear: Type.Array(Type.String()),
  filter: Values,
  filter_join: Type.Enum([...filterJoins]),
  q: Type.String(),
}

const more = { append: Type.Optional(Values), replace: Type.Optional(TextReplacement) }

export const SavedAction = Type.Object({
  id: Uuid,
  name: Type.String(),
  entity_type: EntityTypeSchema,
  ...content,
  ...more,
  /** The members that would fail now, such as `set.old_price` of a deleted attribute; missing without any. */
  broken: Type.Optional(Type.Array(Type.String())),
})
export type SavedAction = Static<typeof SavedAction>

const optional = Type.Partial(Type.Object(content)).properties

export const NewSavedAction = Type.Object(
  { name: Type.String(), entity_type: Type.String(), ...optional, ...more },
  strict,
)
export type NewSavedAction = Static<typeof NewSavedAction>

/** The body of `PATCH /saved-actions/{id}`; missing members stay, and "replace": null ends replacing. */
export const SavedActionPatch = Type.Object(
  {
    name: Type.Optional(Type.String()),
    ...optional,
    append: more.append,
    replace: Type.Optional(Type.Union([TextReplacement, Type.Null()])),
  },
  strict,
)
export type SavedActionPatch = Static<typeof SavedActionPatch>

import { Type, type Static } from 'typebox'
import { filterJoins } from '../filters.ts'
import { TextReplacement } from './edits.ts'
import { EntityTypeSchema, Uuid } from './entities.ts'

const Values = Type.Record(Type.String(), Type.Unknown())
const strict = { additionalProperties: false }

/** What a saved action does, as bulk edits say it, and where it applies: `{}` and no search where that is said when it runs. */
const content = {
  set: Values,
  clear: Type.Array(Type.String()),
  filter: Values,
  filter_join: Type.Enum([...filterJoins]),
  q: Type.String(),
}

/** What is added to values and replaced in texts; absent where nothing is. */
const more = { append: Type.Optional(Values), replace: Type.Optional(TextReplacement) }

/** A bulk edit that is kept to be run again. */
export const SavedAction = Type.Object({
  id: Uuid,
  name: Type.String(),
  entity_type: EntityTypeSchema,
  ...content,
  ...more,
  /** The members that it could not run with any more, such as `set.old_price` of an attribute that was deleted; absent where there are none. */
  broken: Type.Optional(Type.Array(Type.String())),
})
export type SavedAction = Static<typeof SavedAction>

const optional = Type.Partial(Type.Object(content)).properties

/** The body of `POST /saved-actions`; what is left out is empty. */
export const NewSavedAction = Type.Object(
  { name: Type.String(), entity_type: Type.String(), ...optional, ...more },
  strict,
)
export type NewSavedAction = Static<typeof NewSavedAction>

/** The body of `PATCH /saved-actions/{id}`; what is left out stays, and "replace": null ends replacing. */
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

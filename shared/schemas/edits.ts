import { keysOf } from '../text.ts'
import { Type, type Static } from 'typebox'
import { errorCodes } from '../errors.ts'
import { EntityResource, Uuid, EntityTypeSchema } from './entities.ts'
import { Actor } from './events.ts'
import { FieldError, messageReference } from './errors.ts'
import { FilterJson } from './filters.ts'
import { nullable } from './paging.ts'
import { filterJoins } from '../filters.ts'

const Values = Type.Record(Type.String(), Type.Unknown())

/** The body of `POST /edits`. Each edit is checked by the catalog: a malformed one is refused alone. */
export const Edits = Type.Object(
  { type: Type.String(), edits: Type.Array(Type.Unknown()) },
  { additionalProperties: false },
)
export type Edits = Static<typeof Edits>

/** One member of `edits`; with `if`, it is applied only while the entity still reads so. */
export const Edit = Type.Object(
  { id: Uuid, attributes: Values, if: Type.Optional(Values) },
  { additionalProperties: false },
)

const Refusal = Type.Object({
  code: Type.Enum(keysOf(errorCodes)),
  message: Type.String(),
  ...messageReference,
  is_retriable: Type.Boolean(),
  field_errors: Type.Array(FieldError),
})

const place = { index: Type.Integer(), id: nullable(Type.String()) }

/** The outcome of one edit. `index` counts the edits of the call; an undo counts the undone ones. */
export const EditOutcome = Type.Union([
  Type.Object({ ...place, status: Type.Literal('applied'), data: EntityResource }),
  Type.Object({
    ...place,
    status: Type.Literal('proposed'),
    data: EntityResource,
    proposals: Type.Array(Uuid),
    message: Type.String(),
    ...messageReference,
  }),
  Type.Object({ ...place, status: Type.Literal('refused'), error: Refusal }),
  Type.Object({
    ...place,
    status: Type.Literal('changed_meanwhile'),
    label: Type.Optional(nullable(Type.String())),
    current: Values,
    changed_by: Type.Optional(Type.Record(Type.String(), Actor)),
    changed_at: Type.Optional(Type.Record(Type.String(), Type.String({ format: 'date-time' }))),
  }),
])

const EditSummary = Type.Object({
  total: Type.Integer(),
  applied: Type.Integer(),
  refused: Type.Integer(),
  changed_meanwhile: Type.Integer(),
  proposed: Type.Optional(Type.Integer()),
})

/** `edit_id` is null where nothing was changed and there is nothing to undo. */
export const EditResult = Type.Object({
  data: Type.Array(EditOutcome),
  edit_id: nullable(Uuid),
  summary: EditSummary,
})
export type EditResult = Static<typeof EditResult>

/** A replacement in texts: of the named attributes, or of all with texts. */
export const TextReplacement = Type.Object(
  {
    find: Type.String(),
    with: Type.String(),
    attributes: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
  },
  { additionalProperties: false },
)

/**
 * The body of `POST /bulk-edits`; `filter` is that of the lists: key to value, to `{operator: value}` or to a list of these. A member
 * of `set` is the value, or an operation such as `{formula: "…"}` or `{percent: 4}`.
 */
export const BulkEdit = Type.Object(
  {
    type: Type.String(),
    filter: FilterJson,
    q: Type.Optional(Type.String()),
    ids: Type.Optional(Type.Array(Type.String())),
    saved_action: Type.Optional(Type.String()),
    filter_join: Type.Optional(Type.String()),
    set: Type.Optional(Values),
    clear: Type.Optional(Type.Array(Type.String())),
    append: Type.Optional(Values),
    replace: Type.Optional(TextReplacement),
    dry_run: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
export type BulkEdit = Static<typeof BulkEdit>

export const SetValues = Type.Record(Type.String(), Type.Unknown(), {
  description: `Attribute key to new value, or to an operation: \`{"formula": "ROUND({{price}} * 1.04, 2)"}\`, \`{"from": "other_key"}\`;
numbers \`{"add": -5}\`, \`{"percent": 4, "round": "x.99"}\` (an ending, or a step such as 0.05), \`{"round": 10}\`; dates \`{"add": 14}\` (days);
texts \`{"replace": {"find": "oak", "with": "ash", "pattern": false, "match_case": true}}\`, \`{"prefix": "…"}\`, \`{"suffix": "…"}\`,
\`{"case": "upper"}\` (lower, title, sentence), \`{"trim": true}\`; lists \`{"add_items": […]}\`, \`{"remove_items": […]}\`.`,
})

/** The preview of a bulk edit on its first entities: changed values, or the reason for none. */
export const BulkSample = Type.Object({
  matched: Type.Integer(),
  rows: Type.Array(
    Type.Object({
      id: Uuid,
      label: nullable(Type.String()),
      changes: Type.Array(
        Type.Object({ attribute: Type.String(), old: Type.Unknown(), new: Type.Unknown() }),
      ),
      faults: Type.Array(Type.String()),
    }),
  ),
})
export type BulkSample = Static<typeof BulkSample>

const strict = { additionalProperties: false }

/**
 * The content of a saved action, as in bulk edits, and its scope: `{}` and no search where that is chosen
 * at the run.
 */
const content = {
  set: Values,
  clear: Type.Array(Type.String()),
  filter: FilterJson,
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

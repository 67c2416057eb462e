import { keysOf } from '../text.ts'
import { Type, type Static } from 'typebox'
import { errorCodes, type Issue } from '../errors.ts'
import type { DeepReadonly } from '../routes/route.ts'

/** The meaning of English words in an answer, for programs in another language (**ext**). */
export const messageReference = {
  message_code: Type.Optional(
    Type.String({ description: 'Names the sentence, whatever its words and values are.' }),
  ),
  values: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description:
        'What the sentence is about, by name: texts, numbers, or sentences with a code of their own.',
    }),
  ),
}

export const CodedMessage = Type.Object({ message: Type.String(), ...messageReference })

export const IssueSchema = Type.Unsafe<Issue>(Type.String())

/** `message_code` names the message, or the issue where there is no message and the issue is a sentence. */
export const FieldError = Type.Object({
  field: Type.String(),
  issue: IssueSchema,
  message: Type.Optional(
    Type.String({ description: 'A sentence where the code alone does not say what would pass.' }),
  ),
  ...messageReference,
  did_you_mean: Type.Optional(
    Type.String({ description: 'What was probably meant, where something known is spelled almost so.' }),
  ),
  expected: Type.Optional(
    Type.Object(
      {
        min: Type.Optional(Type.Number()),
        max: Type.Optional(Type.Number()),
        decimals: Type.Optional(Type.Integer()),
        min_length: Type.Optional(Type.Integer()),
        max_length: Type.Optional(Type.Integer()),
        max_items: Type.Optional(Type.Integer()),
        pattern: Type.Optional(Type.String()),
        operators: Type.Optional(Type.Array(Type.String())),
      },
      { description: 'What would pass, as far as the fault is about it.' },
    ),
  ),
  acceptable_values: Type.Optional(Type.Array(Type.String())),
})
export type FieldError = Static<typeof FieldError>

/**
 * The ways for a person of a team to confirm their identity before a critical step; `POST /app/v1/confirm`
 * accepts the first two.
 */
export const ConfirmationWays = Type.Object({
  password: Type.Boolean(),
  code: Type.Boolean(),
  provider: Type.Union([Type.Object({ name: Type.String(), start: Type.String() }), Type.Null()]),
})
export type ConfirmationWays = Static<typeof ConfirmationWays>

export const ErrorEnvelope = Type.Object({
  error: Type.Object({
    code: Type.Enum(keysOf(errorCodes)),
    message: Type.String(),
    ...messageReference,
    documentation_url: Type.String({ format: 'uri' }),
    is_retriable: Type.Boolean(),
    retry_after_seconds: Type.Union([Type.Integer(), Type.Null()]),
    alternative_action: Type.Optional(Type.String()),
    request_id: Type.String(),
    field_errors: Type.Array(FieldError),
    current: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    confirm: Type.Optional(ConfirmationWays),
  }),
})
export type ErrorEnvelope = Static<typeof ErrorEnvelope>

/** Why a row or a cell was refused. Rows count from 1 for the first row under the header. */
export const RowError = Type.Object({
  row: Type.Integer({ minimum: 0 }),
  field: Type.String(),
  issue: IssueSchema,
  message: FieldError.properties.message,
  ...messageReference,
  value: Type.String(),
  step: Type.Optional(Type.Integer({ description: 'The step of the column that failed, from 1.' })),
  row_kept: Type.Optional(Type.Boolean()),
  /** Whether the row is held, because its key is missing or that of an earlier row. */
  held: Type.Optional(Type.Boolean()),
})
export type RowError = DeepReadonly<Static<typeof RowError>>

import { Type, type Static } from 'typebox'
import type { DeepReadonly } from '../routes/row-types.ts'
import { FieldError, IssueSchema, messageReference } from './errors.ts'

/** Why a row or a cell was refused. Rows count from 1 for the first row under the header. */
export const RowError = Type.Object({
  row: Type.Integer({ minimum: 0 }),
  field: Type.String(),
  issue: IssueSchema,
  message: FieldError.properties.message,
  ...messageReference,
  value: Type.String(),
  /** Whether only the cell was left out, and the rest of the row written. */
  row_kept: Type.Optional(Type.Boolean()),
})
export type RowError = DeepReadonly<Static<typeof RowError>>

import { Type, type Static } from 'typebox'
import type { DeepReadonly } from '../routes/row-types.ts'
import { IssueSchema, messageReference } from './errors.ts'
import { nullable } from './nullable.ts'

const Count = Type.Integer({ minimum: 0 })
const Refused = Type.Object({
  row: Count,
  id: Type.String(),
  field: Type.String(),
  issue: IssueSchema,
  ...messageReference,
})

/** What became of decisions about more proposals than are decided at once. */
export const DecisionsResult = Type.Object({
  edit_id: nullable(Type.String({ description: 'By which it can be undone; null where nothing changed.' })),
  matched: Count,
  accepted: Count,
  rejected: Count,
  changed_meanwhile: Count,
  refused: Count,
  errors: Type.Array(Refused, { description: 'The first hundred; `row` counts the proposals.' }),
  errors_truncated: Type.Boolean(),
})
export type DecisionsResult = DeepReadonly<Static<typeof DecisionsResult>>

/** What the stored input of several jobs has in common. */
import { Type } from 'typebox'
import { eventVias } from '#shared/events.ts'
import { filterJoins } from '#shared/filters.ts'
import { Actor } from '#shared/schemas/events.ts'
import { nullable } from '#shared/schemas/nullable.ts'

const optionalText = Type.Optional(Type.String())

/** Who asked for the job. */
export const StoredContext = Type.Object({
  actor: Actor,
  via: Type.Enum([...eventVias]),
  request_id: nullable(Type.String()),
  edit_id: optionalText,
})

const clause = Type.Object({
  field: Type.String(),
  key: Type.String(),
  operator: Type.String(),
  value: Type.String(),
})
const join = Type.Enum([...filterJoins])

/** A filter, read and not yet checked. */
export const storedFilter = {
  clauses: Type.Array(clause),
  join,
  tree: Type.Optional(
    Type.Cyclic(
      { Group: Type.Object({ join, parts: Type.Array(Type.Union([clause, Type.Ref('Group')])) }) },
      'Group',
    ),
  ),
  q: optionalText,
}

import { Type, type Static } from 'typebox'
import type { DeepReadonly } from '../routes/row-types.ts'
import { EntityTypeSchema, Uuid } from './entities.ts'
import { Actor } from './events.ts'
import { nullable } from './nullable.ts'

const strict = { additionalProperties: false }
const DateTime = Type.String({ format: 'date-time' })

/** Rows to work off, given to somebody. */
export const Worklist = Type.Object({
  id: Uuid,
  name: Type.String(),
  entity_type: EntityTypeSchema,
  /** The filter of a list as one text, such as `filter[price][exists]=false`. */
  filter: Type.String(),
  /** What is searched for beside it. */
  q: Type.String(),
  /** Null where it is nobody's, or its person has left the workspace. */
  assignee: nullable(Type.Object({ id: Uuid, name: Type.String() })),
  /** The day by which it has to be done. */
  due_on: nullable(Type.String({ format: 'date' })),
  /** How many rows matched when it was made, and how many still do: null once it is done, and where they cannot be counted. */
  progress: Type.Object({ total: Type.Integer(), left: nullable(Type.Integer()) }),
  created_by: Actor,
  created_at: DateTime,
  done_by: nullable(Actor),
  done_at: nullable(DateTime),
})
export type Worklist = DeepReadonly<Static<typeof Worklist>>

const name = Type.String({ maxLength: 200, pattern: '\\S' })
const given = {
  assignee_id: nullable(Uuid),
  due_on: nullable(Type.String({ format: 'date' })),
}

/** The body of `POST /worklists`. */
export const NewWorklist = Type.Object(
  {
    name,
    entity_type: EntityTypeSchema,
    filter: Type.Optional(Type.String({ maxLength: 20_000 })),
    q: Type.Optional(Type.String({ maxLength: 1_000 })),
    ...Type.Partial(Type.Object(given)).properties,
  },
  strict,
)
export type NewWorklist = Static<typeof NewWorklist>

/** The body of `PATCH /worklists/{id}`; what is left out stays. */
export const WorklistPatch = Type.Partial(
  Type.Object({ name, ...given, is_done: Type.Boolean() }, strict),
  strict,
)
export type WorklistPatch = Static<typeof WorklistPatch>

import { Type, type Static } from 'typebox'
import type { DeepReadonly } from '../routes/route.ts'
import { EntityTypeSchema, Uuid } from './entities.ts'
import { nullable } from './paging.ts'

/** An alias comes from a merge, a person, or the settings of an import. */
export const aliasOrigins = ['merge', 'person', 'import'] as const
export type AliasOrigin = (typeof aliasOrigins)[number]

export const maxAliasLength = 1000

/** A spelling that leads to an entity, or to another value of an attribute. */
export const Alias = Type.Object({
  id: Uuid,
  entity_type: EntityTypeSchema,
  attribute: nullable(
    Type.String({ description: 'The key of the attribute whose value the text is; null for a label.' }),
  ),
  text: Type.String(),
  entity_id: nullable(Type.String()),
  option: nullable(Type.String({ description: 'The value for which the text stands.' })),
  origin: Type.Enum([...aliasOrigins]),
  created_at: Type.String({ format: 'date-time' }),
})
export type Alias = DeepReadonly<Static<typeof Alias>>

/** The body of `POST /aliases`: it leads to an entity, or with an attribute to a value. */
export const NewAlias = Type.Object(
  {
    entity_type: Type.String(),
    attribute: Type.Optional(nullable(Type.String())),
    text: Type.String(),
    entity_id: Type.Optional(nullable(Type.String())),
    option: Type.Optional(nullable(Type.String())),
  },
  { additionalProperties: false },
)
export type NewAlias = Static<typeof NewAlias>

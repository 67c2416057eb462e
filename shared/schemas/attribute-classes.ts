import { Type, type Static } from 'typebox'
import { dataTypes } from '../attributes.ts'
import { requirements } from '../channels.ts'
import { EntityTypeSchema, ReferenceStub, Uuid } from './entities.ts'
import { nullable } from './paging.ts'

const strict = { additionalProperties: false }
const RequirementSchema = Type.Enum([...requirements])
const ClassAttribute = Type.Object({ key: Type.String(), requirement: RequirementSchema }, strict)

/** Which attributes the entities of some categories, and of those below them, show and need (decisions, Attribute class). */
export const AttributeClass = Type.Object({
  id: Uuid,
  key: Type.String(),
  name: Type.String(),
  entity_type: EntityTypeSchema,
  category_ids: Type.Array(Uuid),
  attributes: Type.Array(ClassAttribute),
})
export type AttributeClass = Static<typeof AttributeClass>

const optional = {
  key: Type.Optional(Type.String()),
  category_ids: Type.Optional(Type.Array(Type.String())),
  attributes: Type.Optional(Type.Array(ClassAttribute)),
}

/** The body that makes a class; the key follows from the name where none is given. */
export const NewAttributeClass = Type.Object(
  { name: Type.String(), entity_type: Type.String(), ...optional },
  strict,
)
export type NewAttributeClass = Static<typeof NewAttributeClass>

/** The body that changes a class; a class that was read may be sent back. What is left out stays. */
export const AttributeClassPatch = Type.Object(
  {
    id: Type.Optional(Type.String()),
    name: Type.Optional(Type.String()),
    entity_type: Type.Optional(Type.String()),
    ...optional,
  },
  strict,
)
export type AttributeClassPatch = Static<typeof AttributeClassPatch>

/** What classes mean for one entity, or for the entities of one category. */
export const EffectiveClasses = Type.Object({
  entity: ReferenceStub,
  entity_type: EntityTypeSchema,
  category_ids: Type.Array(Uuid),
  classes: Type.Array(Type.Object({ id: Uuid, key: Type.String(), name: Type.String() })),
  /** What is shown, in the order of the definitions; null where no class asks for it. */
  attributes: Type.Array(
    Type.Object({
      key: Type.String(),
      name: Type.String(),
      data_type: Type.Enum([...dataTypes]),
      requirement: nullable(RequirementSchema),
    }),
  ),
  /** What only other classes show. */
  hidden: Type.Array(Type.String()),
  /** What is required or recommended and has no value; null for a category. */
  missing: nullable(Type.Array(ClassAttribute)),
})
export type EffectiveClasses = Static<typeof EffectiveClasses>

import { Type, type Static } from 'typebox'
import { dataTypes } from '../attributes.ts'
import { requirementLevels } from '../channels.ts'
import { EntityTypeSchema, ReferenceStub, Uuid } from './entities.ts'
import { nullable } from './paging.ts'

const strict = { additionalProperties: false }
const RequirementSchema = Type.Enum([...requirementLevels])
const ClassAttribute = Type.Object({ key: Type.String(), requirement: RequirementSchema }, strict)

/**
 * The attributes that entities of some categories, and of those below them, show and need (decisions,
 * Attribute class).
 */
export const AttributeClass = Type.Object({
  id: Uuid,
  key: Type.String(),
  name: Type.String(),
  entity_type: EntityTypeSchema,
  category_ids: Type.Array(Uuid),
  attributes: Type.Array(ClassAttribute),
  axes: Type.Optional(
    Type.Array(Type.String(), { description: 'By what the variants of its products differ, by key.' }),
  ),
})
export type AttributeClass = Static<typeof AttributeClass>

const optional = {
  key: Type.Optional(Type.String()),
  category_ids: Type.Optional(Type.Array(Type.String())),
  attributes: Type.Optional(Type.Array(ClassAttribute)),
  axes: Type.Optional(Type.Array(Type.String())),
}

/** The body that makes a class; the key follows from the name where none is given. */
export const NewAttributeClass = Type.Object(
  { name: Type.String(), entity_type: Type.String(), ...optional },
  strict,
)
export type NewAttributeClass = Static<typeof NewAttributeClass>

/** The body that changes a class; a class may be sent back as it was read. Missing members stay. */
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

export const EffectiveClasses = Type.Object({
  entity: ReferenceStub,
  entity_type: EntityTypeSchema,
  category_ids: Type.Array(Uuid),
  classes: Type.Array(Type.Object({ id: Uuid, key: Type.String(), name: Type.String() })),
  attributes: Type.Array(
    Type.Object({
      key: Type.String(),
      name: Type.String(),
      data_type: Type.Enum([...dataTypes]),
      requirement: nullable(RequirementSchema),
    }),
  ),
  hidden: Type.Array(Type.String()),
  /** Required or recommended attributes without a value; null for a category. */
  missing: nullable(Type.Array(ClassAttribute)),
})
export type EffectiveClasses = Static<typeof EffectiveClasses>

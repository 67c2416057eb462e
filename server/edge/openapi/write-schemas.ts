import { Type } from 'typebox'
import { Uuid } from '#shared/schemas/entities.ts'
import { nullable } from '#shared/schemas/paging.ts'

/** Schemas of values that the validating schema leaves open, because their faults have issue codes. */
export const ParentIdWrite = nullable(Uuid)

const ReferenceWrite = Type.Union([Uuid, Type.Object({ id: Uuid })])

export const AttributeValueWrite = Type.Union([
  Type.String(),
  Type.Number(),
  Type.Boolean(),
  Type.Null(),
  Type.Object({ id: Uuid }),
  Type.Array(ReferenceWrite),
])

export const AttributeWriteMap = Type.Record(Type.String(), AttributeValueWrite)

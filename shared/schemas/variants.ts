import { Type, type Static } from 'typebox'
import type { DeepReadonly } from '../routes/route.ts'
import { madeVariantStatuses, maxSkuPattern, plannedVariantStatuses } from '../variants.ts'
import { EntityResource, Uuid } from './entities.ts'
import { FieldError } from './errors.ts'
import { nullable } from './paging.ts'

const strict = { additionalProperties: false }
const Values = Type.Record(Type.String(), Type.Unknown())
const AxisValues = Type.Record(Type.String(), Type.String())
const Count = Type.Integer({ minimum: 0 })

const members = {
  axes: Type.Array(Type.Object({ attribute: Type.String(), values: Type.Array(Type.String()) }, strict)),
  set: Type.Optional(Values),
  sku_pattern: Type.Optional(Type.String({ maxLength: maxSkuPattern })),
}

/** The body of `POST /products/{id}/variants/plan`. */
export const VariantsRequest = Type.Object(members, strict)
export type VariantsRequest = DeepReadonly<Static<typeof VariantsRequest>>

const AcceptedVariant = Type.Object({ values: AxisValues, attributes: Type.Optional(Values) }, strict)

/** The body of `POST /products/{id}/variants`: the request of the plan, and which of its rows are made. */
export const NewVariants = Type.Object(
  { ...members, accept: Type.Union([Type.Literal('all'), Type.Array(AcceptedVariant)]) },
  strict,
)
export type NewVariants = DeepReadonly<Static<typeof NewVariants>>

const NewOptions = Type.Array(Type.Object({ attribute: Type.String(), values: Type.Array(Type.String()) }), {
  description: 'Options that the attributes do not have yet and get with the variants.',
})

export const PlannedVariant = Type.Object({
  values: AxisValues,
  status: Type.Enum([...plannedVariantStatuses]),
  id: nullable(Type.String({ format: 'uuid', description: 'The variant that exists.' })),
  attributes: Type.Record(Type.String(), Type.Unknown(), { description: 'The values that it gets.' }),
  field_errors: Type.Array(FieldError, { description: 'Why it cannot be made.' }),
})
export type PlannedVariant = Omit<DeepReadonly<Static<typeof PlannedVariant>>, 'field_errors'> & {
  readonly field_errors: readonly FieldError[]
}

export const VariantPlan = Type.Object({
  rows: Type.Array(PlannedVariant),
  new_options: NewOptions,
  summary: Type.Object({ total: Count, create: Count, exists: Count, clashes: Count }),
})
export type VariantPlan = Omit<DeepReadonly<Static<typeof VariantPlan>>, 'rows'> & {
  readonly rows: readonly PlannedVariant[]
}

export const MadeVariants = Type.Object({
  edit_id: nullable(
    Type.String({ description: 'By which all of it is undone; null where nothing changed.' }),
  ),
  rows: Type.Array(
    Type.Object({
      values: AxisValues,
      status: Type.Enum([...madeVariantStatuses]),
      id: nullable(Uuid),
      data: Type.Optional(EntityResource),
      field_errors: Type.Array(FieldError),
    }),
  ),
  new_options: NewOptions,
  summary: Type.Object({ total: Count, created: Count, exists: Count, clashes: Count }),
})
export type MadeVariants = DeepReadonly<Static<typeof MadeVariants>>

/** The body of `POST /products/convert`; the catalog checks the parent. */
export const ConvertProducts = Type.Object(
  {
    ids: Type.Array(Type.String()),
    to: Type.String(),
    parent: Type.Optional(Type.Unknown()),
    move_shared: Type.Optional(Type.Boolean()),
  },
  strict,
)
export type ConvertProducts = DeepReadonly<Static<typeof ConvertProducts>>

export const ConvertResult = Type.Object({
  edit_id: nullable(
    Type.String({ description: 'By which all of it is undone; null where nothing changed.' }),
  ),
  parent: nullable(EntityResource),
  products: Type.Array(EntityResource),
  moved: Type.Array(Type.String(), { description: 'The attributes whose shared value went to the parent.' }),
})

import { Type, type Static } from 'typebox'
import { axesOrigins } from '../axes.ts'
import type { DeepReadonly } from '../routes/route.ts'

/** An attribute by which variants differ, and its values in their order. */
export const Axis = Type.Object({ attribute: Type.String(), values: Type.Array(Type.String()) })
export type Axis = DeepReadonly<Static<typeof Axis>>

/** The answer of `GET /products/{id}/axes`. */
export const ProductAxes = Type.Object({ axes: Type.Array(Axis), origin: Type.Enum([...axesOrigins]) })
export type ProductAxes = DeepReadonly<Static<typeof ProductAxes>>

/** The body of `PUT /products/{id}/axes`. */
export const AxesUpdate = Type.Object(
  {
    axes: Type.Array(
      Type.Object(
        { attribute: Type.String(), values: Type.Optional(Type.Array(Type.String())) },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)
export type AxesUpdate = DeepReadonly<Static<typeof AxesUpdate>>

import { Type, type TSchema } from 'typebox'
import { filterJoins, maxInValues, operators } from '../filters.ts'
import { keysOf } from '../text.ts'

/** A filter as JSON; the catalog checks what is in it. */
export const FilterJson = Type.Record(Type.String(), Type.Unknown(), { title: 'Filter' })

const Scalar = Type.Union([Type.String(), Type.Number(), Type.Boolean()])
const named = (name: string): TSchema => Type.Unsafe({ $ref: `#/components/schemas/${name}` })

const operandSchemas = {
  one: Scalar,
  many: Type.Union([Type.String(), Type.Array(Scalar, { maxItems: maxInValues })]),
  boolean: Type.Boolean(),
} as const

/** For generated clients: an operator and its value, such as `{ gte: 100 }`. */
export const FilterOperators = Type.Object(
  Object.fromEntries(
    keysOf(operators).map((operator) => [
      operator,
      Type.Optional(operandSchemas[operators[operator].arity] as TSchema),
    ]),
  ),
)

export const FilterClause = Type.Object({
  attribute: Type.String({ description: 'A key, also over a reference: `vendor.city`.' }),
  operator: Type.Optional(Type.Enum(keysOf(operators))),
  value: Type.Union([Scalar, Type.Array(Scalar, { maxItems: maxInValues })]),
})

const [and, or] = filterJoins
const parts = Type.Array(Type.Union([FilterClause, named('FilterAll'), named('FilterAny')]))
export const FilterAll = Type.Object({ [and]: parts })
export const FilterAny = Type.Object({ [or]: parts })

/** The description of `FilterJson`: groups of clauses, or keys with values or operators. */
export const FilterDocs = Type.Union([
  FilterAll,
  FilterAny,
  Type.Record(
    Type.String(),
    Type.Union([Scalar, FilterOperators, Type.Array(Type.Union([Scalar, FilterOperators]))]),
  ),
])

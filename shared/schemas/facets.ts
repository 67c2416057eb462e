import { Type, type Static } from 'typebox'
import { AttributeValue } from './entities.ts'
import { nullable } from './paging.ts'

const Blank = Type.Integer({ minimum: 0, description: 'How many rows have no value.' })
const Facet = Type.String({ description: 'As it was asked for.' })

const ValueCounts = Type.Object({
  values: Type.Array(Type.Object({ value: nullable(AttributeValue), count: Type.Integer() })),
  is_complete: Type.Optional(
    Type.Literal(false, { description: 'There are more values than these; search for others.' }),
  ),
  blank: Blank,
})
export type ValueCounts = Static<typeof ValueCounts>

const Edge = Type.Union([Type.Number(), Type.String()])

/** The number of rows with a value between two others; the last bin includes its end. */
const Histogram = Type.Object({
  min: nullable(Edge),
  max: nullable(Edge),
  bins: Type.Array(Type.Object({ from: Edge, to: Edge, count: Type.Integer() })),
})
export type Histogram = Static<typeof Histogram>

export const FacetAnswer = Type.Union([
  Type.Object({ facet: Facet, ...ValueCounts.properties }),
  Type.Object({ facet: Facet, ...Histogram.properties, blank: Blank }),
  Type.Object({ facet: Facet, filled: Type.Integer(), blank: Blank }),
])
export type FacetAnswer = Static<typeof FacetAnswer>

export const FacetsAnswer = Type.Object({ matching: Type.Integer(), facets: Type.Array(FacetAnswer) })
export type FacetsAnswer = Static<typeof FacetsAnswer>

import { Type, type Static } from 'typebox'
import { filterJoins } from '../filters.ts'
import { maxFacets } from '../facets.ts'
import { maxGroupLevels } from '../value-limits.ts'
import { EntityTypeSchema, Uuid, AttributeValue } from './entities.ts'
import { nullable } from './paging.ts'
import type { DeepReadonly } from '../routes/route.ts'
import { Actor } from './events.ts'

export const sortDirections = ['asc', 'desc'] as const
export const rowHeights = ['compact', 'normal', 'tall', 'extra_tall'] as const
export const summaryKinds = ['filled', 'empty', 'sum', 'average', 'least', 'greatest'] as const
export type SummaryKind = (typeof summaryKinds)[number]
export const viewKinds = ['grid', 'kanban', 'calendar'] as const
export type ViewKind = (typeof viewKinds)[number]
export const colourTargets = ['cell', 'row'] as const

const strict = { additionalProperties: false }

const DateTime = Type.String({ format: 'date-time' })

export const Worklist = Type.Object({
  id: Uuid,
  name: Type.String(),
  entity_type: EntityTypeSchema,
  /** The filter of a list as one text, such as `filter[price][exists]=false`. */
  filter: Type.String(),
  q: Type.String(),
  assignee: nullable(Type.Object({ id: Uuid, name: Type.String() })),
  due_on: nullable(Type.String({ format: 'date' })),
  /** How many rows matched when it was made, and how many still do: null once it is done, and where they cannot be counted. */
  progress: Type.Object({ total: Type.Integer(), left: nullable(Type.Integer()) }),
  created_by: Actor,
  created_at: DateTime,
  done_by: nullable(Actor),
  done_at: nullable(DateTime),
})
export type Worklist = DeepReadonly<Static<typeof Worklist>>

/** `renewed_in_ms` is null where no count was made for an earlier answer. */
export const Worklists = Type.Object({ data: Type.Array(Worklist), renewed_in_ms: nullable(Type.Integer()) })

const name = Type.String({ maxLength: 200, pattern: '\\S' })
const given = {
  assignee_id: nullable(Uuid),
  due_on: nullable(Type.String({ format: 'date' })),
}

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

export const WorklistPatch = Type.Partial(
  Type.Object({ name, ...given, is_done: Type.Boolean() }, strict),
  strict,
)
export type WorklistPatch = Static<typeof WorklistPatch>

const Keys = Type.Array(Type.String())

const Sorting = Type.Object({ key: Type.String(), direction: Type.Enum([...sortDirections]) }, strict)
const condition = { attribute: Type.String(), operator: Type.String(), value: Type.Unknown() }
const Filter = Type.Object(condition, strict)

/** Until the end of 2027 a clause may come under its former names too. */
const sentCondition = {
  ...Type.Partial(Type.Object(condition)).properties,
  key: Type.Optional(Type.String()),
  op: Type.Optional(Type.String()),
  value: Type.Unknown(),
}
const SentFilter = Type.Object(sentCondition, strict)
export type SentClause = Static<typeof SentFilter>

/** Colours a cell, or its whole row, where the value meets the condition; the first rule that does counts. */
const paint = {
  target: Type.Enum([...colourTargets]),
  colour: Type.Integer({ minimum: 1, maximum: 8 }),
}
const ColourRule = Type.Object({ ...condition, ...paint }, strict)
const SentColourRule = Type.Object({ ...sentCondition, ...paint }, strict)
export type ColourRule = Static<typeof ColourRule>

const ViewDisplay = Type.Object(
  {
    widths: Type.Record(Type.String(), Type.Integer({ minimum: 40, maximum: 2000 })),
    row_height: Type.Enum([...rowHeights]),
    colours: Type.Array(ColourRule),
    group_by: nullable(Type.String()),
    group_then_by: Type.Array(Type.String(), { maxItems: maxGroupLevels - 1 }),
    tree: Type.Boolean(),
    /** The summary of each column in the bottom row; null without such a row. */
    summary: nullable(Type.Record(Type.String(), Type.Enum([...summaryKinds]))),
    facets: nullable(Type.Array(Type.String(), { maxItems: maxFacets })),
    /** How the rows are shown: as a kanban by a select or status, or a calendar by a date, named by `kind_by`. */
    kind: Type.Enum([...viewKinds]),
    kind_by: nullable(Type.String()),
  },
  strict,
)
type ViewDisplay = Static<typeof ViewDisplay>
export type RowHeight = ViewDisplay['row_height']

const content = {
  visible_columns: Keys,
  pinned_left: Keys,
  pinned_right: Keys,
  sorting: Type.Array(Sorting),
  filters: Type.Array(Filter),
  filter_join: Type.Enum([...filterJoins]),
  /** Groups of clauses in addition to `filters`; the catalog checks them. */
  filter_tree: nullable(Type.Record(Type.String(), Type.Unknown())),
}

/** A view of the grid (decisions, Grid view), with its appearance in a member of its own. */
export const GridView = Type.Object({
  id: Uuid,
  name: Type.String(),
  entity_type: EntityTypeSchema,
  ...content,
  is_default: Type.Boolean(),
  display: ViewDisplay,
})
export type GridView = Static<typeof GridView>

const SentDisplay = Type.Object({ ...ViewDisplay.properties, colours: Type.Array(SentColourRule) }, strict)

const optional = Type.Partial(
  Type.Object({
    ...content,
    filters: Type.Array(SentFilter),
    is_default: Type.Boolean(),
    display: Type.Partial(SentDisplay, strict),
  }),
).properties

export const NewView = Type.Object({ name: Type.String(), entity_type: Type.String(), ...optional }, strict)
export type NewView = Static<typeof NewView>

export const ViewPatch = Type.Object({ name: Type.Optional(Type.String()), ...optional }, strict)
export type ViewPatch = Static<typeof ViewPatch>

export const ViewCopy = Type.Object({ name: Type.Optional(Type.String()) }, strict)
export type ViewCopy = Static<typeof ViewCopy>

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

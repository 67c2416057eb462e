import { Type, type Static } from 'typebox'
import { skipReasons } from '../generations.ts'
import type { DeepReadonly } from '../routes/route.ts'
import { tableOf } from '../text.ts'
import { Uuid } from './entities.ts'
import { FilterJson } from './filters.ts'
import { messageReference } from './errors.ts'
import { nullable } from './paging.ts'
import { AttributeCreate } from './attributes.ts'
import { Evidence } from './proposals.ts'

const text = Type.Optional(Type.String())
const Count = Type.Integer({ minimum: 0 })
const Dollars = Type.Number({ minimum: 0 })

/** The body of `POST /generations` and of its estimate; the catalog checks the names. */
export const NewGeneration = Type.Object(
  {
    type: Type.String(),
    attributes: Type.Array(Type.String()),
    channel: text,
    ids: Type.Optional(Type.Array(Type.String())),
    filter: Type.Optional(Type.Union([Type.String({ maxLength: 100_000 }), FilterJson])),
    filter_join: text,
    overwrite: text,
    mode: text,
    budget: Type.Optional(nullable(Type.Number())),
    provider: text,
    model: text,
  },
  { additionalProperties: false },
)
export type NewGeneration = DeepReadonly<Static<typeof NewGeneration>>

const Skipped = Type.Object(tableOf(skipReasons, () => Count))
const Tokens = Type.Object({ input: Count, output: Count })

/** The estimate of a run. `matching` counts entities, `to_generate` and `skipped` values. */
export const Estimate = Type.Object({
  matching: Count,
  to_generate: Count,
  skipped: Skipped,
  tokens: Tokens,
  cost: nullable(
    Type.Object(
      { low: Dollars, high: Dollars },
      { description: 'In dollars; null where no price is known.' },
    ),
  ),
  provider: Uuid,
  model: Type.String(),
  samples: Type.Array(
    Type.Object({
      id: Uuid,
      label: nullable(Type.String()),
      attribute: Type.String(),
      prompt: Type.String(),
    }),
  ),
})
export type Estimate = DeepReadonly<Static<typeof Estimate>>

export const GenerationError = Type.Object({
  id: Uuid,
  attribute: Type.String(),
  issue: Type.String(),
  message: Type.String(),
  ...messageReference,
})

const Unsettled = Type.Object(
  { calls: Count, cost: Dollars },
  { description: 'Calls that were cut off before their answer; they count as what was reserved for them.' },
)

export const GenerationResult = Type.Object({
  proposed: Count,
  applied: Count,
  not_stated: Count,
  failed: Count,
  skipped: Skipped,
  stopped: nullable(Type.Enum(['budget_reached'])),
  tokens: Tokens,
  cost: nullable(Dollars),
  unsettled: Unsettled,
  edit_id: nullable(Uuid),
  errors: Type.Array(GenerationError, { description: 'The first hundred.' }),
})
export type GenerationResult = DeepReadonly<Static<typeof GenerationResult>>

/** The cost of calls to one model on one day (UTC). */
export const SpendRow = Type.Object({
  day: Type.String({ format: 'date' }),
  provider: Uuid,
  model: Type.String(),
  calls: Count,
  tokens: Tokens,
  cost: nullable(Dollars),
  unsettled: Unsettled,
})
export type SpendRow = DeepReadonly<Static<typeof SpendRow>>

export const maxTried = 20

const tried = {
  type: Type.String(),
  key: Type.Optional(
    Type.String({
      description: 'Of the attribute that is being edited; left out for one that is not there yet.',
    }),
  ),
  definition: AttributeCreate,
  provider: Type.Optional(Type.String()),
  model: Type.Optional(Type.String()),
}

/** The body of `POST /generation-tries`: an unsaved definition, and the entity to try it on. */
export const NewTry = Type.Object(
  {
    ...tried,
    id: Type.String(),
    budget: Type.Optional(
      Type.Number({ minimum: 0, description: 'Dollars: a call that could cost more is not made.' }),
    ),
  },
  { additionalProperties: false },
)
export type NewTry = Static<typeof NewTry>

export const TriesToEstimate = Type.Object(
  { ...tried, ids: Type.Array(Type.String(), { minItems: 1, maxItems: maxTried }) },
  { additionalProperties: false },
)

const skips = ['dependency_missing', 'web_search_not_supported'] as const
const Skip = nullable(Type.Enum([...skips]))
const TriedTokens = Type.Object({ input: Type.Integer({ minimum: 0 }), output: Type.Integer({ minimum: 0 }) })

export const TriesEstimate = Type.Object({
  provider: Uuid,
  model: Type.String(),
  tokens: TriedTokens,
  cost: nullable(Type.Object({ low: Type.Number(), high: Type.Number() })),
  rows: Type.Array(
    Type.Object({ id: Uuid, label: nullable(Type.String()), skip: Skip, prompt: Type.String() }),
  ),
})
export type TriesEstimate = DeepReadonly<Static<typeof TriesEstimate>>

/** The answer of a model for one entity; only its cost is stored. */
export const TryOutcome = Type.Object({
  id: Uuid,
  label: nullable(Type.String()),
  status: Type.Enum(['value', 'not_stated', 'failed', 'skipped']),
  skip: nullable(Type.Enum([...skips, 'budget_reached'])),
  value: Type.Unknown({ description: 'As reads show it; null where there is none.' }),
  evidence: Type.Array(Evidence),
  note: nullable(Type.String()),
  message: nullable(Type.String({ description: 'Why it failed.' })),
  ...messageReference,
  tokens: TriedTokens,
  cost: nullable(Type.Number({ description: 'In dollars; null where no price is known.' })),
  prompt: Type.String(),
})
export type TryOutcome = DeepReadonly<Static<typeof TryOutcome>>

import { Type, type Static } from 'typebox'
import type { DeepReadonly } from '../routes/route.ts'
import { AttributeCreate } from './attributes.ts'
import { Uuid } from './entities.ts'
import { messageReference } from './errors.ts'
import { nullable } from './paging.ts'
import { Evidence } from './proposals.ts'

export const maxTried = 10

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
export const NewTry = Type.Object({ ...tried, id: Type.String() }, { additionalProperties: false })
export type NewTry = Static<typeof NewTry>

export const TriesToEstimate = Type.Object(
  { ...tried, ids: Type.Array(Type.String(), { minItems: 1, maxItems: maxTried }) },
  { additionalProperties: false },
)

const Skip = nullable(Type.Enum(['dependency_missing', 'web_search_not_supported']))
const Tokens = Type.Object({ input: Type.Integer({ minimum: 0 }), output: Type.Integer({ minimum: 0 }) })

export const TriesEstimate = Type.Object({
  provider: Uuid,
  model: Type.String(),
  tokens: Tokens,
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
  skip: Skip,
  value: Type.Unknown({ description: 'As reads show it; null where there is none.' }),
  evidence: Type.Array(Evidence),
  note: nullable(Type.String()),
  message: nullable(Type.String({ description: 'Why it failed.' })),
  ...messageReference,
  tokens: Tokens,
  cost: nullable(Type.Number({ description: 'In dollars; null where no price is known.' })),
  prompt: Type.String(),
})
export type TryOutcome = DeepReadonly<Static<typeof TryOutcome>>

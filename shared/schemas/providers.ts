import { Type, type Static } from 'typebox'
import { providerKinds, structuredOutputs } from '../providers.ts'
import type { DeepReadonly } from '../routes/route.ts'
import { Uuid } from './entities.ts'
import { messageReference } from './errors.ts'
import { nullable } from './paging.ts'

const Name = Type.String({ maxLength: 100 })
const ModelName = Type.String({ minLength: 1, maxLength: 200 })
const Dollars = Type.Number({ minimum: 0, maximum: 1_000_000 })
const Concurrency = Type.Integer({ minimum: 1, maximum: 64 })
const RequestsPerMinute = Type.Integer({ minimum: 1, maximum: 100_000 })

const models = {
  text: nullable(ModelName),
  image: nullable(ModelName),
  video: nullable(ModelName),
  embedding: nullable(ModelName),
}

/** US dollars per million tokens, per picture, per second of video; null for unknown. */
const prices = {
  input: nullable(Dollars),
  output: nullable(Dollars),
  image: nullable(Dollars),
  video: nullable(Dollars),
}

export const ProviderPrice = Type.Object({
  ...prices,
  /** The date of the price: that of the bundled list, or of the owner's entry. */
  as_of: Type.String({ format: 'date' }),
  source: Type.Enum(['bundled', 'owner']),
})

/** A provider of models on the owner's surface. No answer contains its key. */
export const Provider = Type.Object({
  id: Uuid,
  name: Name,
  kind: Type.Enum([...providerKinds]),
  base_url: Type.String(),
  models: Type.Object(models),
  concurrency: Concurrency,
  requests_per_minute: nullable(RequestsPerMinute),
  price: nullable(ProviderPrice),
  is_default: Type.Boolean(),
  has_key: Type.Boolean(),
})
export type Provider = DeepReadonly<Static<typeof Provider>>

const Key = Type.String({ minLength: 1, maxLength: 4000 })
// Its fault is reported without the sent text, which may be a key in the wrong field.
const KeyEnv = Type.String({ maxLength: 4000 })

const settings = {
  base_url: Type.String({ maxLength: 2000 }),
  models: Type.Partial(Type.Object(models), { additionalProperties: false }),
  concurrency: Concurrency,
  requests_per_minute: nullable(RequestsPerMinute),
  price: nullable(Type.Partial(Type.Object(prices), { additionalProperties: false })),
  is_default: Type.Boolean(),
  /** The key itself, which is kept secret, or the environment variable that holds it; null removes it. */
  key: nullable(Key),
  key_env: nullable(KeyEnv),
}
const needed = { name: Name, kind: Type.Enum([...providerKinds]) }

/** The body of `POST /providers`. `base_url` may be left out where the kind has one address. */
export const NewProvider = Type.Object(
  { ...needed, ...Type.Partial(Type.Object(settings)).properties },
  {
    additionalProperties: false,
  },
)
export type NewProvider = DeepReadonly<Static<typeof NewProvider>>

/** The body of `PATCH /providers/{id}`: missing members stay, including single models. */
export const ProviderPatch = Type.Partial(Type.Object({ ...needed, ...settings }), {
  additionalProperties: false,
})
export type ProviderPatch = DeepReadonly<Static<typeof ProviderPatch>>

export const ProviderTest = Type.Object({
  ok: Type.Boolean(),
  milliseconds: Type.Integer(),
  structured_output: nullable(Type.Enum([...structuredOutputs])),
  models: Type.Array(Type.String()),
  message: nullable(Type.String()),
  ...messageReference,
})
export type ProviderTest = DeepReadonly<Static<typeof ProviderTest>>

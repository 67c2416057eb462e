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

/** US dollars per million tokens, per picture, per second of video; null is not known. */
const prices = {
  input: nullable(Dollars),
  output: nullable(Dollars),
  image: nullable(Dollars),
  video: nullable(Dollars),
}

export const ProviderPrice = Type.Object({
  ...prices,
  /** The day the price was known to be right: of the bundled list, or when the owner entered it. */
  as_of: Type.String({ format: 'date' }),
  source: Type.Enum(['bundled', 'owner']),
})

/** A provider of models as the owner's surface shows it. Its key is in no answer. */
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
// Its form is told without showing what was sent, which may be a key in the wrong place.
const KeyEnv = Type.String({ maxLength: 4000 })

const settings = {
  base_url: Type.String({ maxLength: 2000 }),
  models: Type.Partial(Type.Object(models), { additionalProperties: false }),
  concurrency: Concurrency,
  requests_per_minute: nullable(RequestsPerMinute),
  /** The owner's price in the place of the bundled one; null goes back to it. */
  price: nullable(Type.Partial(Type.Object(prices), { additionalProperties: false })),
  is_default: Type.Boolean(),
  /** The key itself, which is kept secret, or the environment variable that holds it; null takes it away. */
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

/** The body of `PATCH /providers/{id}`: what is not named stays, models too. */
export const ProviderPatch = Type.Partial(Type.Object({ ...needed, ...settings }), {
  additionalProperties: false,
})
export type ProviderPatch = DeepReadonly<Static<typeof ProviderPatch>>

export const ProviderTest = Type.Object({
  ok: Type.Boolean(),
  milliseconds: Type.Integer(),
  /** Null where no model was asked. */
  structured_output: nullable(Type.Enum([...structuredOutputs])),
  /** What the provider lists, which may be nothing. */
  models: Type.Array(Type.String()),
  /** Why it is not ok, in the provider's own words where it has any. */
  message: nullable(Type.String()),
  ...messageReference,
})
export type ProviderTest = DeepReadonly<Static<typeof ProviderTest>>

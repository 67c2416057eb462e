import { type Medium, type ProviderKind, defaultBaseUrls, type Prices } from '#shared/providers.ts'
import type { ModelRequest, ValueModels } from '../catalog/generation-runs/value-models.ts'
import type { ProviderRow } from '../registry/registry-operations.ts'
import { areCallsFree } from '#shared/local-address.ts'
import bundled from './bundled-prices.json' with { type: 'json' }

interface KnownPrice extends Prices {
  readonly as_of: string
  readonly source: 'bundled' | 'owner'
}

type PricedProvider = Pick<ProviderRow, 'kind' | 'baseUrl' | 'price'>

const models: Partial<Record<ProviderKind, Readonly<Record<string, readonly number[]>>>> = bundled.models
const datedName = /-(?:\d{4}-\d{2}-\d{2}|\d{8}|latest|\d{3})$/

/**
 * Returns a provider's price of a model; null where it is unknown. A price that the owner has entered
 * applies to all its models.
 */
export function priceOf({ kind, baseUrl, price }: PricedProvider, model: string | null): KnownPrice | null {
  if (price) return { ...price, source: 'owner' }
  // Resellers of the same models have prices of their own.
  if (model === null || baseUrl !== defaultBaseUrls[kind]) return null
  const list = models[kind] ?? {}
  const name = [model, model.replace(datedName, '')].find((each) => Object.hasOwn(list, each))
  const found = name === undefined ? undefined : list[name]
  if (!found) return null
  const [input = null, output = null] = found
  return { input, output, image: null, video: null, as_of: bundled.as_of, source: 'bundled' }
}

export function isFree(provider: PricedProvider, model: string | null, medium: Medium): boolean {
  return areCallsFree(priceOf(provider, model), provider.baseUrl, medium)
}

export type ChosenModels =
  | { readonly row: ProviderRow; readonly models: ValueModels }
  | { readonly row: ProviderRow; readonly lacks: Medium }

/**
 * Returns the first provider with a model for every attribute, or the gap of the first one; undefined
 * without providers. The model of the run has precedence over that of the definition, and that over the
 * provider's.
 */
export function chooseModels(
  rows: readonly ProviderRow[],
  wishes: readonly ModelRequest[],
  named: string | undefined,
): ChosenModels | undefined {
  const chosen = rows.map((row) => modelsOf(row, wishes, named))
  return chosen.find((one) => 'models' in one) ?? chosen[0]
}

function modelsOf(
  row: ProviderRow,
  wishes: readonly ModelRequest[],
  named: string | undefined,
): ChosenModels {
  const found = wishes.map((wish) => ({ ...wish, model: modelFor(row, wish, named) }))
  const lacking = found.find(({ model }) => model === null)
  if (lacking) return { row, lacks: lacking.medium }
  const models = found.flatMap(({ key, medium, model }) =>
    model === null ? [] : [[key, { medium, model, ...termsOf(row, model, medium) }] as const],
  )
  return { row, models: Object.fromEntries(models) }
}

function termsOf(row: ProviderRow, model: string, medium: Medium) {
  return { price: priceOf(row, model), isPaid: !isFree(row, model, medium) }
}

const made: Readonly<Record<ProviderKind, readonly Medium[]>> = {
  openai_compatible: ['text', 'image'],
  openai: ['text', 'image'],
  anthropic: ['text'],
  google: ['text', 'image', 'video'],
}

const makersNames: Partial<Record<ProviderKind, Readonly<Record<string, string>>>> = {
  openai: { 'gpt-image-1': 'gpt-image-1' },
  google: { 'nano-banana': 'gemini-2.5-flash-image', 'veo3.1': 'veo-3.1-generate-preview' },
}

/**
 * A model of another vendor is unavailable here: the provider's own replaces it; a gateway may know it by
 * its name.
 */
function modelFor(
  { kind, models }: ProviderRow,
  { medium, model, known }: ModelRequest,
  named: string | undefined,
): string | null {
  if (!made[kind].includes(medium)) return null
  const asKnown = known === null ? undefined : makersNames[kind]?.[known]
  return named ?? model ?? asKnown ?? models[medium] ?? (kind === 'openai_compatible' ? known : null)
}

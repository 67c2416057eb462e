import type { Medium, ProviderKind } from '#shared/providers.ts'
import type { ModelWish, ValueModels } from '../catalog/generation-runs/value-models.ts'
import type { ProviderRow } from '../registry/provider-operations.ts'
import { isFree, priceOf } from './prices.ts'

/** A provider with the model for each attribute, or what it has no model for. */
export type ChosenModels =
  | { readonly row: ProviderRow; readonly models: ValueModels }
  | { readonly row: ProviderRow; readonly lacks: Medium }

/**
 * The first provider that has a model for every attribute, else what the first one lacks; undefined where there is none. The model that
 * is named for the run comes before that of the definition, and that before the one of the provider.
 */
export function chooseModels(
  rows: readonly ProviderRow[],
  wishes: readonly ModelWish[],
  named: string | undefined,
): ChosenModels | undefined {
  const chosen = rows.map((row) => modelsOf(row, wishes, named))
  return chosen.find((one) => 'models' in one) ?? chosen[0]
}

function modelsOf(row: ProviderRow, wishes: readonly ModelWish[], named: string | undefined): ChosenModels {
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

/** What each kind of provider makes. */
const made: Readonly<Record<ProviderKind, readonly Medium[]>> = {
  openai_compatible: ['text', 'image'],
  openai: ['text', 'image'],
  anthropic: ['text'],
  google: ['text', 'image', 'video'],
}

/** What its maker calls a model that definitions name as people do. */
const makersNames: Partial<Record<ProviderKind, Readonly<Record<string, string>>>> = {
  openai: { 'gpt-image-1': 'gpt-image-1' },
  google: { 'nano-banana': 'gemini-2.5-flash-image', 'veo3.1': 'veo-3.1-generate-preview' },
}

/** A model that another makes is not to be had here: then it is the provider's own, and a gateway may know it by its name. */
function modelFor(
  { kind, models }: ProviderRow,
  { medium, model, known }: ModelWish,
  named: string | undefined,
): string | null {
  if (!made[kind].includes(medium)) return null
  const asKnown = known === null ? undefined : makersNames[kind]?.[known]
  return named ?? model ?? asKnown ?? models[medium] ?? (kind === 'openai_compatible' ? known : null)
}

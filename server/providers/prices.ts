import { areCallsFree } from '#shared/free-calls.ts'
import { defaultBaseUrls, type Medium, type Prices, type ProviderKind } from '#shared/providers.ts'
import type { ProviderRow } from '../registry/provider-operations.ts'
import bundled from './bundled-prices.json' with { type: 'json' }

/** A price with where it is from: the owner, or the list that the program brings (`bundled-prices.json`). */
export interface KnownPrice extends Prices {
  readonly as_of: string
  readonly source: 'bundled' | 'owner'
}

type PricedProvider = Pick<ProviderRow, 'kind' | 'baseUrl' | 'price'>

const models: Partial<Record<ProviderKind, Readonly<Record<string, readonly number[]>>>> = bundled.models
// What providers append to the name of a model for one state of it.
const datedName = /-(?:\d{4}-\d{2}-\d{2}|\d{8}|latest|\d{3})$/

/** What a provider asks for a model; null where that is not known. What the owner has entered counts for all its models. */
export function priceOf({ kind, baseUrl, price }: PricedProvider, model: string | null): KnownPrice | null {
  if (price) return { ...price, source: 'owner' }
  // Who sells the same models elsewhere has prices of its own.
  if (model === null || baseUrl !== defaultBaseUrls[kind]) return null
  const list = models[kind] ?? {}
  const name = [model, model.replace(datedName, '')].find((each) => Object.hasOwn(list, each))
  const found = name === undefined ? undefined : list[name]
  if (!found) return null
  const [input = null, output = null] = found
  return { input, output, image: null, video: null, as_of: bundled.as_of, source: 'bundled' }
}

/** Whether calls of a model for the medium cost nothing. */
export function isFree(provider: PricedProvider, model: string | null, medium: Medium): boolean {
  return areCallsFree(priceOf(provider, model), provider.baseUrl, medium)
}

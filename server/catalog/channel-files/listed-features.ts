import type { FeatureFlags } from '#shared/channels.ts'
import { splitList } from '#shared/text.ts'
import type { Attribute } from '../../store/tables/attributes.ts'
import { axisText } from '../variants/choose-axes.ts'
import type { ChannelContext } from './channel-layout.ts'
import type { ChannelProduct } from './channel-product.ts'

export interface ListedFeature {
  readonly attribute: Attribute
  readonly texts: readonly string[]
  readonly flags: FeatureFlags | undefined
}

/** The attributes that the shop's file lists of a product by name, in the order and notation of the file. */
export function listFeatures(product: ChannelProduct, context: ChannelContext): ListedFeature[] {
  return context.features.flatMap((attribute) => {
    const text = axisText(product, attribute.key)
    if (text === '') return []
    context.sentBeside.add(attribute.key)
    const flags = flagsOf(attribute, context)
    const texts = attribute.traits.hasTokens
      ? splitList(text)
      : [inNotationOf(flags?.sample, text, attribute)]
    return [{ attribute, texts, flags }]
  })
}

export function flagsOf(
  attribute: Attribute | undefined,
  { channel }: ChannelContext,
): FeatureFlags | undefined {
  return channel.settings.learned?.features?.find((one) => one.attribute === attribute?.uuid)
}

/** A number with its unit and its decimal mark, and yes or no, as the shop writes them. */
function inNotationOf(sample = '', text: string, { traits }: Attribute): string {
  if (traits.family === 'boolean' && /^(yes|no)$/i.test(sample)) return text === 'true' ? 'Yes' : 'No'
  if (traits.family !== 'number' || !/\d/.test(sample)) return text
  const number = sample.includes(',') ? text.replace('.', ',') : text
  return sample.replace(/-?\d+([.,]\d+)?/, () => number)
}

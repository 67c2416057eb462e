/** Files in windows-1252, which programs of offices still ask for: what they can hold, and their bytes. */
import type { CustomChannel } from '#shared/custom-channels.ts'
import { type ChannelContext, getField } from './channel-layout.ts'
import type { ChannelProduct, Problem } from './channel-product.ts'

/** The byte of each character. */
const byteOf = new Map(
  [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))].map(
    (sign, byte) => [sign, byte],
  ),
)

/** A text in windows-1252, without the signs that it does not have. */
export function encodeWindows1252(text: string): Uint8Array {
  return Uint8Array.from([...text].flatMap((sign) => byteOf.get(sign) ?? []))
}

const issue = 'Signs that windows-1252 does not have are left out.'
const remedy = 'Write other signs, or let the channel take UTF-8.'

/** The characters that the encoding of the file cannot hold. */
export function withSoundText(
  product: ChannelProduct,
  { file }: CustomChannel,
  context: ChannelContext,
): ChannelProduct {
  if (file.encoding !== 'windows-1252') return product
  const problems = [...product.values].flatMap(([target, texts]): Problem[] => {
    const signs = [...new Set(texts.join(''))].filter((sign) => !byteOf.has(sign))
    const value = signs.join(' ')
    return value === '' ? [] : [{ field: getField(context, target), issue, remedy, value, isPart: true }]
  })
  return problems.length === 0 ? product : { ...product, problems: [...product.problems, ...problems] }
}

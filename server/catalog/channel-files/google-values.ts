import { stockOf } from '../channels/templates/google-merchant.ts'
import { type ChannelContext, getField } from './channel-layout.ts'
import { withPriceBefore } from './shop-products.ts'
import { type ChannelProduct, type Problem, valueOf } from './channel-product.ts'
import { message, type Sentence } from '#shared/messages/message.ts'
import { issueSentence } from '#shared/describe-fault.ts'

export function toGoogleProduct(read: ChannelProduct, context: ChannelContext): ChannelProduct {
  const product = withPriceBefore(read, { regular: 'price', sale: 'sale_price' })
  const sound = withoutContradictions(product, context)
  const rest = [...sound.values].filter(([target]) => target !== stockOf)
  const values = new Map([...toAvailability(product), ...rest])
  const others = (values.get('additional_image_link') ?? []).filter(
    (one) => one !== valueOf(product, 'image_link'),
  )
  if (others.length > 0) values.set('additional_image_link', others)
  else values.delete('additional_image_link')
  return { ...sound, values }
}

/** Leaves out values that contradict others. Channels with Google's columns need the same. */
export function withoutContradictions(product: ChannelProduct, context: ChannelContext): ChannelProduct {
  const broken = rules.filter(({ target, isBroken }) => product.values.has(target) && isBroken(product))
  const dropped = new Set(broken.map(({ target }) => target))
  const problems = broken.map(({ target, issue, remedy }): Problem => {
    const value = valueOf(product, target)
    return { field: getField(context, target), issue, remedy, value, isPart: false }
  })
  const values = new Map([...product.values].filter(([target]) => !dropped.has(target)))
  return { ...product, values, problems: [...product.problems, ...problems] }
}

function toAvailability({ values }: ChannelProduct): [string, string[]][] {
  const stock = values.get(stockOf)?.[0]
  if (stock === undefined || values.has('availability')) return []
  return [['availability', [Number(stock) > 0 ? 'in_stock' : 'out_of_stock']]]
}

interface Rule {
  readonly target: string
  readonly isBroken: (product: ChannelProduct) => boolean
  readonly issue: Sentence
  readonly remedy: Sentence
}

const amountOf = (product: ChannelProduct, target: string): number =>
  Number.parseFloat(valueOf(product, target))

interface Structure {
  readonly parts: readonly string[]
  readonly needed: number
}

const structures: Readonly<Record<string, Structure>> = {
  shipping: { parts: ['country', 'region', 'service', 'price'], needed: 1 },
  product_detail: { parts: ['section_name', 'attribute_name', 'attribute_value'], needed: 2 },
  installment: { parts: ['months', 'amount'], needed: 2 },
  certification: {
    parts: ['certification_authority', 'certification_name', 'certification_code'],
    needed: 3,
  },
  structured_title: { parts: ['digital_source_type', 'content'], needed: 1 },
  structured_description: { parts: ['digital_source_type', 'content'], needed: 1 },
}

export function parseParts(target: string, text: string): [name: string, value: string][] | undefined {
  const { parts } = structures[target] ?? {}
  if (!parts) return undefined
  const pieces = text.split(':')
  const last = pieces.slice(parts.length - 1).join(':')
  const values = [...pieces.slice(0, parts.length - 1), last]
  return parts.map((name, index) => [name, values[index]?.trim() ?? ''])
}

export function checkParts(target: string, text: string): { text: string } | { issue: string } {
  const { parts = [], needed = 0 } = structures[target] ?? {}
  const values = parseParts(target, text) ?? []
  const isWhole = values.slice(parts.length - needed).every(([, value]) => value !== '')
  if (isWhole) return { text }
  return { ...issueSentence(`Not of the form ${parts.join(':')} that the channel takes.`) }
}

const rules: readonly Rule[] = [
  ...['price', 'PRICE', 'List Price'].map((target): Rule => ({
    target,
    isBroken: (product) => amountOf(product, target) === 0,
    issue: message('listing.price_not_positive'),
    remedy: message('listing.write_price'),
  })),
  {
    target: 'sale_price',
    isBroken: (product) => amountOf(product, 'sale_price') >= amountOf(product, 'price'),
    issue: message('listing.sale_price_too_high'),
    remedy: message('listing.lower_sale_price'),
  },
  {
    target: 'maximum_retail_price',
    isBroken: (product) => !valueOf(product, 'maximum_retail_price').endsWith(' INR'),
    issue: 'Google takes it for India alone, in INR.',
    remedy: message('listing.map_nothing'),
  },
  {
    target: 'color',
    isBroken: (product) => /^(#[0-9a-f]+|\d+)$/i.test(valueOf(product, 'color')),
    issue: 'Google takes colours by their names and not as numbers or codes.',
    remedy: 'Write its name, or map another attribute to it under Channels.',
  },
  {
    target: 'identifier_exists',
    isBroken: (product) => valueOf(product, 'identifier_exists') === 'no' && isIdentified(product),
    issue: 'It says that nothing identifies a product that has a GTIN, or an MPN and a brand.',
    remedy: 'Say yes, or empty those.',
  },
]

function isIdentified({ values }: ChannelProduct): boolean {
  return values.has('gtin') || (values.has('mpn') && values.has('brand'))
}

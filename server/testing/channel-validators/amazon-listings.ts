import { addressFault, gtinFault } from './values.ts'
import type { Validator } from './columns.ts'

/*
 * The listings feed: Amazon's "Selling Partner Listings Feed (v2)" schema
 * (github.com/amzn/selling-partner-api-models, schemas/feeds/listings-feed-schema-v2.json), and the
 * attributes that every product type has: lists of objects, most with a marketplace, texts with a
 * language.
 */
type Value = Record<string, unknown>
interface Message {
  messageId?: unknown
  sku?: unknown
  operationType?: unknown
  productType?: unknown
  requirements?: unknown
  attributes?: Record<string, unknown>
  patches?: unknown
}

const listingPattern = /^[A-Z0-9_]+$/
const textLimits: Readonly<Record<string, number>> = {
  item_name: 200,
  product_description: 2000,
  bullet_point: 500,
  brand: 100,
  manufacturer: 100,
  model_number: 40,
  part_number: 40,
}
const texts = new Set([
  'item_name',
  'brand',
  'product_description',
  'bullet_point',
  'manufacturer',
  'color',
  'size',
  'material',
  'generic_keyword',
])

export const validateAmazonListings: Validator = (text) => {
  const feed = JSON.parse(text) as { header?: Value; messages?: Message[] }
  const faults = Object.keys(feed)
    .filter((key) => key !== 'header' && key !== 'messages')
    .map((key) => `${key} is no part of a feed`)
  if (typeof feed.header?.sellerId !== 'string' || feed.header.sellerId === '')
    faults.push('header.sellerId is required')
  if (feed.header?.version !== '2.0') faults.push('header.version is not 2.0')
  const locale = feed.header?.issueLocale
  if (locale !== undefined && (typeof locale !== 'string' || !/^[a-z]{2}_[A-Z]{2}$/.test(locale)))
    faults.push(`header.issueLocale ${JSON.stringify(locale)} is no locale`)
  const messages = feed.messages ?? []
  if (messages.length < 1 || messages.length > 10_000)
    faults.push(`${messages.length} messages, not 1 to 10,000`)
  const ids = messages.map((message) => message.messageId)
  if (new Set(ids).size !== ids.length) faults.push('two messages have one id')
  const skus = messages.map((message) => message.sku)
  if (new Set(skus).size !== skus.length) faults.push('two messages have one SKU')
  return [...faults, ...messages.flatMap(messageFaults), ...listingFamilyFaults(messages)]
}

function messageFaults(message: Message): string[] {
  const faults: string[] = []
  const check = (holds: boolean, fault: string) => !holds && faults.push(`${String(message.sku)}: ${fault}`)
  const known = ['messageId', 'sku', 'operationType', 'productType', 'requirements', 'attributes']
  check(
    Number.isInteger(message.messageId) && Number(message.messageId) >= 1,
    'its messageId is no number from 1',
  )
  check(
    typeof message.sku === 'string' && message.sku.length >= 1 && message.sku.length <= 40,
    'its SKU has not 1 to 40 characters',
  )
  check(
    ['UPDATE', 'PARTIAL_UPDATE'].includes(String(message.operationType)),
    `operationType ${String(message.operationType)}`,
  )
  check(
    message.operationType === 'UPDATE' || message.requirements === undefined,
    'requirements go with UPDATE only',
  )
  check(
    typeof message.productType === 'string' && listingPattern.test(message.productType),
    `productType ${String(message.productType)}`,
  )
  check(
    [undefined, 'LISTING', 'LISTING_PRODUCT_ONLY', 'LISTING_OFFER_ONLY'].includes(
      message.requirements as string,
    ),
    'requirements are none that there are',
  )
  check(Object.keys(message.attributes ?? {}).length > 0, 'has no attributes')
  for (const key of Object.keys(message)) check(known.includes(key), `${key} is no part of a message`)
  for (const [name, value] of Object.entries(message.attributes ?? {}))
    for (const fault of attributeFaults(name, value)) check(false, `${name}: ${fault}`)
  for (const fault of offerFaults(message.attributes ?? {})) check(false, fault)
  return faults
}

function attributeFaults(name: string, value: unknown): string[] {
  if (!Array.isArray(value) || value.length === 0) return ['is no list with values']
  const faults: string[] = []
  for (const one of value as Value[]) {
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return ['holds what is no object']
    if (name !== 'fulfillment_availability' && typeof one.marketplace_id !== 'string')
      faults.push('has no marketplace_id')
    if (texts.has(name) && !/^[a-z]{2}_[A-Z]{2}$/.test(String(one.language_tag)))
      faults.push('has no language_tag')
    const limit = textLimits[name]
    if (limit !== undefined && String(one.value).length > limit)
      faults.push(`has more than ${limit} characters`)
    if (typeof one.value === 'string' && /<(?!br\b)[a-z][^>]*>/i.test(one.value)) faults.push('holds HTML')
    if ('value' in one && (one.value === '' || one.value === null)) faults.push('holds nothing')
    if (/image_locator/.test(name))
      faults.push(...[addressFault(String(one.media_location))].filter((fault) => fault !== undefined))
  }
  if (name === 'bullet_point' && value.length > 10) faults.push('has more than ten points')
  return faults
}

function first(attributes: Record<string, unknown>, name: string): Value {
  return ((attributes[name] as Value[] | undefined) ?? [])[0] ?? {}
}

function offerFaults(attributes: Record<string, unknown>): string[] {
  const faults: string[] = []
  const parent = first(attributes, 'parentage_level').value === 'parent'
  const price = offerPrice(attributes)
  const offer = first(attributes, 'purchasable_offer')
  if (parent && ('purchasable_offer' in attributes || 'fulfillment_availability' in attributes))
    faults.push('a parent is offered for sale')
  if ('purchasable_offer' in attributes && !(typeof price === 'number' && price > 0))
    faults.push(`price ${String(price)} is not above 0`)
  if ('purchasable_offer' in attributes && !/^[A-Z]{3}$/.test(String(offer.currency)))
    faults.push('its offer has no currency')
  const quantity = first(attributes, 'fulfillment_availability').quantity
  if (quantity !== undefined && !(Number.isInteger(quantity) && Number(quantity) >= 0))
    faults.push(`quantity ${JSON.stringify(quantity)}`)
  const identifier = first(attributes, 'externally_assigned_product_identifier')
  if ('value' in identifier) {
    const fault = gtinFault(String(identifier.value))
    if (fault !== undefined) faults.push(`identifier ${String(identifier.value)} ${fault}`)
    if (!['ean', 'upc', 'gtin', 'isbn'].includes(String(identifier.type)))
      faults.push(`identifier of type ${String(identifier.type)}`)
  }
  const condition = first(attributes, 'condition_type').value
  const conditions =
    /^(new_(new|open_box|oem)|refurbished_refurbished|used_(like_new|very_good|good|acceptable)|collectible_(like_new|very_good|good|acceptable)|club_club)$/
  if (condition !== undefined && (typeof condition !== 'string' || !conditions.test(condition)))
    faults.push(`condition ${JSON.stringify(condition)}`)
  return faults
}

function offerPrice(attributes: Record<string, unknown>): unknown {
  const [price] = (first(attributes, 'purchasable_offer').our_price as Value[] | undefined) ?? []
  const [schedule] = (price?.schedule as Value[] | undefined) ?? []
  return schedule?.value_with_tax
}

function listingFamilyFaults(messages: readonly Message[]): string[] {
  const parents = new Map<string, unknown>()
  return messages.flatMap((message) => {
    const attributes = message.attributes ?? {}
    const level = first(attributes, 'parentage_level').value
    const theme = first(attributes, 'variation_theme').name
    const sku = String(message.sku)
    if (level === undefined) return 'variation_theme' in attributes ? [`${sku}: a theme and no level`] : []
    if (theme === undefined) return [`${sku}: a level and no theme`]
    if (level === 'parent') {
      parents.set(sku, theme)
      return []
    }
    const relation = first(attributes, 'child_parent_sku_relationship')
    const parent = String(relation.parent_sku)
    if (relation.child_relationship_type !== 'variation') return [`${sku}: its relation is no variation`]
    if (!parents.has(parent)) return [`${sku}: its parent ${parent} does not stand before it`]
    return parents.get(parent) === theme ? [] : [`${sku}: has another theme than its parent`]
  })
}

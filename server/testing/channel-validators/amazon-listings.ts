/** Amazon's listings feed by the Selling Partner API: Feeds, JSON_LISTINGS_FEED, schema version 2. */

interface Feed {
  readonly header?: Readonly<Record<string, unknown>>
  readonly messages?: readonly Readonly<Record<string, unknown>>[]
}

export function validateAmazonListings(text: string): string[] {
  const { header = {}, messages = [], ...others } = JSON.parse(text) as Feed
  const ids = messages.map(({ messageId }) => messageId)
  const skus = messages.map(({ sku }) => sku)
  return [
    ...Object.keys(others).map((name) => `${name} is no member of a feed`),
    ...(typeof header['sellerId'] === 'string' && header['sellerId'] !== ''
      ? []
      : ['The feed names no seller.']),
    ...(header['version'] === '2.0' ? [] : ['The version is not 2.0.']),
    ...(/^[a-z]{2}_[A-Z]{2}$/.test(String(header['issueLocale']))
      ? []
      : ['The locale of issues is unsound.']),
    ...(messages.length === 0 ? ['There is no message.'] : []),
    ...(new Set(ids).size === ids.length ? [] : ['A number of a message stands twice.']),
    ...(new Set(skus).size === skus.length ? [] : ['A SKU stands twice.']),
    ...messages.flatMap(messageFaults),
    ...familyFaults(messages),
  ]
}

const members = ['messageId', 'sku', 'operationType', 'productType', 'requirements', 'attributes']

function messageFaults(message: Readonly<Record<string, unknown>>, index: number): string[] {
  const { messageId, sku, operationType, productType, requirements, attributes } = message
  const place = `message ${index + 1}`
  const checks: [boolean, string][] = [
    [Number.isInteger(messageId) && Number(messageId) >= 1, 'its number is unsound'],
    [typeof sku === 'string' && sku.length >= 1 && sku.length <= 40, 'its SKU is unsound'],
    [operationType === 'UPDATE', 'its operation is unsound'],
    [typeof productType === 'string' && /^[A-Z0-9_]+$/.test(productType), 'its product type is unsound'],
    [
      ['LISTING', 'LISTING_PRODUCT_ONLY', 'LISTING_OFFER_ONLY'].includes(String(requirements)),
      'its requirements',
    ],
    [Object.keys(message).every((name) => members.includes(name)), 'it has members that no message has'],
    [isAttributes(attributes), 'its attributes are no lists of objects'],
  ]
  return checks.filter(([isSound]) => !isSound).map(([, fault]) => `${place}: ${fault}`)
}

/** Every attribute of a listing is a list of objects, however many values it takes. */
function isAttributes(attributes: unknown): boolean {
  if (typeof attributes !== 'object' || attributes === null) return false
  return Object.values(attributes).every(
    (values) =>
      Array.isArray(values) &&
      values.length > 0 &&
      values.every((one) => typeof one === 'object' && one !== null),
  )
}

interface Family {
  readonly parentage_level?: readonly { readonly value: string }[]
  readonly child_parent_sku_relationship?: readonly { readonly parent_sku?: string }[]
  readonly variation_theme?: readonly { readonly name: string }[]
}

/** A child names a parent of the feed that stands before it, and the same theme as that. */
function familyFaults(messages: NonNullable<Feed['messages']>): string[] {
  const themes = new Map<unknown, string | undefined>()
  return messages.flatMap(({ sku, attributes }) => {
    const family = attributes as Family
    const level = family.parentage_level?.[0]?.value
    const theme = family.variation_theme?.[0]?.name
    if (level === 'parent') themes.set(sku, theme)
    if (level !== 'child') return []
    const parent = family.child_parent_sku_relationship?.[0]?.parent_sku
    return themes.has(parent) && themes.get(parent) === theme
      ? []
      : [`${String(sku)}: no such parent before it`]
  })
}

/**
 * Converts rows of Amazon's template to attributes of its product types, by the Listings Items and Product
 * Type Definitions APIs.
 */

type Fields = Readonly<Record<string, string>>

export interface ListingContext {
  readonly marketplace: string
  readonly language: string
  readonly currency: string
}

type Values = readonly object[]
type ToValues = (text: string, context: ListingContext, fields: Fields) => Values | undefined

const localized: ToValues = (value, { language, marketplace }) => [
  { value, language_tag: language, marketplace_id: marketplace },
]
const plain: ToValues = (value, { marketplace }) => [{ value, marketplace_id: marketplace }]
const whole: ToValues = (text, { marketplace }) => [{ value: Number(text), marketplace_id: marketplace }]
const truth: ToValues = (text, { marketplace }) => [{ value: text === 'true', marketplace_id: marketplace }]
const picture: ToValues = (address, { marketplace }) => [
  { media_location: address, marketplace_id: marketplace },
]

const identifierTypes: Readonly<Record<string, string>> = {
  EAN: 'ean',
  UPC: 'upc',
  GTIN: 'gtin',
  ISBN: 'isbn',
}
const weightUnits: Readonly<Record<string, string>> = {
  MG: 'milligrams',
  GR: 'grams',
  KG: 'kilograms',
  LB: 'pounds',
  OZ: 'ounces',
}

const attributes: Readonly<Record<string, readonly [name: string, toValues: ToValues]>> = {
  item_name: ['item_name', localized],
  brand_name: ['brand', localized],
  manufacturer: ['manufacturer', localized],
  product_description: ['product_description', localized],
  generic_keywords: ['generic_keyword', localized],
  item_type: ['item_type_keyword', plain],
  part_number: ['part_number', localized],
  model: ['model_number', localized],
  model_name: ['model_name', localized],
  color_name: ['color', localized],
  size_name: ['size', localized],
  style_name: ['style', localized],
  material_type: ['material', localized],
  flavor_name: ['flavor', localized],
  scent_name: ['scent', localized],
  care_instructions: ['care_instructions', localized],
  warranty_description: ['warranty_description', localized],
  country_of_origin: ['country_of_origin', plain],
  product_site_launch_date: ['product_site_launch_date', plain],
  merchant_release_date: ['merchant_release_date', plain],
  condition_note: ['condition_note', localized],
  number_of_items: ['number_of_items', whole],
  item_package_quantity: ['item_package_quantity', whole],
  batteries_required: ['batteries_required', truth],
  are_batteries_included: ['batteries_included', truth],
  main_image_url: ['main_product_image_locator', picture],
  swatch_image_url: ['swatch_product_image_locator', picture],
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7, 8].map((n) => [
      `other_image_url${n}`,
      [`other_product_image_locator_${n}`, picture] as const,
    ]),
  ),
  list_price: [
    'list_price',
    (text, { currency, marketplace }) => [{ value: Number(text), currency, marketplace_id: marketplace }],
  ],
  standard_price: [
    'purchasable_offer',
    (text, { currency, marketplace }) => [
      {
        currency,
        our_price: [{ schedule: [{ value_with_tax: Number(text) }] }],
        marketplace_id: marketplace,
      },
    ],
  ],
  quantity: [
    'fulfillment_availability',
    (text) => [{ fulfillment_channel_code: 'DEFAULT', quantity: Number(text) }],
  ],
  external_product_id: ['externally_assigned_product_identifier', toIdentifier],
  item_weight: ['item_weight', toWeight('item')],
  package_weight: ['item_package_weight', toWeight('package')],
}

function toIdentifier(value: string, { marketplace }: ListingContext, fields: Fields): Values | undefined {
  const type = identifierTypes[fields['external_product_id_type'] ?? '']
  return type === undefined ? undefined : [{ type, value, marketplace_id: marketplace }]
}

function toWeight(what: 'item' | 'package'): ToValues {
  return (text, { marketplace }, fields) => {
    const unit = weightUnits[fields[`${what}_weight_unit_of_measure`] ?? '']
    return [{ value: Number(text), unit, marketplace_id: marketplace }]
  }
}

const conditions: Readonly<Record<string, string>> = {
  New: 'new_new',
  Refurbished: 'refurbished_refurbished',
  UsedLikeNew: 'used_like_new',
  UsedVeryGood: 'used_very_good',
  UsedGood: 'used_good',
  UsedAcceptable: 'used_acceptable',
  CollectibleLikeNew: 'collectible_like_new',
  CollectibleVeryGood: 'collectible_very_good',
  CollectibleGood: 'collectible_good',
  CollectibleAcceptable: 'collectible_acceptable',
}

const themes: Readonly<Record<string, string>> = {
  SizeName: 'SIZE',
  ColorName: 'COLOR',
  StyleName: 'STYLE',
  MaterialType: 'MATERIAL',
  FlavorName: 'FLAVOR',
  ScentName: 'SCENT',
}

const joined =
  /^(feed_product_type|item_sku|external_product_id_type|.*unit_of_measure|bullet_point\d|parent_child|parent_sku|relationship_type|variation_theme|condition_type|gallery|seller_id|marketplace_id|language_tag|currency_code|currency)$/

export function homelessFields(fields: Fields): string[] {
  const hasPlace = (target: string): boolean => {
    const [, what = ''] = /^(item|package)_(?:length|width|height)$/.exec(target) ?? []
    if (what !== '') return hasSizes(fields, what)
    return joined.test(target) || attributes[target] !== undefined
  }
  return Object.keys(fields).filter((target) => fields[target] !== '' && !hasPlace(target))
}

export function toListing(fields: Fields, context: ListingContext) {
  const mapped = Object.entries(attributes).flatMap(([target, [name, toValues]]) => {
    const text = fields[target] ?? ''
    const values = text === '' ? undefined : toValues(text, context, fields)
    return values ? [[name, values] as const] : []
  })
  return {
    sku: fields['item_sku'] ?? '',
    productType: fields['feed_product_type'] ?? '',
    attributes: {
      ...Object.fromEntries(mapped),
      ...toBullets(fields, context),
      ...toCondition(fields, context),
      ...toSizes(fields, 'item', context),
      ...toSizes(fields, 'package', context),
      ...toFamily(fields, context),
    },
  }
}

function toBullets(fields: Fields, context: ListingContext): Record<string, Values> {
  const texts = [1, 2, 3, 4, 5].map((n) => fields[`bullet_point${n}`] ?? '').filter((text) => text !== '')
  if (texts.length === 0) return {}
  return { bullet_point: texts.flatMap((text) => localized(text, context, fields) ?? []) }
}

/** The condition is new by default. A parent row has none. */
function toCondition(fields: Fields, { marketplace }: ListingContext): Record<string, Values> {
  if (fields['parent_child'] === 'Parent') return {}
  const value = conditions[fields['condition_type'] ?? ''] ?? 'new_new'
  return { condition_type: [{ value, marketplace_id: marketplace }] }
}

/** Each of the three sizes is only valid with the other two. */
function toSizes(
  fields: Fields,
  what: 'item' | 'package',
  { marketplace }: ListingContext,
): Record<string, Values> {
  const measure = (size: string) => ({ value: Number(fields[`${what}_${size}`]), unit: 'centimeters' })
  if (!hasSizes(fields, what)) return {}
  const [length, width, height] = ['length', 'width', 'height'].map(measure)
  const name = what === 'item' ? 'item_length_width_height' : 'item_package_dimensions'
  return { [name]: [{ length, width, height, marketplace_id: marketplace }] }
}

function hasSizes(fields: Fields, what: string): boolean {
  return ['length', 'width', 'height'].every((size) => fields[`${what}_${size}`])
}

function toFamily(fields: Fields, { marketplace }: ListingContext): Record<string, Values> {
  const level = fields['parent_child'] ?? ''
  if (level === '') return {}
  const theme = (fields['variation_theme'] ?? '').split('-').map((part) => themes[part] ?? part)
  const family = {
    parentage_level: [{ value: level.toLowerCase(), marketplace_id: marketplace }],
    variation_theme: [{ name: theme.join('/'), marketplace_id: marketplace }],
  }
  if (level === 'Parent') return family
  const parent = { child_relationship_type: 'variation', parent_sku: fields['parent_sku'] }
  return { ...family, child_parent_sku_relationship: [{ ...parent, marketplace_id: marketplace }] }
}

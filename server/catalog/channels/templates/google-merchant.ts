import { synonymsOf, names } from './attribute-names.ts'
import {
  all,
  type ChannelTemplate,
  type ValueKinds,
  conditional,
  many,
  oneOf,
  optional,
  recommended,
  required,
  someOf,
  upTo,
} from './template.ts'
import { message } from '#shared/messages/message.ts'

const yesNo = oneOf('yes', 'no')
const energyClasses = oneOf('A+++', 'A++', 'A+', 'A', 'B', 'C', 'D', 'E', 'F', 'G')
const destinations = someOf(
  'Shopping_ads',
  'Display_ads',
  'Local_inventory_ads',
  'Free_listings',
  'Free_local_listings',
  'YouTube_Shopping',
)
const address = upTo(2000)

export const stockOf = 'stock'

const kinds: ValueKinds = {
  ...all(
    'price',
    'price',
    'sale_price',
    'cost_of_goods_sold',
    'auto_pricing_min_price',
    'maximum_retail_price',
  ),
  ...all(
    'link',
    'link',
    'canonical_link',
    'mobile_link',
    'document_link',
    'virtual_model_link',
    'video_link',
  ),
  ...all('link', 'ads_redirect'),
  ...all('image', 'image_link', 'lifestyle_image_link'),
  ...all('images', 'additional_image_link'),
  ...all('lines', 'product_highlight'),
  ...all('part_lines', 'product_detail', 'shipping'),
  ...all('parts', 'installment', 'certification', 'structured_title', 'structured_description'),
  ...all('trade_gtin', 'gtin'),
  ...all('measure', 'product_length', 'product_width', 'product_height', 'product_weight'),
  ...all('measure', 'shipping_length', 'shipping_width', 'shipping_height', 'shipping_weight'),
  ...all('quantity', 'unit_pricing_measure', 'unit_pricing_base_measure'),
  ...all('integer', 'multipack', 'min_handling_time', 'max_handling_time'),
  ...all('stock', stockOf),
  ...all('taxonomy', 'google_product_category'),
  ...all('path', 'product_type'),
}

const conditions = synonymsOf(['new'], ['used'], ['refurbished'])
const ageGroups = synonymsOf(['newborn'], ['infant'], ['toddler'], ['kids'], ['adult'])
const genders = synonymsOf(['male'], ['female'], ['unisex'])

const availabilities: Readonly<Record<string, string>> = {
  ...synonymsOf(['in_stock'], ['out_of_stock'], ['preorder'], ['backorder']),
  ...Object.fromEntries(['true', 'yes', '1', 'available', 'instock'].map((word) => [word, 'in_stock'])),
  ...Object.fromEntries(
    ['false', 'no', '0', 'sold out', 'soldout', 'unavailable', 'outofstock'].map((word) => [
      word,
      'out_of_stock',
    ]),
  ),
}

const own = new Set([
  'id',
  'gtin',
  'mpn',
  'availability',
  stockOf,
  'item_group_id',
  'color',
  'size',
  'pattern',
  'variant_option',
  'identifier_exists',
  'auto_pricing_min_price',
])

/**
 * Google's product data specification (support.google.com/merchants/answer/7052112), as an RSS 2.0 feed.
 * An identifier (gtin, or mpn with brand) is required unless the product says it has none; requirements
 * for some products (apparel, used goods) are recommended.
 */
export const googleMerchant: ChannelTemplate = {
  id: '6f1c2a54-0b0d-4a8e-9d53-5f0a4c1e7b01',
  key: 'google_merchant',
  kinds,
  isOwn: (target) => own.has(target),
  prices: ['price', 'sale_price', 'sale_price_effective_date', 'maximum_retail_price'],
  fields: [
    required('id', upTo(50), names.sku),
    required('title', upTo(150), names.title),
    required('description', upTo(5000), [...names.description, ...names.shortDescription]),
    required('link', address, names.link),
    required('image_link', address, names.image),
    conditional(
      'availability',
      { ...oneOf('in_stock', 'out_of_stock', 'preorder', 'backorder'), synonyms: availabilities },
      ['stock_status', 'in_stock', 'is_in_stock'],
    ),
    { ...conditional(stockOf, {}, names.quantity), isInput: true },
    required('price', {}, names.price),

    conditional('brand', upTo(70), names.brand),
    conditional('gtin', upTo(50), names.gtin),
    conditional('mpn', upTo(70), names.mpn),

    recommended('additional_image_link', many(10), names.gallery),
    recommended('sale_price', {}, names.salePrice),
    { ...recommended('google_product_category', {}, ['google_category']), ofCategories: true },
    recommended('product_type', upTo(750), names.productType),
    recommended('condition', { ...oneOf('new', 'refurbished', 'used'), synonyms: conditions }, [
      'product_condition',
      'item_condition',
    ]),
    recommended('age_group', {
      ...oneOf('newborn', 'infant', 'toddler', 'kids', 'adult'),
      synonyms: ageGroups,
    }),
    recommended('color', upTo(100), names.color),
    recommended('gender', { ...oneOf('male', 'female', 'unisex'), synonyms: genders }, names.gender),
    recommended('material', upTo(200), names.material),
    recommended('size', upTo(100), names.size),
    // The file names the product of each variant itself.
    optional('item_group_id', upTo(50), names.group),
    recommended('product_highlight', many(100), ['highlights', 'bullet_points']),
    recommended('product_detail', many(1000), ['specifications', 'details']),
    recommended('shipping', many(100)),

    optional('short_title', upTo(150)),
    optional('structured_title'),
    optional('structured_description'),
    optional('item_group_title', upTo(150)),
    optional('canonical_link', address),
    optional('mobile_link', address),
    optional('document_link', address, ['manual', 'data_sheet']),
    optional('virtual_model_link', address),
    optional('video_link', address, ['video', 'video_url']),
    optional('lifestyle_image_link', address),
    optional('availability_date', upTo(25)),
    optional('expiration_date', upTo(25)),
    optional('disclosure_date', upTo(25)),
    optional('cost_of_goods_sold', {}, names.cost),
    optional('sale_price_effective_date', upTo(51)),
    optional('unit_pricing_measure'),
    optional('unit_pricing_base_measure'),
    optional('installment'),
    optional('subscription_cost'),
    optional('loyalty_points'),
    optional('loyalty_program'),
    optional('auto_pricing_min_price'),
    optional('maximum_retail_price'),
    optional('identifier_exists', yesNo),
    optional('adult', yesNo),
    optional('multipack'),
    optional('is_bundle', yesNo),
    optional('certification'),
    optional('sustainability_incentive'),
    optional('variant_option'),
    optional('related_product'),
    optional('question_and_answer'),
    optional('popularity_rank'),
    optional('energy_efficiency_class', energyClasses, ['energy_class']),
    optional('min_energy_efficiency_class', energyClasses),
    optional('max_energy_efficiency_class', energyClasses),
    optional('pattern', upTo(100)),
    optional('size_type', someOf('regular', 'petite', 'maternity', 'big', 'tall', 'plus')),
    optional('size_system', oneOf('AU', 'BR', 'CN', 'DE', 'EU', 'FR', 'IT', 'JP', 'MEX', 'UK', 'US')),
    optional('product_length', {}, names.length),
    optional('product_width', {}, names.width),
    optional('product_height', {}, names.height),
    optional('product_weight', {}, names.weight),
    optional('ads_redirect', address),
    optional('custom_label_0', upTo(100)),
    optional('custom_label_1', upTo(100)),
    optional('custom_label_2', upTo(100)),
    optional('custom_label_3', upTo(100)),
    optional('custom_label_4', upTo(100)),
    optional('promotion_id', upTo(50)),
    optional('external_seller_id', upTo(50)),
    optional('included_destination', destinations),
    optional('excluded_destination', destinations),
    optional('shopping_ads_excluded_country'),
    optional('pause', oneOf('ads', 'all')),
    optional('shipping_label', upTo(100)),
    optional('shipping_weight', {}, ['gross_weight']),
    optional('shipping_length', {}, ['package_length']),
    optional('shipping_width', {}, ['package_width']),
    optional('shipping_height', {}, ['package_height']),
    optional('carrier_shipping'),
    optional('ships_from_country', upTo(2)),
    optional('min_handling_time'),
    optional('max_handling_time'),
    optional('shipping_handling_business_days'),
    optional('shipping_transit_business_days'),
    optional('handling_cutoff_time'),
    optional('transit_time_label', upTo(100)),
    optional('return_policy_label', upTo(100)),
    optional('free_shipping_threshold'),
    optional('minimum_order_value'),
  ],
  conditions: [
    {
      name: message('channel.availability_or_stock'),
      anyOf: [[{ target: 'availability' }], [{ target: stockOf }]],
    },
    {
      name: message('channel.gtin_or_mpn'),
      anyOf: [
        [{ target: 'gtin' }],
        [{ target: 'mpn' }, { target: 'brand' }],
        [{ target: 'identifier_exists', values: ['no', 'false', '0'] }],
      ],
    },
  ],
}

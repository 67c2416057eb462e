import { names, numbered } from './attribute-names.ts'
import {
  all,
  type ChannelTemplate,
  type ValueKinds,
  conditional,
  oneOf,
  optional,
  recommended,
  required,
  upTo,
} from './template.ts'

const trueFalse = oneOf('true', 'false')
const address = upTo(2000)

const bulletPoints = [1, 2, 3, 4, 5].map((number) =>
  recommended(`bullet_point${number}`, upTo(500), numbered(number, 'bullet_point', 'bullet', 'highlight')),
)

const otherImages = [1, 2, 3, 4, 5, 6, 7, 8].map((number) =>
  optional(`other_image_url${number}`, address, numbered(number, 'other_image', 'image', 'image_url')),
)

const feedInputs = ['seller_id', 'marketplace_id', 'language_tag', 'currency_code']

/** All pictures of a product; those after the main one go to picture fields that nothing else fills. */
export const galleryOf = 'gallery'

const kinds: ValueKinds = {
  ...all('amount', 'standard_price', 'list_price', 'sale_price'),
  ...all('amount', 'minimum_seller_allowed_price', 'maximum_seller_allowed_price'),
  ...all('taxonomy', 'feed_product_type', 'item_type'),
  ...all('stock', 'quantity'),
  ...all('measure', 'item_weight', 'package_weight'),
  ...all(
    'measure',
    'item_length',
    'item_width',
    'item_height',
    'package_length',
    'package_width',
    'package_height',
  ),
  ...all('integer', 'max_order_quantity', 'number_of_items', 'item_package_quantity', 'fulfillment_latency'),
  ...all('image', 'main_image_url', 'swatch_image_url'),
  ...all('images', galleryOf),
  ...all('image', ...[1, 2, 3, 4, 5, 6, 7, 8].map((number) => `other_image_url${number}`)),
}

const own = new Set([
  'item_sku',
  'external_product_id',
  'external_product_id_type',
  'quantity',
  'part_number',
  'swatch_image_url',
  'color_name',
  'size_name',
  'style_name',
  'flavor_name',
  'scent_name',
  'color_map',
  'size_map',
  'parent_child',
  'parent_sku',
  'relationship_type',
  'variation_theme',
  'update_delete',
])

/**
 * The core fields that Amazon's inventory file templates (flat files, tab-separated) share; a category's own template adds
 * to them. Limits are those of the templates' data definitions.
 */
export const amazon: ChannelTemplate = {
  id: '6f1c2a54-0b0d-4a8e-9d53-5f0a4c1e7b03',
  key: 'amazon',
  kinds,
  isOwn: (target) => own.has(target),
  prices: ['standard_price', 'list_price', 'sale_price', 'sale_from_date', 'sale_end_date'],
  fields: [
    { ...required('feed_product_type', {}, ['amazon_product_type']), ofCategories: true },
    required('item_sku', upTo(40), names.sku),
    required('brand_name', upTo(50), names.brand),
    required('item_name', upTo(200), names.title),
    required('manufacturer', upTo(50), names.manufacturer),
    conditional('external_product_id', upTo(16), names.gtin),
    conditional('external_product_id_type', oneOf('ASIN', 'EAN', 'GCID', 'GTIN', 'ISBN', 'UPC'), [
      'product_id_type',
    ]),
    required('standard_price', {}, names.price),
    required('quantity', {}, names.quantity),
    required('main_image_url', address, names.image),

    recommended('item_type', {}, ['item_type_keyword', 'item_type_name', 'recommended_browse_nodes']),
    recommended('product_description', upTo(2000), names.description),
    ...bulletPoints,
    recommended('generic_keywords', upTo(250), ['search_terms', 'keywords', 'tags']),
    recommended('part_number', upTo(40), names.mpn),
    recommended('color_name', upTo(50), names.color),
    recommended('size_name', upTo(50), names.size),
    recommended('material_type', upTo(50), names.material),
    recommended('country_of_origin', {}, ['origin', 'made_in']),
    recommended(
      'condition_type',
      oneOf(
        'New',
        'Refurbished',
        'UsedLikeNew',
        'UsedVeryGood',
        'UsedGood',
        'UsedAcceptable',
        'CollectibleLikeNew',
        'CollectibleVeryGood',
        'CollectibleGood',
        'CollectibleAcceptable',
      ),
      ['condition'],
    ),

    { ...optional(galleryOf, {}, names.gallery), isInput: true },
    ...feedInputs.map((target) => ({ ...optional(target), isInput: true })),
    ...otherImages,
    optional('swatch_image_url', address),
    optional('parent_child', oneOf('Parent', 'Child'), ['parentage']),
    optional('parent_sku', upTo(40), ['parent_sku']),
    optional('relationship_type', oneOf('Variation', 'Accessory')),
    optional('variation_theme'),
    optional('update_delete', oneOf('Update', 'PartialUpdate', 'Delete')),
    optional('model', upTo(40), ['model_number']),
    optional('model_name', upTo(50), ['model']),
    optional('color_map', {}, ['color_family']),
    optional('size_map'),
    optional('department_name', {}, names.gender),
    optional('target_audience_keywords', {}, ['target_audience']),
    optional('style_name', {}, ['style']),
    optional('flavor_name', upTo(50), names.flavor),
    optional('scent_name', upTo(50), names.scent),
    optional('condition_note', upTo(1000)),
    optional('list_price', {}, names.listPrice),
    optional('sale_price', {}, names.salePrice),
    optional('sale_from_date', {}, ['sale_starts_on']),
    optional('sale_end_date', {}, ['sale_ends_on']),
    optional('minimum_seller_allowed_price', {}, ['min_price']),
    optional('maximum_seller_allowed_price', {}, ['max_price']),
    optional('currency', upTo(3)),
    optional('product_tax_code', {}, ['tax_code']),
    optional('fulfillment_latency', {}, ['handling_time', 'lead_time']),
    optional('merchant_shipping_group_name'),
    optional('max_order_quantity'),
    optional('product_site_launch_date', {}, ['launch_date', 'released_on']),
    optional('merchant_release_date'),
    optional('restock_date'),
    optional('offering_can_be_gift_messaged', trueFalse),
    optional('offering_can_be_giftwrapped', trueFalse),
    optional('number_of_items'),
    optional('item_package_quantity', {}, ['package_quantity']),
    optional('item_weight', {}, names.weight),
    optional(
      'item_weight_unit_of_measure',
      { ...oneOf('GR', 'KG', 'LB', 'MG', 'OZ'), synonyms: { g: 'GR' } },
      ['weight_unit'],
    ),
    optional('item_length', {}, names.length),
    optional('item_width', {}, names.width),
    optional('item_height', {}, names.height),
    optional('item_dimensions_unit_of_measure', oneOf('CM', 'FT', 'IN', 'M', 'MM'), ['dimension_unit']),
    optional('package_weight', {}, ['gross_weight']),
    optional('package_weight_unit_of_measure', oneOf('GR', 'KG', 'LB', 'MG', 'OZ')),
    optional('package_length'),
    optional('package_width'),
    optional('package_height'),
    optional('package_dimensions_unit_of_measure', oneOf('CM', 'FT', 'IN', 'M', 'MM')),
    optional('care_instructions', {}, ['care']),
    optional('warranty_description', {}, ['warranty']),
    optional('are_batteries_included', trueFalse, ['batteries_included']),
    optional('batteries_required', trueFalse),
    optional(
      'supplier_declared_dg_hz_regulation1',
      oneOf('GHS', 'Storage', 'Waste', 'Transportation', 'Other', 'Unknown', 'Not Applicable'),
    ),
  ],
  conditions: [
    {
      name: 'external_product_id (a GTIN tells its type by its length)',
      anyOf: [
        [{ target: 'external_product_id' }],
        [{ target: 'external_product_id' }, { target: 'external_product_id_type' }],
      ],
    },
  ],
}

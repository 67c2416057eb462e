import type { ChannelKey } from '#shared/channels.ts'

/**
 * What a channel wants of a field beyond its length and words: `price` an amount with its currency, `amount` one without,
 * `measure` one with its unit, `link` and `image` an absolute address, `images` and `lines` several values, `parts` one that is made of
 * several, `part_lines` several of those, `paths` categories with those above them, `html` text with markup (all others take
 * rich text without it), `gtin` a number with its check digit.
 */
export type ValueKind =
  | 'text'
  | 'html'
  | 'price'
  | 'amount'
  | 'measure'
  | 'integer'
  | 'link'
  | 'image'
  | 'images'
  | 'lines'
  | 'parts'
  | 'part_lines'
  | 'paths'
  | 'gtin'

type Kinds = Readonly<Record<string, ValueKind>>

function all(kind: ValueKind, ...targets: readonly string[]): Kinds {
  return Object.fromEntries(targets.map((target) => [target, kind]))
}

const google: Kinds = {
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
  ...all('gtin', 'gtin'),
  ...all('measure', 'product_length', 'product_width', 'product_height', 'product_weight'),
  ...all('measure', 'shipping_length', 'shipping_width', 'shipping_height', 'shipping_weight'),
  ...all('integer', 'multipack', 'min_handling_time', 'max_handling_time'),
}

const shopify: Kinds = {
  ...all('html', 'Body (HTML)'),
  ...all('amount', 'Variant Grams'),
  ...all('amount', 'Variant Price', 'Variant Compare At Price', 'Cost per item'),
  ...all('integer', 'Variant Inventory Qty'),
  ...all('images', 'Image Src'),
  ...all('image', 'Variant Image'),
  ...all('gtin', 'Variant Barcode'),
}

const woocommerce: Kinds = {
  ...all('html', 'Short description', 'Description'),
  ...all('amount', 'Sale price', 'Regular price', 'Cost of goods'),
  ...all('amount', 'Weight (kg)', 'Length (cm)', 'Width (cm)', 'Height (cm)'),
  ...all('integer', 'Stock', 'Low stock amount', 'Position'),
  ...all('images', 'Images'),
  ...all('paths', 'Categories'),
  ...all('gtin', 'GTIN, UPC, EAN, or ISBN'),
  ...all('link', 'External URL', 'Download 1 URL'),
}

const amazon: Kinds = {
  ...all('amount', 'standard_price', 'list_price', 'sale_price', 'item_weight', 'package_weight'),
  ...all('amount', 'minimum_seller_allowed_price', 'maximum_seller_allowed_price'),
  ...all(
    'amount',
    'item_length',
    'item_width',
    'item_height',
    'package_length',
    'package_width',
    'package_height',
  ),
  ...all(
    'integer',
    'quantity',
    'max_order_quantity',
    'number_of_items',
    'item_package_quantity',
    'fulfillment_latency',
  ),
  ...all('image', 'main_image_url', 'swatch_image_url'),
  ...all('image', ...[1, 2, 3, 4, 5, 6, 7, 8].map((number) => `other_image_url${number}`)),
}

const kinds: Record<ChannelKey, Kinds> = { google_merchant: google, shopify, woocommerce, amazon }

export function kindOf(channel: ChannelKey, target: string): ValueKind {
  return kinds[channel][target] ?? 'text'
}
